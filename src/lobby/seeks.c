/* SPDX-License-Identifier: MIT */
#include "lobby/seeks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "base/milliseconds.h"
#include "core/limits.h"
#include "core/pending.h"
#include "lobby/pairing.h"

enum {
    LOBBY_MAX = 1000,
    LASTING_MAX = 5, /* of one person */
    RATING_MAX = 4000,
    AGAIN_MS = MINUTE_MS,
    LIFE_DAYS = 30
};

/* A seek as the lobby keeps it. */
struct standing {
    struct seek seek; /* first, so that one is the other */
    struct server *server;
    struct timer expiry; /* of a persistent one */
    bool given_up;       /* its owner has left while its game was about to begin */
};

struct seeks {
    struct list lobby;           /* the oldest first */
    struct list taken;           /* on their way to the disk, or to their game: nobody sees them */
    struct pending_list pending; /* seeks to be written or removed, games to begin */
    struct list watchers;
    struct deactivation_listener bars;
    size_t count; /* in the lobby */
};

static struct standing *standing_at(struct list *node)
{
    return (struct standing *)LIST_OWNER(node, struct seek, node);
}

static void release(struct standing *standing)
{
    timer_stop(&standing->server->timers, &standing->expiry);
    list_remove(&standing->seek.node);
    free(standing);
}

/* It is over, on disk, too. */
static void forget(struct standing *standing)
{
    if (standing->seek.persistent) {
        struct store_job *job = store_job_create();
        seek_end_row(job, &standing->seek);
        store_write(standing->server->store, job, NULL, NULL);
    }
    release(standing);
}

static struct standing *find(struct list *list, const char *id)
{
    for (struct list *node = list->next; node != list; node = node->next)
        if (!strcmp(standing_at(node)->seek.id, id))
            return standing_at(node);
    return NULL;
}

static struct standing *find_of(struct seeks *seeks, const char *who)
{
    struct list *lobby = &seeks->lobby;
    for (struct list *node = lobby->next; node != lobby; node = node->next) {
        const struct seek *seek = &standing_at(node)->seek;
        if (!seek->persistent && !strcmp(seek->who.id, who))
            return standing_at(node);
    }
    return NULL;
}

const struct seek *seek_find_by_owner(struct server *server, const char *who)
{
    const struct standing *standing = find_of(server->seeks, who);
    return standing ? &standing->seek : NULL;
}

// ---- those who watch -------------------------------------------------------------------------

// The next one is noted first: a watcher may leave while it hears.
static void tell_found(struct seeks *seeks, const struct seek *seek)
{
    for (struct list *node = seeks->watchers.next, *next; node != &seeks->watchers; node = next) {
        next = node->next;
        struct lobby_watcher *watcher = LIST_OWNER(node, struct lobby_watcher, node);
        watcher->found(watcher, seek);
    }
}

static void tell_lost(struct seeks *seeks, const char *id)
{
    for (struct list *node = seeks->watchers.next, *next; node != &seeks->watchers; node = next) {
        next = node->next;
        struct lobby_watcher *watcher = LIST_OWNER(node, struct lobby_watcher, node);
        watcher->lost(watcher, id);
    }
}

void lobby_watch(struct server *server, struct lobby_watcher *watcher)
{
    struct seeks *seeks = server->seeks;
    list_add(&seeks->watchers, &watcher->node);
    for (struct list *node = seeks->lobby.next; node != &seeks->lobby; node = node->next)
        watcher->found(watcher, &standing_at(node)->seek);
}

void lobby_unwatch(struct lobby_watcher *watcher)
{
    list_remove(&watcher->node);
}

// ---- coming and going ------------------------------------------------------------------------

static void show(struct standing *standing)
{
    struct seeks *seeks = standing->server->seeks;
    list_remove(&standing->seek.node);
    list_add(&seeks->lobby, &standing->seek.node);
    seeks->count++;
    tell_found(seeks, &standing->seek);
}

/* Out of the lobby, to where its game begins. */
static void hide(struct standing *standing)
{
    struct seeks *seeks = standing->server->seeks;
    list_remove(&standing->seek.node);
    list_add(&seeks->taken, &standing->seek.node);
    seeks->count--;
    tell_lost(seeks, standing->seek.id);
}

/* Ends a hidden one and tells its owner. */
static void conclude(struct standing *standing, const char *game, const char *why)
{
    const struct seek seek = standing->seek;
    forget(standing);
    if (seek.over)
        seek.over(seek.context, game, why);
}

bool seek_remove(struct server *server, const char *id, const char *who)
{
    struct seeks *seeks = server->seeks;
    struct standing *standing = find(&seeks->lobby, id);
    struct standing *taken = standing ? NULL : find(&seeks->taken, id);
    if (taken && !strcmp(taken->seek.who.id, who)) {
        taken->seek.over = NULL; // too late for the game, if it begins
        taken->given_up = true;
        return true;
    }
    if (!standing || strcmp(standing->seek.who.id, who) != 0)
        return false;
    hide(standing);
    forget(standing);
    return true;
}

static void remove_those_of(struct server *server, struct list *list, const char *who)
{
    for (struct list *node = list->next, *next; node != list; node = next) {
        next = node->next;
        (void)seek_remove(server, standing_at(node)->seek.id, who);
    }
}

static void remove_barred(struct server *server, struct list *list, const struct map *barred)
{
    for (struct list *node = list->next, *next; node != list; node = next) {
        next = node->next;
        const struct seek *seek = &standing_at(node)->seek;
        if (map_get(barred, seek->who.id))
            (void)seek_remove(server, seek->id, seek->who.id);
    }
}

/* Their accounts were closed or banned. */
static void end_barred(struct server *server, const struct map *barred)
{
    remove_barred(server, &server->seeks->taken, barred);
    remove_barred(server, &server->seeks->lobby, barred);
}

/* Somebody who waits until all his seeks are gone from the disk. */
struct parting {
    struct pending_request pending;
    seek_callback *callback;
    void *context;
};

static void parted(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct parting *parting = context;
    const struct reply reply =
        reply_make(outcome == STORE_DONE ? NOT_REFUSED : REFUSED_STORE, NULL);
    if (parting->pending.server)
        parting->callback(parting->context, &reply, NULL);
    pending_destroy(&parting->pending);
}

void seeks_remove_all(struct server *server, const char *who, seek_callback *callback,
                      void *context)
{
    struct parting *parting = pending_create(&server->seeks->pending, sizeof *parting);
    if (!parting) {
        const struct reply reply = reply_make(REFUSED_BUSY, NULL);
        callback(context, &reply, NULL);
        return;
    }
    parting->callback = callback;
    parting->context = context;
    remove_those_of(server, &server->seeks->taken, who);
    remove_those_of(server, &server->seeks->lobby, who);
    struct store_job *job = store_job_create();
    store_call(job, STORE_END_SEEKS_OF);
    store_bind_text(job, who);
    store_write(server->store, job, parted, parting);
}

static void expire(void *context)
{
    struct standing *standing = context;
    struct server *server = standing->server;
    if (find(&server->seeks->lobby, standing->seek.id)) {
        hide(standing);
        conclude(standing, NULL, "nobody came in thirty days");
    } else // its game is about to begin; if it does not, this is asked again
        (void)timer_set(&server->timers, &standing->expiry, server->now + AGAIN_MS, expire,
                        standing);
}

// ---- what may be sought ----------------------------------------------------------------------

/* Whether that person may look for a game on those settings; sets `reply` if not. */
static bool may_play(struct server *server, const struct identity *who, const char *address,
                     const struct game_settings *settings, struct reply *reply)
{
    const bool guest = who->role == ROLE_GUEST;
    unsigned wait;
    if (server->stopping)
        *reply = reply_make(REFUSED_STOPPING, NULL);
    else if (!*who->id)
        *reply = reply_make(REFUSED_UNAUTHENTICATED, NULL);
    else if (who->role == ROLE_BOT)
        *reply = reply_make(REFUSED_FORBIDDEN, "bots play by challenge only");
    else if (guest && !server->config.guests)
        *reply = reply_make(REFUSED_FORBIDDEN, "guests may not play here");
    else if (guest && settings->rated)
        *reply = reply_make(REFUSED_FORBIDDEN, "guests play casual games only");
    else if (guest && (wait = limits_take(server, LIMIT_GUEST_SEEK, address ? address : "", 1)))
        *reply = reply_rate_limited(LIMIT_GUEST_SEEK, wait);
    else if (!guest && (wait = limits_take(server, LIMIT_SEEK, who->id, 1)))
        *reply = reply_rate_limited(LIMIT_SEEK, wait);
    else
        return true;
    return false;
}

static bool read_range(const char *text, struct seek *out)
{
    char after;
    int least, most, used = 0;
    if (!text || !*text)
        return true;
    // NOLINTNEXTLINE(cert-err34-c): four digits at most are read
    if (sscanf(text, "%4d-%4d%n%c", &least, &most, &used, &after) != 2 || text[used])
        return false;
    out->rating_min = least;
    out->rating_max = most;
    return least >= 0 && least <= most && most <= RATING_MAX;
}

static size_t count_lasting(struct list *list, const char *who)
{
    size_t count = 0;
    for (struct list *node = list->next; node != list; node = node->next) {
        const struct seek *seek = &standing_at(node)->seek;
        count += seek->persistent && !strcmp(seek->who.id, who);
    }
    return count;
}

static bool has_enough_lasting(struct seeks *seeks, const char *who)
{
    return count_lasting(&seeks->lobby, who) + count_lasting(&seeks->taken, who) >= LASTING_MAX;
}

/* What is wrong with a request apart from who makes it. */
static bool check_wanted(struct server *server, const struct seek_params *wanted,
                         struct reply *reply)
{
    const struct pair alone = {.first = *wanted->who, .settings = *wanted->settings};
    const char *fault = pair_fault(server, &alone);
    struct seek range;
    if (fault)
        *reply = reply_make(REFUSED_NOT_NOW, fault);
    else if (!read_range(wanted->rating_range, &range))
        *reply = reply_make(REFUSED_SYNTAX, "a range of ratings is written 1500-1800");
    else if (wanted->persistent && game_settings_speed(wanted->settings) != SPEED_CORRESPONDENCE)
        *reply = reply_make(REFUSED_SYNTAX, "only a correspondence game is sought without waiting");
    else if (wanted->persistent && has_enough_lasting(server->seeks, wanted->who->id))
        *reply = reply_make(REFUSED_NOT_NOW, "five correspondence games may be sought at once");
    else
        return true;
    return false;
}

// ---- what fits -------------------------------------------------------------------------------

static bool same_clock(const struct game_settings *a, const struct game_settings *b)
{
    char texts[2][RK_CLOCK_TEXT_MAX];
    rk_time_control_write(&a->clock, texts[0]);
    rk_time_control_write(&b->clock, texts[1]);
    return !strcmp(texts[0], texts[1]);
}

// Any of the 960 starts is as good as another; one that was set up must be the same.
static bool same_start(const struct game_settings *a, const struct game_settings *b)
{
    if (!a->from_position)
        return true;
    return rk_position_same(&a->start, &b->start) &&
           a->start.halfmove_clock == b->start.halfmove_clock &&
           a->start.move_number == b->start.move_number;
}

static bool fits(const struct game_settings *a, const struct game_settings *b)
{
    return a->variant == b->variant && a->rated == b->rated && a->hidden == b->hidden &&
           a->rules == b->rules && a->from_position == b->from_position && same_start(a, b) &&
           (a->side_choice == CHOOSE_RANDOM || a->side_choice != b->side_choice) &&
           same_clock(a, b);
}

static struct pair pair_of(const struct seek *seek, const struct identity *by,
                           enum side_choice choice)
{
    struct pair pair = {
        .first = seek->who, .second = *by, .settings = seek->settings, .source = SOURCE_LOBBY};
    if (seek->persistent) // so that it is over with its game, whatever happens to the server
        memcpy(pair.id, seek->id, sizeof pair.id);
    if (pair.settings.side_choice == CHOOSE_RANDOM && choice != CHOOSE_RANDOM)
        pair.settings.side_choice = choice == CHOOSE_WHITE ? CHOOSE_BLACK : CHOOSE_WHITE;
    return pair;
}

/* The oldest seek that fits. */
static struct standing *find_match(struct server *server, const struct identity *who,
                                   const struct game_settings *settings)
{
    struct list *lobby = &server->seeks->lobby;
    for (struct list *node = lobby->next; node != lobby; node = node->next) {
        const struct seek *seek = &standing_at(node)->seek;
        if (!fits(&seek->settings, settings))
            continue;
        const struct pair pair = pair_of(seek, who, settings->side_choice);
        if (!pair_fault(server, &pair))
            return standing_at(node);
    }
    return NULL;
}

// ---- pairing ---------------------------------------------------------------------------------

/* Two people whose game is about to begin. */
struct match {
    struct pending_request pending; /* internal */
    struct pairing pairing;
    struct standing *sought; /* the seek that was accepted */
    struct standing *own;    /* the one of whoever accepted it, which ends too; may be NULL */
    seek_callback *callback;
    void *context;
};

/* Into the lobby, or back to it, if the owner is still there and can play. */
static void restore(struct standing *standing, bool can_play)
{
    if (standing->given_up)
        forget(standing);
    else if (can_play)
        show(standing);
    else
        conclude(standing, NULL, "the account is closed");
}

static void begun(void *context, enum refusal refusal, const char *why, struct round *round)
{
    struct match *match = context;
    const struct reply reply = reply_make(refusal, why);
    const char *game = NULL;
    char id[GAME_ID_SIZE + 1];
    if (round) {
        game = memcpy(id, round_info(round)->id, sizeof id);
        conclude(match->sought, game, NULL);
        if (match->own)
            conclude(match->own, game, NULL);
    } else {
        restore(match->sought, refusal != REFUSED_NOT_FOUND);
        if (match->own)
            restore(match->own, true);
    }
    seek_callback *callback = match->callback;
    context = match->context;
    pending_destroy(&match->pending);
    callback(context, &reply, game);
}

/* Takes a seek out of the lobby and begins its game. */
static void begin_match(struct server *server, struct standing *sought, const struct pair *pair,
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
    match->own = find_of(server->seeks, pair->second.id);
    match->callback = callback;
    match->context = context;
    hide(sought);
    if (match->own)
        hide(match->own);
    pair_start(server, pair, &match->pairing, begun, match);
}

void seek_accept(struct server *server, const char *id, const struct identity *by,
                 const char *address, seek_callback *callback, void *context)
{
    struct standing *sought = find(&server->seeks->lobby, id);
    struct reply reply;
    struct pair pair;
    const char *fault = NULL;
    if (sought) {
        pair = pair_of(&sought->seek, by, CHOOSE_RANDOM);
        fault = pair_fault(server, &pair);
    }
    if (!sought)
        reply = reply_make(REFUSED_NOT_FOUND, "there is no such seek any more");
    else if (fault)
        reply = reply_make(REFUSED_NOT_NOW, fault);
    else if (may_play(server, by, address, &sought->seek.settings, &reply)) {
        begin_match(server, sought, &pair, callback, context);
        return;
    }
    callback(context, &reply, NULL);
}

// ---- seeking ---------------------------------------------------------------------------------

static void replace_former(struct server *server, const char *who)
{
    struct standing *former = find_of(server->seeks, who);
    if (!former)
        return;
    hide(former);
    conclude(former, NULL, "you look for another game now");
}

/* Makes a seek that is in no list yet; NULL when memory has run out. */
static struct standing *make_standing(struct server *server, const struct seek_params *wanted,
                                      void *context)
{
    struct standing *standing = calloc(1, sizeof *standing);
    if (!standing)
        return NULL;
    struct seek *seek = &standing->seek;
    standing->server = server;
    list_init(&seek->node);
    do
        server_make_id(server, seek->id);
    while (find(&server->seeks->lobby, seek->id) || find(&server->seeks->taken, seek->id));
    seek->who = *wanted->who;
    seek->settings = *wanted->settings;
    (void)read_range(wanted->rating_range, seek);
    seek->created_at = server->now;
    seek->persistent = wanted->persistent;
    seek->over = wanted->over;
    seek->context = context;
    return standing;
}

static bool set_expiry(struct standing *standing)
{
    return !standing->seek.persistent ||
           timer_set(&standing->server->timers, &standing->expiry,
                     standing->seek.created_at + LIFE_DAYS * DAY_MS, expire, standing);
}

/* A persistent seek on its way to the disk. */
struct keeping {
    struct pending_request pending;
    struct standing *standing;
    seek_callback *callback;
    void *context;
};

/* Whether another that fits has come to stand while this one was written: then their game begins
 * instead. */
static bool match_late(struct standing *standing, seek_callback *callback, void *context)
{
    struct server *server = standing->server;
    const struct seek *seek = &standing->seek;
    struct standing *sought =
        standing->given_up ? NULL : find_match(server, &seek->who, &seek->settings);
    if (!sought)
        return false;
    const struct pair pair = pair_of(&sought->seek, &seek->who, seek->settings.side_choice);
    forget(standing); // nobody was told that it stands; its row goes before the game comes
    begin_match(server, sought, &pair, callback, context);
    return true;
}

static void kept(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct keeping *keeping = context;
    struct standing *standing = keeping->standing;
    seek_callback *callback = keeping->callback;
    void *asker = keeping->context;
    const bool is_over = !keeping->pending.server;
    pending_destroy(&keeping->pending);
    if (is_over || (outcome == STORE_DONE && match_late(standing, callback, asker)))
        return;
    char id[GAME_ID_SIZE + 1];
    memcpy(id, standing->seek.id, sizeof id);
    const struct reply reply =
        reply_make(outcome == STORE_DONE ? NOT_REFUSED : REFUSED_STORE, NULL);
    if (outcome == STORE_DONE)
        restore(standing, true);
    else
        release(standing);
    callback(asker, &reply, outcome == STORE_DONE ? id : NULL);
}

/* Shows it when it is on disk; false when memory has run out. */
static bool keep(struct standing *standing, seek_callback *callback, void *context)
{
    struct server *server = standing->server;
    struct keeping *keeping = pending_create(&server->seeks->pending, sizeof *keeping);
    if (!keeping)
        return false;
    keeping->standing = standing;
    keeping->callback = callback;
    keeping->context = context;
    list_add(&server->seeks->taken, &standing->seek.node);
    struct store_job *job = store_job_create();
    seek_add_row(job, &standing->seek);
    store_write(server->store, job, kept, keeping);
    return true;
}

/* Puts a seek into the lobby. */
static void stand(struct server *server, const struct seek_params *wanted, seek_callback *callback,
                  void *context)
{
    const bool full = server->seeks->count >= LOBBY_MAX;
    struct standing *standing = full ? NULL : make_standing(server, wanted, context);
    const bool lasts = standing && standing->seek.persistent;
    if (lasts && set_expiry(standing) && keep(standing, callback, context))
        return;
    if (!standing || lasts) {
        const struct reply reply = reply_make(REFUSED_BUSY, full ? "the lobby is full" : NULL);
        if (standing)
            release(standing);
        callback(context, &reply, NULL);
        return;
    }
    char id[GAME_ID_SIZE + 1];
    memcpy(id, standing->seek.id, sizeof id); // whoever is answered may end it at once
    const struct reply reply = reply_make(NOT_REFUSED, NULL);
    show(standing);
    callback(context, &reply, id);
}

void seek_add(struct server *server, const struct seek_params *wanted, seek_callback *callback,
              void *context)
{
    struct reply reply;
    if (!may_play(server, wanted->who, wanted->address, wanted->settings, &reply) ||
        !check_wanted(server, wanted, &reply)) {
        callback(context, &reply, NULL);
        return;
    }
    if (!wanted->persistent)
        replace_former(server, wanted->who->id);
    struct standing *sought = find_match(server, wanted->who, wanted->settings);
    if (sought) {
        const struct pair pair = pair_of(&sought->seek, wanted->who, wanted->settings->side_choice);
        begin_match(server, sought, &pair, callback, context);
    } else
        stand(server, wanted, callback, context);
}

// ---- life ------------------------------------------------------------------------------------

static void load(struct server *server, const struct store_job *row)
{
    rk_fault fault = {.text = ""};
    struct standing *standing = calloc(1, sizeof *standing);
    if (!standing)
        return;
    if (seek_read(row, &standing->seek, &fault)) {
        log_line(server->log, LOG_WARNING, "seek %s cannot be read: %s", store_get_text(row, 0),
                 fault.text);
        free(standing);
        return;
    }
    standing->server = server;
    list_init(&standing->seek.node);
    if (set_expiry(standing))
        show(standing);
    else
        free(standing);
}

static void loaded(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *request = context;
    struct server *server = request->server;
    if (server && outcome != STORE_DONE)
        log_line(server->log, LOG_ERROR, "correspondence seeks could not be loaded");
    while (server && outcome == STORE_DONE && store_next_row(job))
        load(server, job);
    pending_destroy(request);
}

rk_err seeks_create(struct server *server)
{
    struct seeks *seeks = calloc(1, sizeof *seeks);
    if (!seeks)
        return RK_NO_MEMORY;
    list_init(&seeks->lobby);
    list_init(&seeks->taken);
    pending_list_init(&seeks->pending, server);
    list_init(&seeks->watchers);
    server->seeks = seeks;
    seeks->bars.on_deactivated = end_barred;
    accounts_listen_deactivated(server, &seeks->bars);
    struct pending_request *request = pending_create(&server->seeks->pending, sizeof *request);
    if (!request)
        return RK_NO_MEMORY;
    struct store_job *old = store_job_create(), *all = store_job_create();
    store_call(old, STORE_OLD_SEEKS);
    store_bind_integer(old, server->now - LIFE_DAYS * DAY_MS);
    store_write(server->store, old, NULL, NULL);
    store_call(all, STORE_SEEKS);
    store_bind_integer(all, server->now - LIFE_DAYS * DAY_MS);
    store_read(server->store, all, loaded, request);
    return RK_OK;
}

void seeks_destroy(struct server *server)
{
    struct seeks *seeks = server->seeks;
    if (!seeks)
        return;
    while (!list_is_empty(&seeks->lobby))
        release(standing_at(seeks->lobby.next));
    while (!list_is_empty(&seeks->taken))
        release(standing_at(seeks->taken.next));
    pending_cancel_all(&seeks->pending);
    while (!list_is_empty(&seeks->watchers))
        list_remove(seeks->watchers.next);
    list_remove(&seeks->bars.node);
    free(seeks);
    server->seeks = NULL;
}
