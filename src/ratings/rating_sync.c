/* SPDX-License-Identifier: MIT */
#include "ratings/rating_sync.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "ratings/ratings_internal.h"

enum {
    BATCH_MS = 250, /* changes within this time are read together */
    BATCH_MAX = 100
};

// ---- messages --------------------------------------------------------------------------------

enum { PERF_MAX = 15, VERSION_MAX = 10 }; /* letters, digits */
_Static_assert(IDENTITY_ID_MAX + PERF_MAX + VERSION_MAX + 2 <= MAP_KEY_MAX, "they make a key");

void rating_sync_publish(struct server *server, const char *account, enum perf perf,
                         const struct rating *rating)
{
    char key[MAP_KEY_MAX + 1];
    snprintf(key, sizeof key, "%s %s %lld", account, perf_key(perf), (long long)rating->version);
    invalidation_publish(server, INVALIDATE_RATING, key);
}

struct rating_key {
    char name[IDENTITY_ID_MAX + PERF_MAX + 2]; /* "anna blitz" */
    char account[IDENTITY_ID_MAX + 1];
    enum perf perf;
    int64_t version;
};

/* False if it is not one, or of a perf that only newer programs know. */
static bool parse_key(const char *text, struct rating_key *out)
{
    const size_t account = strcspn(text, " "),
                 perf = strcspn(text + account + !!text[account], " ");
    const size_t size = account + 1 + perf;
    if (!account || account > IDENTITY_ID_MAX || !perf || perf > PERF_MAX || text[size] != ' ')
        return false;
    memcpy(out->account, text, account);
    memcpy(out->name, text, size);
    out->account[account] = out->name[size] = '\0';
    out->version = strtoll(text + size, NULL, 10);
    return perf_from_key(out->name + account + 1, &out->perf);
}

static bool is_known(const struct server *server, const struct rating_key *key)
{
    const struct rated_player *player = rated_player_find(server, key->account);
    const struct rating_entry *entry = player ? player->entries[key->perf] : NULL;
    return entry && entry->stored.version >= key->version;
}

// ---- reading ---------------------------------------------------------------------------------

static void read_batch(void *context);

static void set_tick(struct server *server)
{
    struct rating_sync *sync = &server->ratings->sync;
    if (!timer_is_set(&sync->tick))
        (void)timer_set(&server->timers, &sync->tick, server->now + BATCH_MS, read_batch, server);
}

static void on_batch(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *request = context;
    struct server *server = request->server;
    pending_destroy(request);
    if (!server)
        return;
    while (outcome == STORE_DONE && store_next_row(job))
        (void)ratings_take_row(server, job);
    if (outcome != STORE_DONE)
        ratings_read_again(server); // with pauses, until it succeeds
}

/* Adds the reads of at most BATCH_MAX ratings. */
static void take_keys(struct map *changed, struct store_job *job)
{
    size_t at = 0, count = 0;
    for (struct rating_key *key; count < BATCH_MAX && (key = map_next(changed, &at)); count++) {
        store_call(job, STORE_RATED_PLAYER);
        store_bind_text(job, key->account);
        store_bind_text(job, perf_key(key->perf));
        map_remove(changed, key->name);
        free(key);
    }
}

static void read_batch(void *context)
{
    struct server *server = context;
    struct map *changed = &server->ratings->sync.changed;
    struct pending_request *request =
        changed->count ? pending_create(&server->ratings->pending, sizeof *request) : NULL;
    if (!request)
        return;
    struct store_job *job = store_job_create();
    take_keys(changed, job);
    store_read(server->store, job, on_batch, request);
    if (changed->count)
        set_tick(server);
}

static void add_key(struct server *server, const struct rating_key *key)
{
    struct map *changed = &server->ratings->sync.changed;
    struct rating_key *copy = map_get(changed, key->name) ? NULL : malloc(sizeof *copy);
    if (!copy)
        return;
    *copy = *key;
    if (!map_put(changed, key->name, copy))
        free(copy); // the next change of this rating, or the next check, finds it
}

static void on_rating_invalid(struct invalidation_listener *listener, const char *text)
{
    struct server *server = listener->server;
    struct rating_key key;
    if (!parse_key(text, &key) || is_known(server, &key))
        return;
    add_key(server, &key);
    set_tick(server);
}

static void on_all_ratings_invalid(struct invalidation_listener *listener)
{
    ratings_read_again(listener->server);
}

// ---- the module ------------------------------------------------------------------------------

void rating_sync_init(struct server *server)
{
    struct rating_sync *sync = &server->ratings->sync;
    map_init(&sync->changed, server_random(server));
    sync->invalidations = (struct invalidation_listener){.kind = INVALIDATE_RATING,
                                                         .on_invalid = on_rating_invalid,
                                                         .on_all_invalid = on_all_ratings_invalid};
    invalidation_listen(server, &sync->invalidations);
}

void rating_sync_fini(struct server *server)
{
    struct rating_sync *sync = &server->ratings->sync;
    size_t at = 0;
    for (struct rating_key *key; (key = map_next(&sync->changed, &at));)
        free(key);
    map_fini(&sync->changed);
    timer_stop(&server->timers, &sync->tick);
    list_remove(&sync->invalidations.node);
}
