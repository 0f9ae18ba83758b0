/* SPDX-License-Identifier: MIT */
#include "accounts/identity_cache.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/milliseconds.h"
#include "core/pending.h"

enum { IDENTITIES_MAX = 65536, REMEMBERED_MS = MINUTE_MS, KEY_SIZE = 44 };

struct cached_identity {
    struct list node;
    struct caller caller;
    int64_t until;
};

struct identity_cache {
    struct map map;
    struct list order;  /* who is forgotten next comes first */
    uint64_t forgotten; /* how often somebody was */
};

_Static_assert(KEY_SIZE ==
                   sodium_base64_ENCODED_LEN(HASH_SIZE, sodium_base64_VARIANT_ORIGINAL_NO_PADDING),
               "the size of a hash as text");

static void key_of(const uint8_t hash[HASH_SIZE], char out[KEY_SIZE])
{
    sodium_bin2base64(out, KEY_SIZE, hash, HASH_SIZE, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
}

rk_err identity_cache_create(struct server *server)
{
    server->identity_cache = calloc(1, sizeof *server->identity_cache);
    if (!server->identity_cache)
        return RK_NO_MEMORY;
    map_init(&server->identity_cache->map, server_random(server));
    list_init(&server->identity_cache->order);
    return RK_OK;
}

static void drop(struct identity_cache *cache, struct cached_identity *kept)
{
    char key[KEY_SIZE];
    key_of(kept->caller.hash, key);
    map_remove(&cache->map, key);
    list_remove(&kept->node);
    free(kept);
}

static struct cached_identity *first(struct identity_cache *cache)
{
    return LIST_OWNER(cache->order.next, struct cached_identity, node);
}

void identity_cache_destroy(struct server *server)
{
    struct identity_cache *cache = server->identity_cache;
    if (!cache)
        return;
    while (!list_is_empty(&cache->order))
        drop(cache, first(cache));
    map_fini(&cache->map);
    free(cache);
    server->identity_cache = NULL;
}

static void drop_old(struct identity_cache *cache, int64_t now)
{
    while (!list_is_empty(&cache->order) && first(cache)->until <= now)
        drop(cache, first(cache));
}

// ---- finding one -----------------------------------------------------------------------------

/* NULL: the store must be asked. */
static const struct caller *find(struct server *server, const uint8_t hash[HASH_SIZE])
{
    char key[KEY_SIZE];
    key_of(hash, key);
    drop_old(server->identity_cache, server->now);
    const struct cached_identity *kept = map_get(&server->identity_cache->map, key);
    if (!kept || (kept->caller.expires_at && kept->caller.expires_at <= server->now))
        return NULL;
    return &kept->caller;
}

/* Whom the store found. If somebody was forgotten since it was asked, its answer may be from before
 * that, and is not remembered. */
static void keep(struct server *server, const struct caller *caller, uint64_t asked)
{
    struct identity_cache *cache = server->identity_cache;
    char key[KEY_SIZE];
    key_of(caller->hash, key);
    if (asked != cache->forgotten || map_get(&cache->map, key))
        return;
    drop_old(cache, server->now);
    if (cache->map.count >= IDENTITIES_MAX)
        drop(cache, first(cache));
    struct cached_identity *kept = calloc(1, sizeof *kept);
    if (!kept)
        return;
    kept->caller = *caller;
    kept->until = server->now + REMEMBERED_MS;
    list_add(&cache->order, &kept->node);
    if (!map_put(&cache->map, key, kept))
        drop(cache, kept);
}

struct question {
    struct pending_request pending;
    caller_callback *callback;
    void *context;
    uint64_t asked; /* how often somebody had been forgotten then */
    identity_reader *read;
    struct caller caller;
};

static void answer(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct question *question = context;
    struct server *server = question->pending.server;
    if (server) {
        struct caller known = question->caller;
        if (outcome == STORE_DONE && store_next_row(job) && question->read(server, job, &known)) {
            question->caller = known;
            keep(server, &known, question->asked);
        }
        question->callback(question->context, &question->caller);
    }
    pending_destroy(&question->pending);
}

void identity_cache_lookup(struct server *server, const struct identity_cache_lookup *search,
                           caller_callback *callback, void *context)
{
    const struct caller *known = find(server, search->nobody.hash);
    struct question *question = known ? NULL : pending_create(&server->pending, sizeof *question);
    if (!question) {
        const struct caller caller = known ? *known : search->nobody;
        callback(context, &caller);
        return;
    }
    question->callback = callback;
    question->context = context;
    question->asked = server->identity_cache->forgotten;
    question->read = search->read;
    question->caller = search->nobody;
    struct store_job *job = store_job_create();
    store_call(job, search->statement);
    store_bind_bytes(job, search->nobody.hash, HASH_SIZE);
    store_read(server->store, job, answer, question);
}

// ---- forgetting ------------------------------------------------------------------------------

void identity_cache_forget(struct server *server, const uint8_t hash[HASH_SIZE])
{
    char key[KEY_SIZE];
    key_of(hash, key);
    server->identity_cache->forgotten++;
    struct cached_identity *kept = map_get(&server->identity_cache->map, key);
    if (kept)
        drop(server->identity_cache, kept);
}

void identity_cache_forget_person(struct server *server, const char *id)
{
    struct identity_cache *cache = server->identity_cache;
    cache->forgotten++;
    for (struct list *node = cache->order.next, *next; node != &cache->order; node = next) {
        struct cached_identity *kept = LIST_OWNER(node, struct cached_identity, node);
        next = node->next;
        if (!strcmp(kept->caller.who.id, id))
            drop(cache, kept);
    }
}
