/* SPDX-License-Identifier: MIT */
#include "lobby/seeks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/blocks.h"
#include "base/milliseconds.h"
#include "core/limits.h"
#include "core/pending.h"
#include "lobby/game_ids.h"
#include "lobby/pairing.h"
#include "lobby/seek_match.h"
#include "lobby/seek_table.h"

enum {
    LOBBY_MAX = 1000,
    PERSISTENT_MAX = 5, /* of one person */
    EXPIRY_RETRY_MS = MINUTE_MS,
    LIFE_DAYS = 30
};

const struct seek *seek_find_by_owner(struct server *server, const char *who)
{
    const struct lobby_seek *entry = lobby_seek_find_by_owner(server->seeks, who);
    return entry ? &entry->seek : NULL;
}

// ---- watchers --------------------------------------------------------------------------------

void lobby_watch(struct server *server, struct lobby_watcher *watcher)
{
    struct seeks *seeks = server->seeks;
    list_add(&seeks->watchers, &watcher->node);
    for (struct list *node = seeks->lobby.next; node != &seeks->lobby; node = node->next)
        lobby_seek_report(lobby_seek_at(node), watcher);
}

void lobby_unwatch(struct lobby_watcher *watcher)
{
    list_remove(&watcher->node);
}

// ---- removing --------------------------------------------------------------------------------

bool seek_remove(struct server *server, const char *id, const char *who)
{
    struct seeks *seeks = server->seeks;
    struct lobby_seek *entry = lobby_seek_find(&seeks->lobby, id);
    struct lobby_seek *hidden = entry ? NULL : lobby_seek_find(&seeks->hidden, id);
    if (hidden && !strcmp(hidden->seek.who.id, who)) {
        hidden->seek.on_end = NULL; // if the game starts, it is too late to cancel
        hidden->cancelled = true;
        return true;
    }
    if (!entry || strcmp(entry->seek.who.id, who) != 0)
        return false;
    lobby_seek_hide(entry);
    lobby_seek_delete(entry);
    return true;
}

void seek_end_of_player(struct server *server, const char *who, const char *game)
{
    struct lobby_seek *entry = lobby_seek_find_by_owner(server->seeks, who);
    if (!entry)
        return;
    lobby_seek_hide(entry);
    lobby_seek_end(entry, game, NULL);
}

static void remove_by_owner(struct server *server, struct list *list, const char *who)
{
    for (struct list *node = list->next, *next; node != list; node = next) {
        next = node->next;
        (void)seek_remove(server, lobby_seek_at(node)->seek.id, who);
    }
}

static void remove_deactivated(struct server *server, struct list *list, const struct map *accounts)
{
    for (struct list *node = list->next, *next; node != list; node = next) {
        next = node->next;
        const struct seek *seek = &lobby_seek_at(node)->seek;
        if (map_get(accounts, seek->who.id))
            (void)seek_remove(server, seek->id, seek->who.id);
    }
}

/* Removes the seeks of accounts that were closed or banned. */
static void remove_all_deactivated(struct server *server, const struct map *accounts)
{
    remove_deactivated(server, &server->seeks->hidden, accounts);
    remove_deactivated(server, &server->seeks->lobby, accounts);
}

/* Removes all seeks of a person from disk. */
struct removal_request {
    struct pending_request pending;
    seek_callback *callback;
    void *context;
};

static void finish_removal(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct removal_request *request = context;
    const struct reply reply =
        reply_make(outcome == STORE_DONE ? NOT_REFUSED : REFUSED_STORE, NULL);
    if (request->pending.server)
        request->callback(request->context, &reply, NULL);
    pending_destroy(&request->pending);
}

void seeks_remove_all(struct server *server, const char *who, seek_callback *callback,
                      void *context)
{
    struct removal_request *request = pending_create(&server->seeks->pending, sizeof *request);
    if (!request) {
        const struct reply reply = reply_make(REFUSED_BUSY, NULL);
        callback(context, &reply, NULL);
        return;
    }
    request->callback = callback;
    request->context = context;
    remove_by_owner(server, &server->seeks->hidden, who);
    remove_by_owner(server, &server->seeks->lobby, who);
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_ACCOUNT_SEEKS);
    store_bind_text(job, who);
    store_write(server->store, job, finish_removal, request);
}

static void expire_seek(void *context);

static int64_t expiry_date(const struct lobby_seek *entry)
{
    return entry->seek.created_at + LIFE_DAYS * DAY_MS;
}

static bool set_expiry(struct lobby_seek *entry)
{
    return !entry->seek.persistent || server_set_date_timer(entry->server, &entry->expiry,
                                                            expiry_date(entry), expire_seek, entry);
}

static void expire_seek(void *context)
{
    struct lobby_seek *entry = context;
    struct server *server = entry->server;
    if (server_date(server) < expiry_date(entry)) {
        (void)set_expiry(entry);
    } else if (lobby_seek_find(&server->seeks->lobby, entry->seek.id)) {
        lobby_seek_hide(entry);
        lobby_seek_end(entry, NULL, "expired after 30 days");
    } else // its game is starting; check again later
        (void)timer_set(&server->timers, &entry->expiry, server->now + EXPIRY_RETRY_MS, expire_seek,
                        entry);
}

// ---- checks ----------------------------------------------------------------------------------

/* Whether a person may look for a game with these settings; sets `reply` if not. */
static bool may_play(struct server *server, const struct identity *who, const char *address,
                     const struct game_settings *settings, struct reply *reply)
{
    const bool guest = who->role == ROLE_GUEST;
    const char *fault = guest_fault(server, who, settings);
    unsigned wait;
    if (server->stopping)
        *reply = reply_make(REFUSED_STOPPING, NULL);
    else if (!*who->id)
        *reply = reply_make(REFUSED_UNAUTHENTICATED, NULL);
    else if (who->role == ROLE_BOT)
        *reply = reply_make(REFUSED_FORBIDDEN, "bots can only play by challenge");
    else if (fault)
        *reply = reply_make(REFUSED_FORBIDDEN, fault);
    else if (guest && (wait = limits_take(server, LIMIT_GUEST_SEEK, address ? address : "", 1)))
        *reply = reply_rate_limited(LIMIT_GUEST_SEEK, wait);
    else if (!guest && (wait = limits_take(server, LIMIT_SEEK, who->id, 1)))
        *reply = reply_rate_limited(LIMIT_SEEK, wait);
    else
        return true;
    return false;
}

static size_t count_persistent(struct list *list, const char *who)
{
    size_t count = 0;
    for (struct list *node = list->next; node != list; node = node->next) {
        const struct seek *seek = &lobby_seek_at(node)->seek;
        count += seek->persistent && !strcmp(seek->who.id, who);
    }
    return count;
}

static bool has_max_persistent(struct seeks *seeks, const char *who)
{
    return count_persistent(&seeks->lobby, who) + count_persistent(&seeks->hidden, who) >=
           PERSISTENT_MAX;
}

/* Checks a request apart from who makes it; sets `reply` if it is refused. */
static bool check_params(struct server *server, const struct seek_params *params,
                         struct reply *reply)
{
    const struct pair alone = {.first = *params->who, .settings = *params->settings};
    const char *fault = pair_fault(server, &alone);
    struct seek range;
    if (fault)
        *reply = reply_make(REFUSED_NOT_NOW, fault);
    else if (!seek_parse_range(params->rating_range, &range))
        *reply = reply_make(REFUSED_SYNTAX, "invalid rating range: try 1500-1800");
    else if (params->persistent && game_settings_has_clock(params->settings))
        *reply = reply_make(REFUSED_SYNTAX, "only seeks for correspondence games are stored");
    else if (params->persistent && has_max_persistent(server->seeks, params->who->id))
        *reply = reply_make(REFUSED_NOT_NOW, "you can have at most 5 correspondence seeks");
    else
        return true;
    return false;
}

// ---- accepting -------------------------------------------------------------------------------

/* Why the player is outside the seek's range, written to `out`; NULL: they are not. */
static const char *range_fault(struct server *server, const struct seek *seek,
                               const struct identity *by, char *out, size_t size)
{
    char range[SEEK_RANGE_SIZE];
    const int64_t rating = pair_rating(server, by, &seek->settings);
    if (seek_accepts_rating(seek, rating))
        return NULL;
    seek_write_range(seek, range);
    if (rating)
        snprintf(out, size, "this seek is for ratings %s, yours is %d", range, (int)rating);
    else
        snprintf(out, size, "this seek is for ratings %s, and you have none", range);
    return out;
}

void seek_accept(struct server *server, const char *id, const struct identity *by,
                 const char *address, seek_callback *callback, void *context)
{
    struct lobby_seek *sought = lobby_seek_find(&server->seeks->lobby, id);
    struct reply reply;
    struct pair pair;
    const char *fault = NULL;
    char text[120];
    if (sought && blocks_exist_between(server, sought->seek.who.id, by->id))
        sought = NULL; // the lobby does not show it
    if (sought) {
        pair = seek_match_pair(&sought->seek, by, CHOOSE_RANDOM);
        fault = pair_fault(server, &pair);
    }
    if (!sought)
        reply = reply_make(REFUSED_NOT_FOUND, "no such seek");
    else if (fault)
        reply = reply_make(REFUSED_NOT_NOW, fault);
    else if ((fault = range_fault(server, &sought->seek, by, text, sizeof text)))
        reply = reply_make(REFUSED_FORBIDDEN, fault);
    else if (may_play(server, by, address, &pair.settings, &reply)) {
        seek_match_start(server, sought, &pair, callback, context);
        return;
    }
    callback(context, &reply, NULL);
}

// ---- adding ----------------------------------------------------------------------------------

/* The new seek was accepted, so the one that it replaces ends. */
static void end_previous_seek(struct server *server, const char *who)
{
    struct lobby_seek *previous = lobby_seek_find_by_owner(server->seeks, who);
    if (!previous)
        return;
    lobby_seek_hide(previous);
    lobby_seek_end(previous, NULL, "replaced by a new seek");
}

/* Creates a seek that is in no list yet; NULL if out of memory. */
static struct lobby_seek *create_seek(struct server *server, const struct seek_params *params,
                                      void *context)
{
    struct lobby_seek *entry = calloc(1, sizeof *entry);
    if (!entry)
        return NULL;
    struct seek *seek = &entry->seek;
    entry->server = server;
    list_init(&seek->node);
    do
        game_id_generate(server, params->who->id, seek->id);
    while (lobby_seek_find(&server->seeks->lobby, seek->id) ||
           lobby_seek_find(&server->seeks->hidden, seek->id));
    seek->who = *params->who;
    seek->settings = *params->settings;
    (void)seek_parse_range(params->rating_range, seek);
    seek->casual_for_guests = params->casual_for_guests;
    seek->created_at = server_date(server);
    seek->persistent = params->persistent;
    seek->on_end = params->on_end;
    seek->context = context;
    return entry;
}

/* Stores a persistent seek. */
struct store_request {
    struct pending_request pending;
    struct lobby_seek *entry;
    seek_callback *callback;
    void *context;
};

/* Another seek that matches may have been added while this one was written. Then their game starts
 * instead, and this returns true. */
static bool match_after_store(struct lobby_seek *entry, seek_callback *callback, void *context)
{
    struct server *server = entry->server;
    const struct seek *seek = &entry->seek;
    struct lobby_seek *sought =
        entry->cancelled || entry->dropped ? NULL : seek_match_find(server, seek);
    if (!sought)
        return false;
    const struct pair pair = seek_match_pair(&sought->seek, &seek->who, seek->settings.side_choice);
    lobby_seek_delete(
        entry); // nobody has seen it yet; its row is deleted before the game is written
    seek_match_start(server, sought, &pair, callback, context);
    return true;
}

static void finish_store_seek(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct store_request *request = context;
    struct lobby_seek *entry = request->entry;
    seek_callback *callback = request->callback;
    void *callback_context = request->context;
    const bool is_over = !request->pending.server;
    pending_destroy(&request->pending);
    if (is_over || (outcome == STORE_DONE && match_after_store(entry, callback, callback_context)))
        return;
    char id[GAME_ID_SIZE + 1];
    memcpy(id, entry->seek.id, sizeof id);
    const struct reply reply =
        reply_make(outcome == STORE_DONE ? NOT_REFUSED : REFUSED_STORE, NULL);
    if (outcome == STORE_DONE)
        lobby_seek_restore(entry, true);
    else if (outcome == STORE_UNKNOWN)
        lobby_seek_delete(entry); // its row may be there
    else
        lobby_seek_free(entry);
    callback(callback_context, &reply, outcome == STORE_DONE ? id : NULL);
}

/* Shows the seek when it is on disk; false if out of memory. */
static bool store_seek(struct lobby_seek *entry, seek_callback *callback, void *context)
{
    struct server *server = entry->server;
    struct store_request *request = pending_create(&server->seeks->pending, sizeof *request);
    if (!request)
        return false;
    request->entry = entry;
    request->callback = callback;
    request->context = context;
    list_add(&server->seeks->hidden, &entry->seek.node);
    struct store_job *job = store_job_create();
    seek_add_row(job, &entry->seek);
    store_write(server->store, job, finish_store_seek, request);
    return true;
}

/* Adds a seek to the lobby. */
static void add_to_lobby(struct server *server, const struct seek_params *params,
                         seek_callback *callback, void *context)
{
    const bool full = server->seeks->count >= LOBBY_MAX;
    struct lobby_seek *entry = full ? NULL : create_seek(server, params, context);
    const bool persists = entry && entry->seek.persistent;
    if (persists && set_expiry(entry) && store_seek(entry, callback, context))
        return;
    if (!entry || persists) {
        const struct reply reply = reply_make(REFUSED_BUSY, full ? "the lobby is full" : NULL);
        if (entry)
            lobby_seek_free(entry);
        callback(context, &reply, NULL);
        return;
    }
    char id[GAME_ID_SIZE + 1];
    memcpy(id, entry->seek.id, sizeof id); // the callback may end the seek
    const struct reply reply = reply_make(NOT_REFUSED, NULL);
    end_previous_seek(server, entry->seek.who.id);
    lobby_seek_show(entry);
    callback(context, &reply, id);
}

void seek_add(struct server *server, const struct seek_params *params, seek_callback *callback,
              void *context)
{
    struct reply reply;
    if (!may_play(server, params->who, params->address, params->settings, &reply) ||
        !check_params(server, params, &reply)) {
        callback(context, &reply, NULL);
        return;
    }
    struct seek wanted = {.who = *params->who,
                          .settings = *params->settings,
                          .casual_for_guests = params->casual_for_guests};
    (void)seek_parse_range(params->rating_range, &wanted);
    struct lobby_seek *sought = seek_match_find(server, &wanted);
    if (sought) {
        const struct pair pair =
            seek_match_pair(&sought->seek, params->who, params->settings->side_choice);
        seek_match_start(server, sought, &pair, callback, context);
    } else
        add_to_lobby(server, params, callback, context);
}

// ---- the module ------------------------------------------------------------------------------

static bool is_known(struct seeks *seeks, const char *id)
{
    return lobby_seek_find(&seeks->lobby, id) || lobby_seek_find(&seeks->hidden, id);
}

static void load_row(struct server *server, const struct store_job *row)
{
    rk_fault fault = {.text = ""};
    struct lobby_seek *entry = calloc(1, sizeof *entry);
    if (!entry)
        return;
    if (seek_read(row, &entry->seek, &fault)) {
        log_line(server->log, LOG_WARNING, "cannot read seek %s: %s", store_get_text(row, 0),
                 fault.text);
        free(entry);
        return;
    }
    entry->server = server;
    list_init(&entry->seek.node);
    if (!is_known(server->seeks, entry->seek.id) && set_expiry(entry))
        lobby_seek_show(entry);
    else
        free(entry);
}

static void bind_oldest_date(struct server *server, struct store_job *job)
{
    store_bind_integer(job, server_date(server) - LIFE_DAYS * DAY_MS);
}

static void apply_seeks(struct server *server, struct store_job *job)
{
    while (shard_is_ours(server, SHARD_LOBBY) && store_next_row(job))
        load_row(server, job);
}

static void delete_old(struct server *server)
{
    if (server->clock_set_at)
        return; // the clock may be wrong: they may not be old
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_OLD_SEEKS);
    bind_oldest_date(server, job);
    store_write(server->store, job, NULL, NULL);
}

/* Until now, the seeks were replicas of those of another node. */
static void on_seeks_gained(struct shards_listener *listener, unsigned shard, int64_t alive_until)
{
    (void)alive_until;
    struct seeks *seeks = LIST_OWNER(listener, struct seeks, shards);
    if (shard != SHARD_LOBBY)
        return;
    lobby_seeks_drop(seeks);
    delete_old(seeks->server);
    seeks->stored.done = false;
    stored_state_load(seeks->server, &seeks->stored);
}

static void on_seeks_lost(struct shards_listener *listener, unsigned shard)
{
    if (shard == SHARD_LOBBY)
        lobby_seeks_drop(LIST_OWNER(listener, struct seeks, shards));
}

static bool on_seeks_release(struct shards_listener *listener, unsigned shard)
{
    const struct seeks *seeks = LIST_OWNER(listener, struct seeks, shards);
    return shard != SHARD_LOBBY || list_is_empty(&seeks->pending.requests);
}

rk_err seeks_create(struct server *server)
{
    struct seeks *seeks = calloc(1, sizeof *seeks);
    if (!seeks)
        return RK_NO_MEMORY;
    list_init(&seeks->lobby);
    list_init(&seeks->hidden);
    pending_list_init(&seeks->pending, server);
    list_init(&seeks->watchers);
    seeks->server = server;
    server->seeks = seeks;
    seeks->deactivations.on_deactivated = remove_all_deactivated;
    deactivation_listen(server, &seeks->deactivations);
    seeks->stored = (struct stored_state){.what = "correspondence seeks",
                                          .statement = STORE_SEEKS,
                                          .bind = bind_oldest_date,
                                          .apply = apply_seeks};
    seeks->shards = (struct shards_listener){
        .on_gained = on_seeks_gained, .on_lost = on_seeks_lost, .on_release = on_seeks_release};
    shards_listen(server, &seeks->shards);
    return RK_OK;
}

bool seeks_ready(const struct server *server)
{
    return server->seeks->stored.done || !shard_is_ours(server, SHARD_LOBBY);
}

void seeks_destroy(struct server *server)
{
    struct seeks *seeks = server->seeks;
    if (!seeks)
        return;
    while (!list_is_empty(&seeks->lobby))
        lobby_seek_free(lobby_seek_at(seeks->lobby.next));
    while (!list_is_empty(&seeks->hidden))
        lobby_seek_free(lobby_seek_at(seeks->hidden.next));
    stored_state_stop(server, &seeks->stored);
    pending_cancel_all(&seeks->pending);
    while (!list_is_empty(&seeks->watchers))
        list_remove(seeks->watchers.next);
    list_remove(&seeks->deactivations.node);
    list_remove(&seeks->shards.node);
    buffer_fini(&seeks->removed);
    free(seeks);
    server->seeks = NULL;
}
