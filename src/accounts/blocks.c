/* SPDX-License-Identifier: MIT */
#include "accounts/blocks.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "accounts/identity.h"

enum { RETRY_MS = 1000 };

struct blocks {
    struct map pairs; /* "a>b" if a blocks b; the value is always &present */
    struct pending_list pending;
    struct timer retry;
    bool loaded;
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

static void start_loading(void *context);

static void finish_loading(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *request = context;
    struct server *server = request->server;
    pending_destroy(request);
    if (!server)
        return;
    struct blocks *blocks = server->blocks;
    if (outcome != STORE_DONE) {
        log_line(server->log, LOG_ERROR, "cannot read the blocks; trying again");
        (void)timer_set(&server->timers, &blocks->retry, server->now + RETRY_MS, start_loading,
                        server);
        return;
    }
    while (store_next_row(job))
        blocks_add(server, store_get_text(job, 0), store_get_text(job, 1));
    blocks->loaded = true;
}

static void start_loading(void *context)
{
    struct server *server = context;
    struct blocks *blocks = server->blocks;
    struct pending_request *request = pending_create(&blocks->pending, sizeof *request);
    struct store_job *job = store_job_create();
    store_call(job, STORE_ALL_BLOCKS);
    if (request)
        store_read(server->store, job, finish_loading, request);
    else {
        store_job_destroy(job);
        (void)timer_set(&server->timers, &blocks->retry, server->now + RETRY_MS, start_loading,
                        server);
    }
}

rk_err blocks_create(struct server *server)
{
    struct blocks *blocks = calloc(1, sizeof *blocks);
    if (!blocks)
        return RK_NO_MEMORY;
    map_init(&blocks->pairs, server_random(server));
    pending_list_init(&blocks->pending, server);
    server->blocks = blocks;
    start_loading(server);
    return RK_OK;
}

bool blocks_ready(const struct server *server)
{
    return server->blocks->loaded;
}

void blocks_destroy(struct server *server)
{
    struct blocks *blocks = server->blocks;
    if (!blocks)
        return;
    pending_cancel_all(&blocks->pending);
    timer_stop(&server->timers, &blocks->retry);
    map_fini(&blocks->pairs);
    free(blocks);
    server->blocks = NULL;
}
