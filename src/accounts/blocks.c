/* SPDX-License-Identifier: MIT */
#include "accounts/blocks.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "accounts/identity.h"
#include "core/load.h"

struct blocks {
    struct map pairs; /* "a>b" if a blocks b; the value is always &present */
    struct load load;
    char present;
};

static_assert(2 * IDENTITY_ID_MAX + 1 <= MAP_KEY_MAX, "a pair of ids is a key");

static void write_pair(const char *own, const char *theirs, char out[MAP_KEY_MAX + 1])
{
    snprintf(out, MAP_KEY_MAX + 1, "%s>%s", own, theirs);
}

static bool is_blocked_by(const struct blocks *blocks, const char *own, const char *theirs)
{
    char key[MAP_KEY_MAX + 1];
    write_pair(own, theirs, key);
    return map_get(&blocks->pairs, key) != NULL;
}

bool blocks_between(const struct server *server, const char *a, const char *b)
{
    return is_blocked_by(server->blocks, a, b) || is_blocked_by(server->blocks, b, a);
}

void blocks_add(struct server *server, const char *own, const char *theirs)
{
    char key[MAP_KEY_MAX + 1];
    write_pair(own, theirs, key);
    if (!map_put(&server->blocks->pairs, key, &server->blocks->present))
        log_line(server->log, LOG_ERROR, "out of memory: %s will still be paired with %s", own,
                 theirs);
}

void blocks_remove(struct server *server, const char *own, const char *theirs)
{
    char key[MAP_KEY_MAX + 1];
    write_pair(own, theirs, key);
    (void)map_remove(&server->blocks->pairs, key);
}

// ---- the module ------------------------------------------------------------------------------

static void apply_blocks(struct server *server, struct store_job *job)
{
    while (store_next_row(job))
        blocks_add(server, store_get_text(job, 0), store_get_text(job, 1));
}

rk_err blocks_create(struct server *server)
{
    struct blocks *blocks = calloc(1, sizeof *blocks);
    if (!blocks)
        return RK_NO_MEMORY;
    map_init(&blocks->pairs, server_random(server));
    server->blocks = blocks;
    blocks->load =
        (struct load){.what = "blocks", .statement = STORE_ALL_BLOCKS, .apply = apply_blocks};
    load_start(server, &blocks->load);
    return RK_OK;
}

bool blocks_ready(const struct server *server)
{
    return server->blocks->load.done;
}

void blocks_destroy(struct server *server)
{
    struct blocks *blocks = server->blocks;
    if (!blocks)
        return;
    load_stop(server, &blocks->load);
    map_fini(&blocks->pairs);
    free(blocks);
    server->blocks = NULL;
}
