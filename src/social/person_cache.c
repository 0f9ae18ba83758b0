/* SPDX-License-Identifier: MIT */
#include "social/person_cache.h"

#include <stdio.h>
#include <stdlib.h>

#include "accounts/account_row.h"
#include "accounts/presence.h"
#include "cluster/invalidation.h"
#include "core/pending.h"
#include "social/account_settings.h"

enum { CACHED_MAX = 65536 };

struct cached_person {
    bool loaded;
    bool is_stale;   /* read it again before it is used */
    uint64_t number; /* of the request that loads it */
    struct preferences preferences;
    char id[IDENTITY_ID_MAX + 1];
};

struct person_cache {
    struct map people;
    uint64_t requests;
    struct presence_listener presence;
    struct invalidation_listener invalidations;
};

// ---- the cache -------------------------------------------------------------------------------

static bool has_account(const char *id)
{
    return id[0] && id[0] != '~' && id[0] != '!';
}

/* A user who is offline is loaded again when needed. */
static void drop_offline(struct server *server)
{
    struct map *people = &server->person_cache->people;
    size_t at = 0;
    for (struct cached_person *person; (person = map_next(people, &at));)
        if (!presence_is_online(server, person->id)) {
            map_remove(people, person->id);
            free(person);
        }
}

static struct cached_person *add_person(struct server *server, const char *id)
{
    struct map *people = &server->person_cache->people;
    if (people->count >= CACHED_MAX)
        drop_offline(server);
    struct cached_person *person = calloc(1, sizeof *person);
    if (!person)
        return NULL;
    person->preferences = preferences_default();
    snprintf(person->id, sizeof person->id, "%s", id);
    if (map_put(people, id, person))
        return person;
    free(person);
    return NULL;
}

// ---- loading ---------------------------------------------------------------------------------

struct load_request {
    struct pending_request pending;
    uint64_t number;
    char id[IDENTITY_ID_MAX + 1];
};

static void read_preferences(const struct store_job *job, struct cached_person *person)
{
    struct account_settings settings;
    account_settings_parse(store_get_text(job, 1), &settings);
    person->preferences = settings.preferences;
    account_settings_fini(&settings);
}

static void finish_load(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct load_request *request = context;
    struct server *server = request->pending.server;
    struct cached_person *person =
        server ? map_get(&server->person_cache->people, request->id) : NULL;
    if (!person || person->number != request->number)
        ; // it was dropped meanwhile, or is being loaded again
    else if (outcome == STORE_DONE && store_next_row(job)) {
        person->loaded = true;
        read_preferences(job, person);
    } else if (person->loaded && outcome != STORE_DONE) {
        person->is_stale = true; // keep the old values and retry
    } else {
        map_remove(&server->person_cache->people, request->id);
        free(person);
    }
    pending_destroy(&request->pending);
}

/* What an earlier request finds is ignored. False: out of memory. */
static bool start_loading(struct server *server, struct cached_person *person)
{
    struct load_request *request = pending_create(&server->pending, sizeof *request);
    if (!request)
        return false;
    person->number = request->number = ++server->person_cache->requests;
    person->is_stale = false;
    snprintf(request->id, sizeof request->id, "%s", person->id);
    struct store_job *job = store_job_create();
    store_call(job, STORE_SETTINGS);
    store_bind_text(job, person->id);
    store_read(server->store, job, finish_load, request);
    return true;
}

void person_load(struct server *server, const char *id)
{
    if (!has_account(id) || map_get(&server->person_cache->people, id))
        return;
    struct cached_person *person = add_person(server, id);
    if (person && !start_loading(server, person))
        free(map_remove(&server->person_cache->people, id));
}

// ---- reading and setting ---------------------------------------------------------------------

struct preferences person_preferences(struct server *server, const char *id)
{
    struct cached_person *person = map_get(&server->person_cache->people, id);
    if (person && person->is_stale)
        (void)start_loading(server, person);
    if (person)
        return person->preferences;
    person_load(server, id);
    return preferences_default();
}

void person_set_preferences(struct server *server, const char *id,
                            const struct preferences *preferences)
{
    struct cached_person *person = map_get(&server->person_cache->people, id);
    if (person && person->loaded)
        person->preferences = *preferences;
    invalidation_publish(server, INVALIDATE_PREFERENCES, id);
}

// ---- changes ---------------------------------------------------------------------------------

/* If the person is being loaded, what is read may be older, so it is read again. */
static void on_person_invalid(struct invalidation_listener *listener, const char *id)
{
    struct server *server = listener->server;
    struct cached_person *person = map_get(&server->person_cache->people, id);
    if (person && !start_loading(server, person))
        person->is_stale = true;
}

/* They are read one by one, when they are needed. */
static void on_all_people_invalid(struct invalidation_listener *listener)
{
    size_t at = 0;
    for (struct cached_person *person;
         (person = map_next(&listener->server->person_cache->people, &at));)
        person->is_stale = true;
}

// ---- the module ------------------------------------------------------------------------------

static void on_presence(struct presence_listener *listener, const char *who)
{
    if (presence_is_online(listener->server, who))
        person_load(listener->server, who);
}

rk_err person_cache_create(struct server *server)
{
    server->person_cache = calloc(1, sizeof *server->person_cache);
    if (!server->person_cache)
        return RK_NO_MEMORY;
    map_init(&server->person_cache->people, server_random(server));
    server->person_cache->presence.on_changed = on_presence;
    presence_listen(server, &server->person_cache->presence);
    server->person_cache->invalidations =
        (struct invalidation_listener){.kind = INVALIDATE_PREFERENCES,
                                       .on_invalid = on_person_invalid,
                                       .on_all_invalid = on_all_people_invalid};
    invalidation_listen(server, &server->person_cache->invalidations);
    return RK_OK;
}

void person_cache_destroy(struct server *server)
{
    if (!server->person_cache)
        return;
    size_t at = 0;
    for (struct cached_person *person; (person = map_next(&server->person_cache->people, &at));)
        free(person);
    map_fini(&server->person_cache->people);
    list_remove(&server->person_cache->invalidations.node);
    free(server->person_cache);
    server->person_cache = NULL;
}
