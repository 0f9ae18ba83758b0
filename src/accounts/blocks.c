/* SPDX-License-Identifier: MIT */
#include "accounts/blocks.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/identity.h"
#include "accounts/relation.h"
#include "cluster/invalidation.h"
#include "core/pending.h"
#include "core/stored_state.h"

struct blocks {
    struct map pairs; /* "a>b" if a blocks b; the value is always &present */
    struct stored_state stored;
    struct invalidation_listener invalidations;
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

bool blocks_exist_between(const struct server *server, const char *a, const char *b)
{
    return is_blocked_by(server->blocks, a, b) || is_blocked_by(server->blocks, b, a);
}

static void add_pair(struct server *server, const char *own, const char *theirs)
{
    char key[MAP_KEY_MAX + 1];
    write_pair(own, theirs, key);
    if (!map_put(&server->blocks->pairs, key, &server->blocks->present))
        log_line(server->log, LOG_ERROR, "out of memory: %s will still be paired with %s", own,
                 theirs);
}

static void set_pair(struct server *server, const char *own, const char *theirs, bool blocks)
{
    char key[MAP_KEY_MAX + 1];
    write_pair(own, theirs, key);
    if (blocks)
        add_pair(server, own, theirs);
    else
        (void)map_remove(&server->blocks->pairs, key);
}

void blocks_set(struct server *server, const char *own, const char *theirs, bool blocks)
{
    char key[MAP_KEY_MAX + 1];
    write_pair(own, theirs, key);
    set_pair(server, own, theirs, blocks);
    invalidation_publish(server, INVALIDATE_BLOCKS, key);
}

void blocks_refresh(struct server *server, const char *own, const char *theirs)
{
    char key[MAP_KEY_MAX + 1];
    write_pair(own, theirs, key);
    invalidation_publish(server, INVALIDATE_BLOCKS, key);
}

// ---- changes on other nodes, and those that may have been written ----------------------------

struct block_request {
    struct pending_request pending;
    char own[IDENTITY_ID_MAX + 1], theirs[IDENTITY_ID_MAX + 1];
};

static void on_pair_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct block_request *request = context;
    struct server *server = request->pending.server;
    bool blocks = false;
    while (outcome == STORE_DONE && store_next_row(job))
        blocks |= !strcmp(store_get_text(job, 0), request->own) &&
                  store_get_integer(job, 1) == RELATION_BLOCKS;
    if (server && outcome == STORE_DONE)
        set_pair(server, request->own, request->theirs, blocks);
    else if (server)
        stored_state_load(server, &server->blocks->stored); // which retries until it succeeds
    pending_destroy(&request->pending);
}

static bool split_pair(const char *key, struct block_request *out)
{
    const char *end = strchr(key, '>');
    if (!end || end - key > IDENTITY_ID_MAX || strlen(end + 1) > IDENTITY_ID_MAX)
        return false;
    memcpy(out->own, key, (size_t)(end - key));
    strcpy(out->theirs, end + 1);
    return true;
}

static void on_block_invalid(struct invalidation_listener *listener, const char *key)
{
    struct server *server = listener->server;
    struct block_request *request =
        server->blocks->stored.running ? NULL : pending_create(&server->pending, sizeof *request);
    if (!request) { // what is being read may be older
        stored_state_load(server, &server->blocks->stored);
        return;
    }
    if (!split_pair(key, request)) {
        pending_destroy(&request->pending);
        return;
    }
    struct store_job *job = store_job_create();
    store_call(job, STORE_RELATIONS);
    store_bind_text(job, request->own);
    store_bind_text(job, request->theirs);
    store_read(server->store, job, on_pair_read, request);
}

static void on_all_blocks_invalid(struct invalidation_listener *listener)
{
    stored_state_load(listener->server, &listener->server->blocks->stored);
}

// ---- the module ------------------------------------------------------------------------------

static void apply_blocks(struct server *server, struct store_job *job)
{
    map_fini(&server->blocks->pairs);
    map_init(&server->blocks->pairs, server_random(server));
    while (store_next_row(job))
        add_pair(server, store_get_text(job, 0), store_get_text(job, 1));
}

rk_err blocks_create(struct server *server)
{
    struct blocks *blocks = calloc(1, sizeof *blocks);
    if (!blocks)
        return RK_NO_MEMORY;
    map_init(&blocks->pairs, server_random(server));
    server->blocks = blocks;
    blocks->stored = (struct stored_state){
        .what = "blocks", .statement = STORE_ALL_BLOCKS, .apply = apply_blocks};
    blocks->invalidations = (struct invalidation_listener){.kind = INVALIDATE_BLOCKS,
                                                           .on_invalid = on_block_invalid,
                                                           .on_all_invalid = on_all_blocks_invalid};
    invalidation_listen(server, &blocks->invalidations);
    stored_state_load(server, &blocks->stored);
    return RK_OK;
}

bool blocks_ready(const struct server *server)
{
    return server->blocks->stored.done;
}

void blocks_destroy(struct server *server)
{
    struct blocks *blocks = server->blocks;
    if (!blocks)
        return;
    stored_state_stop(server, &blocks->stored);
    list_remove(&blocks->invalidations.node);
    map_fini(&blocks->pairs);
    free(blocks);
    server->blocks = NULL;
}
