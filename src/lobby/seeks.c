/* SPDX-License-Identifier: MIT */
#include "lobby/seeks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/deactivation.h"
#include "base/milliseconds.h"
#include "core/limits.h"
#include "core/pending.h"
#include "lobby/pairing.h"

enum {
    LOBBY_MAX = 1000,
    PERSISTENT_MAX = 5, /* of one person */
    RATING_MAX = 4000,
    EXPIRY_RETRY_MS = MINUTE_MS,
    LIFE_DAYS = 30
};

/* A seek in the lobby. */
struct lobby_seek {
    struct seek seek; /* the first member, so that a pointer to it is one to the entry */
    struct server *server;
    struct timer expiry; /* of a persistent seek */
    bool cancelled;      /* by its owner, while its game was starting */
};

struct seeks {
    struct list lobby;           /* the visible ones, oldest first */
    struct list hidden;          /* being written, or their game is starting */
    struct pending_list pending; /* seeks being stored or removed, games being started */
    struct list watchers;
    struct deactivation_listener deactivations;
    size_t count; /* in the lobby */
};

static struct lobby_seek *lobby_seek_at(struct list *node)
{
    return (struct lobby_seek *)LIST_OWNER(node, struct seek, node);
}

static void free_seek(struct lobby_seek *entry)
{
    timer_stop(&entry->server->timers, &entry->expiry);
    list_remove(&entry->seek.node);
    free(entry);
}

/* Removes a seek that has ended, also from disk. */
static void delete_seek(struct lobby_seek *entry)
{
    if (entry->seek.persistent) {
        struct store_job *job = store_job_create();
        seek_delete_row(job, &entry->seek);
        store_write(entry->server->store, job, NULL, NULL);
    }
    free_seek(entry);
}

static struct lobby_seek *find_seek(struct list *list, const char *id)
{
    for (struct list *node = list->next; node != list; node = node->next)
        if (!strcmp(lobby_seek_at(node)->seek.id, id))
            return lobby_seek_at(node);
    return NULL;
}

static struct lobby_seek *find_by_owner(struct seeks *seeks, const char *who)
{
    struct list *lobby = &seeks->lobby;
    for (struct list *node = lobby->next; node != lobby; node = node->next) {
        const struct seek *seek = &lobby_seek_at(node)->seek;
        if (!seek->persistent && !strcmp(seek->who.id, who))
            return lobby_seek_at(node);
    }
    return NULL;
}

const struct seek *seek_find_by_owner(struct server *server, const char *who)
{
    const struct lobby_seek *entry = find_by_owner(server->seeks, who);
    return entry ? &entry->seek : NULL;
}

// ---- watchers --------------------------------------------------------------------------------

// A watcher may leave during the call, so the next one is read first.
static void report_added(struct seeks *seeks, const struct seek *seek)
{
    for (struct list *node = seeks->watchers.next, *next; node != &seeks->watchers; node = next) {
        next = node->next;
        struct lobby_watcher *watcher = LIST_OWNER(node, struct lobby_watcher, node);
        watcher->on_added(watcher, seek);
    }
}

static void report_removed(struct seeks *seeks, const char *id)
{
    for (struct list *node = seeks->watchers.next, *next; node != &seeks->watchers; node = next) {
        next = node->next;
        struct lobby_watcher *watcher = LIST_OWNER(node, struct lobby_watcher, node);
        watcher->on_removed(watcher, id);
    }
}

void lobby_watch(struct server *server, struct lobby_watcher *watcher)
{
    struct seeks *seeks = server->seeks;
    list_add(&seeks->watchers, &watcher->node);
    for (struct list *node = seeks->lobby.next; node != &seeks->lobby; node = node->next)
        watcher->on_added(watcher, &lobby_seek_at(node)->seek);
}

void lobby_unwatch(struct lobby_watcher *watcher)
{
    list_remove(&watcher->node);
}

// ---- showing and removing --------------------------------------------------------------------

static void show_seek(struct lobby_seek *entry)
{
    struct seeks *seeks = entry->server->seeks;
    list_remove(&entry->seek.node);
    list_add(&seeks->lobby, &entry->seek.node);
    seeks->count++;
    report_added(seeks, &entry->seek);
}

/* Takes a seek out of the lobby while its game starts. */
static void hide_seek(struct lobby_seek *entry)
{
    struct seeks *seeks = entry->server->seeks;
    list_remove(&entry->seek.node);
    list_add(&seeks->hidden, &entry->seek.node);
    seeks->count--;
    report_removed(seeks, entry->seek.id);
}

/* Ends a hidden seek and tells its owner. */
static void end_seek(struct lobby_seek *entry, const char *game, const char *why)
{
    const struct seek seek = entry->seek;
    delete_seek(entry);
    if (seek.on_end)
        seek.on_end(seek.context, game, why);
}

bool seek_remove(struct server *server, const char *id, const char *who)
{
    struct seeks *seeks = server->seeks;
    struct lobby_seek *entry = find_seek(&seeks->lobby, id);
    struct lobby_seek *hidden = entry ? NULL : find_seek(&seeks->hidden, id);
    if (hidden && !strcmp(hidden->seek.who.id, who)) {
        hidden->seek.on_end = NULL; // if the game starts, it is too late to cancel
        hidden->cancelled = true;
        return true;
    }
    if (!entry || strcmp(entry->seek.who.id, who) != 0)
        return false;
    hide_seek(entry);
    delete_seek(entry);
    return true;
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

static void expire_seek(void *context)
{
    struct lobby_seek *entry = context;
    struct server *server = entry->server;
    if (find_seek(&server->seeks->lobby, entry->seek.id)) {
        hide_seek(entry);
        end_seek(entry, NULL, "expired after 30 days");
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

static bool parse_rating_range(const char *text, struct seek *out)
{
    char after;
    int min, max, used = 0;
    if (!text || !*text)
        return true;
    // NOLINTNEXTLINE(cert-err34-c): four digits at most are read
    if (sscanf(text, "%4d-%4d%n%c", &min, &max, &used, &after) != 2 || text[used])
        return false;
    out->rating_min = min;
    out->rating_max = max;
    return min >= 0 && min <= max && max <= RATING_MAX;
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
    else if (!parse_rating_range(params->rating_range, &range))
        *reply = reply_make(REFUSED_SYNTAX, "invalid rating range: try 1500-1800");
    else if (params->persistent && game_settings_has_clock(params->settings))
        *reply = reply_make(REFUSED_SYNTAX, "only seeks for correspondence games are stored");
    else if (params->persistent && has_max_persistent(server->seeks, params->who->id))
        *reply = reply_make(REFUSED_NOT_NOW, "you can have at most 5 correspondence seeks");
    else
        return true;
    return false;
}

// ---- matching --------------------------------------------------------------------------------

static bool same_clock(const struct game_settings *a, const struct game_settings *b)
{
    char texts[2][RK_CLOCK_TEXT_MAX];
    rk_time_control_write(&a->clock, texts[0]);
    rk_time_control_write(&b->clock, texts[1]);
    return !strcmp(texts[0], texts[1]);
}

// All Chess960 start positions match each other; a position that was set up must be the same.
static bool same_start(const struct game_settings *a, const struct game_settings *b)
{
    if (!a->from_position)
        return true;
    return rk_position_same(&a->start, &b->start) &&
           a->start.halfmove_clock == b->start.halfmove_clock &&
           a->start.move_number == b->start.move_number;
}

static bool settings_match(const struct game_settings *a, const struct game_settings *b)
{
    return a->variant == b->variant && a->rated == b->rated && a->hidden == b->hidden &&
           a->rules == b->rules && a->from_position == b->from_position && same_start(a, b) &&
           (a->side_choice == CHOOSE_RANDOM || a->side_choice != b->side_choice) &&
           same_clock(a, b);
}

static struct pair make_pair(const struct seek *seek, const struct identity *by,
                             enum side_choice choice)
{
    struct pair pair = {
        .first = seek->who, .second = *by, .settings = seek->settings, .source = SOURCE_LOBBY};
    if (seek->persistent) // with the same id it cannot be loaded again once its game exists
        memcpy(pair.id, seek->id, sizeof pair.id);
    if (pair.settings.side_choice == CHOOSE_RANDOM && choice != CHOOSE_RANDOM)
        pair.settings.side_choice = choice == CHOOSE_WHITE ? CHOOSE_BLACK : CHOOSE_WHITE;
    return pair;
}

/* The oldest seek that matches. */
static struct lobby_seek *find_match(struct server *server, const struct identity *who,
                                     const struct game_settings *settings)
{
    struct list *lobby = &server->seeks->lobby;
    for (struct list *node = lobby->next; node != lobby; node = node->next) {
        const struct seek *seek = &lobby_seek_at(node)->seek;
        if (!settings_match(&seek->settings, settings))
            continue;
        const struct pair pair = make_pair(seek, who, settings->side_choice);
        if (!pair_fault(server, &pair))
            return lobby_seek_at(node);
    }
    return NULL;
}

// ---- pairing ---------------------------------------------------------------------------------

/* Two people whose game is starting. */
struct match {
    struct pending_request pending; /* internal */
    struct pairing pairing;
    struct lobby_seek *sought; /* the seek that was accepted */
    struct lobby_seek *own; /* a seek of the player who accepted it, which ends too; may be NULL */
    seek_callback *callback;
    void *context;
};

/* Shows a hidden seek, if its owner has not cancelled it and can play. */
static void restore_seek(struct lobby_seek *entry, bool can_play)
{
    if (entry->cancelled)
        delete_seek(entry);
    else if (can_play)
        show_seek(entry);
    else
        end_seek(entry, NULL, "the account is closed or banned");
}

static void finish_match(void *context, enum refusal refusal, const char *why, struct round *round)
{
    struct match *match = context;
    const struct reply reply = reply_make(refusal, why);
    const char *game = NULL;
    char id[GAME_ID_SIZE + 1];
    if (round) {
        game = memcpy(id, round_info(round)->id, sizeof id);
        end_seek(match->sought, game, NULL);
        if (match->own)
            end_seek(match->own, game, NULL);
    } else {
        restore_seek(match->sought, refusal != REFUSED_NOT_FOUND);
        if (match->own)
            restore_seek(match->own, true);
    }
    seek_callback *callback = match->callback;
    context = match->context;
    pending_destroy(&match->pending);
    callback(context, &reply, game);
}

/* Takes a seek out of the lobby and starts its game. */
static void start_match(struct server *server, struct lobby_seek *sought, const struct pair *pair,
                        seek_callback *callback, void *context)
{
    struct match *match = pending_create(&server->seeks->pending, sizeof *match);
    if (!match) {
        const struct reply reply = reply_make(REFUSED_BUSY, rk_err_text(RK_NO_MEMORY));
        callback(context, &reply, NULL);
        return;
    }
    match->pending.internal = true;
    match->sought = sought;
    match->own = find_by_owner(server->seeks, pair->second.id);
    match->callback = callback;
    match->context = context;
    hide_seek(sought);
    if (match->own)
        hide_seek(match->own);
    pair_start(server, pair, &match->pairing, finish_match, match);
}

void seek_accept(struct server *server, const char *id, const struct identity *by,
                 const char *address, seek_callback *callback, void *context)
{
    struct lobby_seek *sought = find_seek(&server->seeks->lobby, id);
    struct reply reply;
    struct pair pair;
    const char *fault = NULL;
    if (sought) {
        pair = make_pair(&sought->seek, by, CHOOSE_RANDOM);
        fault = pair_fault(server, &pair);
    }
    if (!sought)
        reply = reply_make(REFUSED_NOT_FOUND, "no such seek");
    else if (fault)
        reply = reply_make(REFUSED_NOT_NOW, fault);
    else if (may_play(server, by, address, &sought->seek.settings, &reply)) {
        start_match(server, sought, &pair, callback, context);
        return;
    }
    callback(context, &reply, NULL);
}

// ---- adding ----------------------------------------------------------------------------------

static void end_previous_seek(struct server *server, const char *who)
{
    struct lobby_seek *previous = find_by_owner(server->seeks, who);
    if (!previous)
        return;
    hide_seek(previous);
    end_seek(previous, NULL, "replaced by a new seek");
}

/* Creates a seek that is in no list yet; NULL when memory has run out. */
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
        server_make_id(server, seek->id);
    while (find_seek(&server->seeks->lobby, seek->id) ||
           find_seek(&server->seeks->hidden, seek->id));
    seek->who = *params->who;
    seek->settings = *params->settings;
    (void)parse_rating_range(params->rating_range, seek);
    seek->created_at = server->now;
    seek->persistent = params->persistent;
    seek->on_end = params->on_end;
    seek->context = context;
    return entry;
}

static bool set_expiry(struct lobby_seek *entry)
{
    return !entry->seek.persistent ||
           timer_set(&entry->server->timers, &entry->expiry,
                     entry->seek.created_at + LIFE_DAYS * DAY_MS, expire_seek, entry);
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
        entry->cancelled ? NULL : find_match(server, &seek->who, &seek->settings);
    if (!sought)
        return false;
    const struct pair pair = make_pair(&sought->seek, &seek->who, seek->settings.side_choice);
    delete_seek(entry); // nobody has seen it yet; its row is deleted before the game is written
    start_match(server, sought, &pair, callback, context);
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
        restore_seek(entry, true);
    else
        free_seek(entry);
    callback(callback_context, &reply, outcome == STORE_DONE ? id : NULL);
}

/* Shows the seek when it is on disk; false when memory has run out. */
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
            free_seek(entry);
        callback(context, &reply, NULL);
        return;
    }
    char id[GAME_ID_SIZE + 1];
    memcpy(id, entry->seek.id, sizeof id); // the callback may end the seek
    const struct reply reply = reply_make(NOT_REFUSED, NULL);
    show_seek(entry);
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
    if (!params->persistent)
        end_previous_seek(server, params->who->id);
    struct lobby_seek *sought = find_match(server, params->who, params->settings);
    if (sought) {
        const struct pair pair =
            make_pair(&sought->seek, params->who, params->settings->side_choice);
        start_match(server, sought, &pair, callback, context);
    } else
        add_to_lobby(server, params, callback, context);
}

// ---- the module ------------------------------------------------------------------------------

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
    if (set_expiry(entry))
        show_seek(entry);
    else
        free(entry);
}

static void finish_load(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *request = context;
    struct server *server = request->server;
    if (server && outcome != STORE_DONE)
        log_line(server->log, LOG_ERROR, "cannot load correspondence seeks");
    while (server && outcome == STORE_DONE && store_next_row(job))
        load_row(server, job);
    pending_destroy(request);
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
    server->seeks = seeks;
    seeks->deactivations.on_deactivated = remove_all_deactivated;
    deactivation_listen(server, &seeks->deactivations);
    struct pending_request *request = pending_create(&server->seeks->pending, sizeof *request);
    if (!request)
        return RK_NO_MEMORY;
    struct store_job *old = store_job_create(), *all = store_job_create();
    store_call(old, STORE_DELETE_OLD_SEEKS);
    store_bind_integer(old, server->now - LIFE_DAYS * DAY_MS);
    store_write(server->store, old, NULL, NULL);
    store_call(all, STORE_SEEKS);
    store_bind_integer(all, server->now - LIFE_DAYS * DAY_MS);
    store_read(server->store, all, finish_load, request);
    return RK_OK;
}

void seeks_destroy(struct server *server)
{
    struct seeks *seeks = server->seeks;
    if (!seeks)
        return;
    while (!list_is_empty(&seeks->lobby))
        free_seek(lobby_seek_at(seeks->lobby.next));
    while (!list_is_empty(&seeks->hidden))
        free_seek(lobby_seek_at(seeks->hidden.next));
    pending_cancel_all(&seeks->pending);
    while (!list_is_empty(&seeks->watchers))
        list_remove(seeks->watchers.next);
    list_remove(&seeks->deactivations.node);
    free(seeks);
    server->seeks = NULL;
}
