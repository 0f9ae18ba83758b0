/* SPDX-License-Identifier: MIT */
#include "moderation/address_blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utc.h"
#include "moderation/broadcasts.h"
#include "moderation/moderation_state.h"

enum { BITS_MIN_V4 = 96 + 8, BITS_MIN_V6 = 16, MAPPED_BITS = 96 };

static void free_blocks(struct moderation *moderation)
{
    for (size_t i = 0; i < moderation->block_count; i++)
        free(moderation->blocks[i].reason);
    free(moderation->blocks);
    moderation->blocks = NULL;
    moderation->block_count = 0;
}

/* From a row of STORE_BLOCKS. */
static bool add_block(struct moderation *moderation, const struct store_job *job)
{
    struct address_block block = {.until = store_get_integer(job, 2)};
    const char *network = store_get_text(job, 1);
    if (!network_parse(network, strlen(network), &block.network))
        return true; // nothing that we wrote
    block.reason = strdup(store_get_text(job, 3));
    struct address_block *grown =
        block.reason ? realloc(moderation->blocks, (moderation->block_count + 1) * sizeof *grown)
                     : NULL;
    if (!grown) {
        free(block.reason);
        return false;
    }
    moderation->blocks = grown;
    grown[moderation->block_count++] = block;
    return true;
}

static void apply_blocks(struct server *server, struct store_job *job)
{
    free_blocks(server->moderation);
    while (store_next_row(job))
        if (!add_block(server->moderation, job)) {
            log_line(server->log, LOG_ERROR, "out of memory: some addresses are not blocked");
            break;
        }
    broadcast_blocked(server);
}

void address_blocks_init(struct server *server)
{
    server->moderation->blocks_state = (struct stored_state){.what = "address blocks",
                                                             .statement = STORE_BLOCKS,
                                                             .bind = stored_state_bind_date,
                                                             .apply = apply_blocks};
    address_blocks_reload(server);
}

void address_blocks_fini(struct server *server)
{
    stored_state_stop(server, &server->moderation->blocks_state);
    free_blocks(server->moderation);
}

void address_blocks_reload(struct server *server)
{
    stored_state_load(server, &server->moderation->blocks_state);
}

static void write_sentence(const struct address_block *block, char out[BLOCK_SENTENCE_SIZE])
{
    char until[UTC_SIZE];
    if (block->until)
        snprintf(out, BLOCK_SENTENCE_SIZE, "your address is blocked until %s UTC: %s",
                 utc_write(block->until, until), block->reason);
    else
        snprintf(out, BLOCK_SENTENCE_SIZE, "your address is blocked: %s", block->reason);
}

bool address_is_blocked(const struct server *server, const char *address,
                        char out[BLOCK_SENTENCE_SIZE])
{
    const struct moderation *moderation = server->moderation;
    struct address single;
    if (!moderation->block_count || !address_parse(address, strlen(address), &single))
        return false;
    for (size_t i = 0; i < moderation->block_count; i++) {
        const struct address_block *block = &moderation->blocks[i];
        if ((block->until && block->until <= server_date(server)) ||
            !network_contains(&block->network, &single))
            continue;
        write_sentence(block, out);
        return true;
    }
    return false;
}

const char *address_block_fault(const struct network *network, const char *own)
{
    struct address single;
    const bool is_v4 = network->bits >= MAPPED_BITS && network->address.bytes[10] == 0xff;
    if (network->bits < (is_v4 ? (unsigned)BITS_MIN_V4 : (unsigned)BITS_MIN_V6))
        return "the network is too large: the prefix must have at least 8 bits, or 16 for IPv6";
    if (own && address_parse(own, strlen(own), &single) && network_contains(network, &single))
        return "this is your own address";
    return NULL;
}
