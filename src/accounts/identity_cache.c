/* SPDX-License-Identifier: MIT */
#include "accounts/identity_cache.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/milliseconds.h"
#include "cluster/invalidation.h"
#include "core/pending.h"

enum { IDENTITIES_MAX = 65536, LIFETIME_MS = MINUTE_MS, KEY_SIZE = 44 };

struct cached_identity {
    struct list node;
    struct caller caller;
    int64_t until;
};

struct identity_cache {
    struct map map;
    struct list order;   /* the next to expire first */
    uint64_t generation; /* counts the calls that removed something */
    struct invalidation_listener secrets, people;
};

_Static_assert(KEY_SIZE ==
                   sodium_base64_ENCODED_LEN(HASH_SIZE, sodium_base64_VARIANT_ORIGINAL_NO_PADDING),
               "the size of a hash in base64");

static void write_key(const uint8_t hash[HASH_SIZE], char out[KEY_SIZE])
{
    sodium_bin2base64(out, KEY_SIZE, hash, HASH_SIZE, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
}

static void drop_entry(struct identity_cache *cache, struct cached_identity *entry)
{
    char key[KEY_SIZE];
    write_key(entry->caller.hash, key);
    map_remove(&cache->map, key);
    list_remove(&entry->node);
    free(entry);
}

static struct cached_identity *first_entry(struct identity_cache *cache)
{
    return LIST_OWNER(cache->order.next, struct cached_identity, node);
}

static void drop_expired(struct identity_cache *cache, int64_t now)
{
    while (!list_is_empty(&cache->order) && first_entry(cache)->until <= now)
        drop_entry(cache, first_entry(cache));
}

// ---- looking up -----------------------------------------------------------------------------

/* NULL: not in the cache. */
static const struct caller *find_cached(struct server *server, const uint8_t hash[HASH_SIZE])
{
    char key[KEY_SIZE];
    write_key(hash, key);
    drop_expired(server->identity_cache, server->now);
    const struct cached_identity *entry = map_get(&server->identity_cache->map, key);
    if (!entry || (entry->caller.expires_at && entry->caller.expires_at <= server_date(server)))
        return NULL;
    return &entry->caller;
}

/* Adds what the store found. If anything was removed since the request, the row may be older than
 * that, and is not cached. */
static void add_entry(struct server *server, const struct caller *caller, uint64_t generation)
{
    struct identity_cache *cache = server->identity_cache;
    char key[KEY_SIZE];
    write_key(caller->hash, key);
    if (generation != cache->generation || map_get(&cache->map, key))
        return;
    drop_expired(cache, server->now);
    if (cache->map.count >= IDENTITIES_MAX)
        drop_entry(cache, first_entry(cache));
    struct cached_identity *entry = calloc(1, sizeof *entry);
    if (!entry)
        return;
    entry->caller = *caller;
    entry->until = server->now + LIFETIME_MS;
    list_add(&cache->order, &entry->node);
    if (!map_put(&cache->map, key, entry))
        drop_entry(cache, entry);
}

struct identity_request {
    struct pending_request pending;
    caller_callback *callback;
    void *context;
    uint64_t generation; /* of the cache, when the request was made */
    identity_reader *read;
    struct caller caller;
};

static void finish_lookup(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct identity_request *request = context;
    struct server *server = request->pending.server;
    if (server) {
        struct caller known = request->caller;
        request->caller.is_unsure = outcome != STORE_DONE;
        if (outcome == STORE_DONE && store_next_row(job) && request->read(server, job, &known)) {
            request->caller = known;
            add_entry(server, &known, request->generation);
        }
        request->callback(request->context, &request->caller);
    }
    pending_destroy(&request->pending);
}

void identity_cache_lookup(struct server *server, const struct identity_query *query,
                           caller_callback *callback, void *context)
{
    const struct caller *known = find_cached(server, query->caller.hash);
    struct identity_request *request =
        known ? NULL : pending_create(&server->pending, sizeof *request);
    if (!request) {
        const struct caller caller = known ? *known : query->caller;
        callback(context, &caller);
        return;
    }
    request->callback = callback;
    request->context = context;
    request->generation = server->identity_cache->generation;
    request->read = query->read;
    request->caller = query->caller;
    struct store_job *job = store_job_create();
    store_call(job, query->statement);
    store_bind_bytes(job, query->caller.hash, HASH_SIZE);
    store_read(server->store, job, finish_lookup, request);
}

// ---- removing ------------------------------------------------------------------------------

static void drop_secret(struct invalidation_listener *listener, const char *key)
{
    struct identity_cache *cache = LIST_OWNER(listener, struct identity_cache, secrets);
    struct cached_identity *entry = map_get(&cache->map, key);
    cache->generation++;
    if (entry)
        drop_entry(cache, entry);
}

static void drop_person(struct identity_cache *cache, const char *id)
{
    cache->generation++;
    for (struct list *node = cache->order.next, *next; node != &cache->order; node = next) {
        struct cached_identity *entry = LIST_OWNER(node, struct cached_identity, node);
        next = node->next;
        if (!strcmp(entry->caller.who.id, id))
            drop_entry(cache, entry);
    }
}

static void drop_invalid_person(struct invalidation_listener *listener, const char *id)
{
    drop_person(LIST_OWNER(listener, struct identity_cache, people), id);
}

static void drop_all(struct identity_cache *cache)
{
    cache->generation++;
    while (!list_is_empty(&cache->order))
        drop_entry(cache, first_entry(cache));
}

static void drop_all_invalid(struct invalidation_listener *listener)
{
    drop_all(listener->server->identity_cache);
}

void identity_cache_remove(struct server *server, const uint8_t hash[HASH_SIZE])
{
    char key[KEY_SIZE];
    write_key(hash, key);
    invalidation_publish(server, INVALIDATE_SECRET, key);
}

void identity_cache_remove_person(struct server *server, const char *id)
{
    invalidation_publish(server, INVALIDATE_IDENTITY, id);
}

void identity_cache_remove_person_local(struct server *server, const char *id)
{
    drop_person(server->identity_cache, id);
}

// ---- the module ----------------------------------------------------------------------------

rk_err identity_cache_create(struct server *server)
{
    struct identity_cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        return RK_NO_MEMORY;
    server->identity_cache = cache;
    map_init(&cache->map, server_random(server));
    list_init(&cache->order);
    cache->secrets = (struct invalidation_listener){
        .kind = INVALIDATE_SECRET, .on_invalid = drop_secret, .on_all_invalid = drop_all_invalid};
    cache->people = (struct invalidation_listener){.kind = INVALIDATE_IDENTITY,
                                                   .on_invalid = drop_invalid_person,
                                                   .on_all_invalid = drop_all_invalid};
    invalidation_listen(server, &cache->secrets);
    invalidation_listen(server, &cache->people);
    return RK_OK;
}

void identity_cache_destroy(struct server *server)
{
    struct identity_cache *cache = server->identity_cache;
    if (!cache)
        return;
    drop_all(cache);
    map_fini(&cache->map);
    list_remove(&cache->secrets.node);
    list_remove(&cache->people.node);
    free(cache);
    server->identity_cache = NULL;
}
