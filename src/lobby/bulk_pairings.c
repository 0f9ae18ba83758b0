/* SPDX-License-Identifier: MIT */
#include "lobby/bulk_pairings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "base/text.h"
#include "lobby/pairing.h"
#include "social/notifications.h"

enum {
    KEEP_DAYS = 7,         /* after its games were created and their clocks started */
    RETRY_MS = 10000,      /* if the store fails, */
    TRIES_MAX = 30,        /* so often */
    PLACEHOLDER_TEXT = 500 /* bytes of a message with its placeholders filled in */
};

/* A bulk in the table. */
struct bulk_entry {
    struct bulk_pairing bulk; /* the first member, so that a pointer to it is one to the entry */
    struct server *server;
    struct list node;
    struct timer timer; /* creates the games, starts the clocks, or forgets the bulk */
    bool busy;          /* being written, or its games are starting */
    bool clocks_started;
    size_t starting; /* games that are not on disk yet */
    bool failed;     /* the store failed for one of them: they are tried again, */
    unsigned tries;  /* but not for ever */
};

struct bulk_pairings {
    struct list all; /* the oldest first */
    struct pending_list pending;
    bool loaded;
};

static struct bulk_entry *entry_at(struct list *node)
{
    return LIST_OWNER(node, struct bulk_entry, node);
}

static struct bulk_entry *find_entry(const struct server *server, const char *id, const char *owner)
{
    struct list *all = &server->bulk_pairings->all;
    for (struct list *node = all->next; node != all; node = node->next)
        if (!strcmp(entry_at(node)->bulk.id, id) && !strcmp(entry_at(node)->bulk.owner, owner))
            return entry_at(node);
    return NULL;
}

const struct bulk_pairing *bulk_find(const struct server *server, const char *id, const char *owner)
{
    const struct bulk_entry *entry = find_entry(server, id, owner);
    return entry ? &entry->bulk : NULL;
}

size_t bulk_list(const struct server *server, const char *owner, const struct bulk_pairing **out,
                 size_t max)
{
    size_t count = 0;
    struct list *all = &server->bulk_pairings->all;
    for (struct list *node = all->previous; node != all; node = node->previous) {
        if (strcmp(entry_at(node)->bulk.owner, owner) != 0)
            continue;
        if (count < max)
            out[count] = &entry_at(node)->bulk;
        count++;
    }
    return count;
}

static void free_entry(struct bulk_entry *entry)
{
    timer_stop(&entry->server->timers, &entry->timer);
    list_remove(&entry->node);
    free(entry->bulk.games);
    free(entry);
}

// ---- the message -----------------------------------------------------------------------------

/* Fills in {opponent} and {game}. */
static void fill_message(const struct bulk_entry *entry, const struct bulk_game *game, rk_side side,
                         char *out, size_t size)
{
    struct text text = text_in(out, size);
    for (const char *at = entry->bulk.message; *at;)
        if (!strncmp(at, "{opponent}", 10)) {
            text_add(&text, game->players[rk_side_other(side)].name);
            at += 10;
        } else if (!strncmp(at, "{game}", 6)) {
            text_add(&text, entry->server->config.public_url);
            text_put(&text, '/');
            text_add(&text, game->id);
            at += 6;
        } else
            text_put(&text, *at++);
    text_end(&text);
}

static void send_messages(const struct bulk_entry *entry, const struct bulk_game *game)
{
    char text[PLACEHOLDER_TEXT + 1];
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        fill_message(entry, game, side, text, sizeof text);
        notification_add(entry->server, game->players[side].id,
                         &(struct notification){.kind = NOTIFICATION_GAME_START,
                                                .text = text,
                                                .from = entry->bulk.owner_name,
                                                .game = game->id});
    }
}

// ---- clocks ----------------------------------------------------------------------------------

static void ignore_reply(void *context, const struct reply *reply)
{
    (void)context, (void)reply; // a game that has started needs it no more
}

static void start_clocks(struct bulk_entry *entry)
{
    for (size_t i = 0; i < entry->bulk.count; i++) {
        struct round *round = rounds_find(entry->server, entry->bulk.games[i].id);
        if (!round || round_is_over(round) || rk_game_clock(round_game(round))->running)
            continue;
        const struct command command = {.verb = VERB_START_CLOCK,
                                        .by = round_info(round)->players[RK_WHITE],
                                        .version = -1,
                                        .agreed = true};
        round_command(round, &command, ignore_reply, NULL);
    }
    entry->clocks_started = true;
}

// ---- time ------------------------------------------------------------------------------------

static void create_games(struct bulk_entry *entry);
static void schedule_entry(struct bulk_entry *entry);

static void forget_entry(struct bulk_entry *entry)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_BULK);
    store_bind_text(job, entry->bulk.id);
    store_write(entry->server->store, job, NULL, NULL);
    free_entry(entry);
}

static bool awaits_clocks(const struct bulk_entry *entry)
{
    return entry->bulk.start_clocks_at && !entry->clocks_started;
}

static void on_bulk_timer(void *context)
{
    struct bulk_entry *entry = context;
    if (entry->server->stopping)
        return;
    if (!entry->bulk.paired_at)
        create_games(entry);
    else if (awaits_clocks(entry)) {
        start_clocks(entry);
        schedule_entry(entry);
    } else
        forget_entry(entry);
}

static void schedule_entry(struct bulk_entry *entry)
{
    const struct bulk_pairing *bulk = &entry->bulk;
    const int64_t last =
        bulk->start_clocks_at > bulk->paired_at ? bulk->start_clocks_at : bulk->paired_at;
    const int64_t due = !bulk->paired_at       ? bulk->pair_at
                        : awaits_clocks(entry) ? bulk->start_clocks_at
                                               : last + KEEP_DAYS * DAY_MS;
    if (!entry->busy)
        (void)timer_set(&entry->server->timers, &entry->timer, due, on_bulk_timer, entry);
}

// ---- creating the games ----------------------------------------------------------------------

/* A game that is starting. */
struct bulk_start {
    struct pending_request pending; /* internal */
    struct bulk_entry *entry;
    const struct bulk_game *game;
    struct pairing pairing;
};

/* All games are on disk, or cannot be created. */
static void finish_games(struct bulk_entry *entry)
{
    struct server *server = entry->server;
    entry->busy = false;
    if (entry->failed && ++entry->tries < TRIES_MAX) {
        (void)timer_set(&server->timers, &entry->timer, server->now + RETRY_MS, on_bulk_timer,
                        entry);
        return;
    }
    entry->bulk.paired_at = server->now;
    struct store_job *job = store_job_create();
    bulk_add_row(job, STORE_CHANGE_BULK, &entry->bulk);
    store_write(server->store, job, NULL, NULL); // if it fails, a restart finds the games
    schedule_entry(entry);
}

static void finish_game(void *context, enum refusal refusal, const char *why, struct round *round)
{
    struct bulk_start *start = context;
    struct bulk_entry *entry = start->entry;
    const struct bulk_game *game = start->game;
    pending_destroy(&start->pending);
    if (round)
        send_messages(entry, game);
    else
        log_line(entry->server->log, LOG_WARNING, "bulk pairing %s: game %s cannot start: %s",
                 entry->bulk.id, game->id, why);
    entry->failed |= !round && (refusal == REFUSED_STORE || refusal == REFUSED_BUSY);
    if (!--entry->starting)
        finish_games(entry);
}

static void create_game(struct bulk_entry *entry, const struct bulk_game *game)
{
    struct server *server = entry->server;
    struct bulk_start *start = pending_create(&server->bulk_pairings->pending, sizeof *start);
    if (!start) {
        entry->failed = true;
        if (!--entry->starting)
            finish_games(entry);
        return;
    }
    struct pair pair = {.first = game->players[RK_WHITE],
                        .second = game->players[RK_BLACK],
                        .settings = entry->bulk.settings,
                        .source = SOURCE_API};
    memcpy(pair.id, game->id, sizeof pair.id);
    pair.settings.side_choice = CHOOSE_WHITE;
    start->pending.internal = true;
    start->entry = entry;
    start->game = game;
    pair_start(server, &pair, &start->pairing, finish_game, start);
}

/* After a crash some of them may exist. One more is counted, so that none ends it early. */
static void create_games(struct bulk_entry *entry)
{
    entry->busy = true;
    entry->failed = false;
    entry->starting = entry->bulk.count + 1;
    for (size_t i = 0; i < entry->bulk.count; i++)
        if (rounds_find(entry->server, entry->bulk.games[i].id))
            entry->starting--;
        else
            create_game(entry, &entry->bulk.games[i]);
    if (!--entry->starting)
        finish_games(entry);
}

bool bulk_start_clocks(struct server *server, const char *id, const char *owner)
{
    struct bulk_entry *entry = find_entry(server, id, owner);
    if (!entry || !entry->bulk.paired_at)
        return false;
    start_clocks(entry);
    schedule_entry(entry);
    return true;
}

// ---- scheduling ------------------------------------------------------------------------------

static bool plays_in(const struct bulk_pairing *bulk, const char *who)
{
    for (size_t i = 0; i < bulk->count; i++)
        if (!strcmp(bulk->games[i].players[RK_WHITE].id, who) ||
            !strcmp(bulk->games[i].players[RK_BLACK].id, who))
            return true;
    return false;
}

/* The name of a player who has a game in another bulk at the same time; NULL: there is none. */
static const char *find_double_booking(const struct server *server,
                                       const struct bulk_params *params, int64_t pair_at)
{
    struct list *all = &server->bulk_pairings->all;
    for (struct list *node = all->next; node != all; node = node->next) {
        const struct bulk_pairing *other = &entry_at(node)->bulk;
        if (other->paired_at || other->pair_at != pair_at)
            continue;
        for (size_t i = 0; i < 2 * params->count; i++) {
            const struct identity *who = &params->games[i / 2].players[i % 2];
            if (plays_in(other, who->id))
                return who->name;
        }
    }
    return NULL;
}

/* The name of a player who occurs twice; NULL: there is none. */
static const char *find_repeated_player(const struct bulk_params *params)
{
    for (size_t i = 0; i < 2 * params->count; i++)
        for (size_t j = 0; j < i; j++) {
            const struct identity *who = &params->games[i / 2].players[i % 2];
            if (!strcmp(who->id, params->games[j / 2].players[j % 2].id))
                return who->name;
        }
    return NULL;
}

static size_t count_scheduled(const struct server *server, const char *owner, size_t *games)
{
    size_t count = 0;
    *games = 0;
    struct list *all = &server->bulk_pairings->all;
    for (struct list *node = all->next; node != all; node = node->next) {
        const struct bulk_pairing *bulk = &entry_at(node)->bulk;
        if (bulk->paired_at || strcmp(bulk->owner, owner) != 0)
            continue;
        count++;
        *games += bulk->count;
    }
    return count;
}

/* Why a player of the bulk cannot play; NULL: all can. */
static const char *find_player_fault(struct server *server, const struct bulk_params *params,
                                     char *out, size_t size)
{
    for (size_t i = 0; i < params->count; i++) {
        const struct identity *players = params->games[i].players;
        const char *why = pair_fault(server, &(struct pair){.first = players[RK_WHITE],
                                                            .second = players[RK_BLACK],
                                                            .settings = *params->settings,
                                                            .source = SOURCE_API});
        if (!why)
            continue;
        snprintf(out, size, "%s - %s: %s", players[RK_WHITE].name, players[RK_BLACK].name, why);
        return out;
    }
    return NULL;
}

/* Whether a bulk can be scheduled; sets `reply`, whose text may be in `out`, if not. A refused one
 * costs nothing. */
static bool may_schedule(struct server *server, const struct bulk_params *params, int64_t pair_at,
                         struct reply *reply, char *out, size_t size)
{
    const int64_t latest = server->now + BULK_AHEAD_DAYS * DAY_MS;
    const bool live = game_settings_has_clock(params->settings);
    size_t games;
    const size_t bulks = count_scheduled(server, params->by->id, &games);
    const char *name = live ? find_repeated_player(params) : NULL;
    unsigned wait;
    *reply = reply_make(REFUSED_NOT_NOW, NULL);
    if (server->stopping)
        *reply = reply_make(REFUSED_STOPPING, NULL);
    else if (name)
        snprintf(out, size, "%s is paired more than once", name);
    else if (pair_at > latest || params->start_clocks_at > latest)
        snprintf(out, size, "a bulk can be scheduled at most %d days ahead", BULK_AHEAD_DAYS);
    else if (params->start_clocks_at && params->start_clocks_at < pair_at)
        snprintf(out, size, "the clocks cannot start before the games exist");
    else if (bulks >= BULKS_MAX)
        snprintf(out, size, "you already have %d scheduled bulks", BULKS_MAX);
    else if (games + params->count > BULK_GAMES_SCHEDULED_MAX)
        snprintf(out, size, "you can have at most %d scheduled games", BULK_GAMES_SCHEDULED_MAX);
    else if ((name = find_double_booking(server, params, pair_at)))
        snprintf(out, size, "%s is in another bulk at the same time", name);
    else if (find_player_fault(server, params, out, size))
        ;
    else if ((wait = limits_take(server, LIMIT_BULK, params->by->id, (unsigned)params->count)))
        *reply = reply_rate_limited(LIMIT_BULK, wait);
    else
        return true;
    if (reply->refusal == REFUSED_NOT_NOW)
        reply->why = out;
    return false;
}

static void choose_id(struct server *server, char out[GAME_ID_SIZE + 1])
{
    do
        server_make_id(server, out);
    while (rounds_find(server, out));
}

/* An entry that is in no list yet; NULL: out of memory. */
static struct bulk_entry *create_entry(struct server *server, const struct bulk_params *params,
                                       int64_t pair_at)
{
    struct bulk_entry *entry = calloc(1, sizeof *entry);
    struct bulk_game *games = calloc(params->count, sizeof *games);
    if (!entry || !games) {
        free(entry);
        free(games);
        return NULL;
    }
    struct bulk_pairing *bulk = &entry->bulk;
    list_init(&entry->node);
    entry->server = server;
    choose_id(server, bulk->id);
    bulk->settings = *params->settings;
    bulk->scheduled_at = server->now;
    bulk->pair_at = pair_at;
    bulk->start_clocks_at = params->start_clocks_at;
    bulk->count = params->count;
    bulk->games = games;
    memcpy(games, params->games, params->count * sizeof *games);
    for (size_t i = 0; i < bulk->count; i++)
        choose_id(server, games[i].id);
    snprintf(bulk->owner, sizeof bulk->owner, "%s", params->by->id);
    snprintf(bulk->owner_name, sizeof bulk->owner_name, "%s", params->by->name);
    snprintf(bulk->message, sizeof bulk->message, "%s",
             params->message ? params->message : "Your game with {opponent} is ready: {game}.");
    return entry;
}

struct bulk_request {
    struct pending_request pending;
    struct bulk_entry *entry;
    bulk_callback *callback;
    void *context;
};

static void finish_schedule(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    const struct bulk_request request = *(struct bulk_request *)context;
    struct server *server = request.pending.server;
    pending_destroy(context);
    if (!server)
        return; // the entry was freed with the module
    const struct reply reply =
        reply_make(outcome == STORE_DONE ? NOT_REFUSED : REFUSED_STORE, NULL);
    request.entry->busy = false;
    request.callback(request.context, &reply, outcome == STORE_DONE ? &request.entry->bulk : NULL);
    if (outcome == STORE_DONE)
        schedule_entry(request.entry);
    else
        free_entry(request.entry);
}

static struct bulk_request *create_request(struct bulk_entry *entry, bulk_callback *callback,
                                           void *context)
{
    struct bulk_request *request =
        pending_create(&entry->server->bulk_pairings->pending, sizeof *request);
    if (!request)
        return NULL;
    request->entry = entry;
    request->callback = callback;
    request->context = context;
    entry->busy = true;
    return request;
}

static void refuse(enum refusal refusal, const char *why, bulk_callback *callback, void *context)
{
    const struct reply reply = reply_make(refusal, why);
    callback(context, &reply, NULL);
}

void bulk_schedule(struct server *server, const struct bulk_params *params, bulk_callback *callback,
                   void *context)
{
    const int64_t pair_at = params->pair_at > server->now ? params->pair_at : server->now;
    struct reply reply;
    char text[200];
    if (!may_schedule(server, params, pair_at, &reply, text, sizeof text)) {
        callback(context, &reply, NULL);
        return;
    }
    struct bulk_entry *entry = create_entry(server, params, pair_at);
    struct bulk_request *request = entry ? create_request(entry, callback, context) : NULL;
    if (!request) {
        if (entry)
            free_entry(entry);
        refuse(REFUSED_BUSY, NULL, callback, context);
        return;
    }
    list_add(&server->bulk_pairings->all, &entry->node);
    struct store_job *job = store_job_create();
    bulk_add_row(job, STORE_ADD_BULK, &entry->bulk);
    store_write(server->store, job, finish_schedule, request);
}

// ---- cancelling ------------------------------------------------------------------------------

static void finish_cancel(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    const struct bulk_request request = *(struct bulk_request *)context;
    struct server *server = request.pending.server;
    pending_destroy(context);
    if (!server)
        return;
    const bool done = outcome != STORE_FAILED;
    const struct reply reply = reply_make(done ? NOT_REFUSED : REFUSED_STORE, NULL);
    request.entry->busy = false;
    request.callback(request.context, &reply, done ? &request.entry->bulk : NULL);
    if (done)
        free_entry(request.entry);
    else
        schedule_entry(request.entry);
}

void bulk_cancel(struct server *server, const char *id, const char *owner, bulk_callback *callback,
                 void *context)
{
    struct bulk_entry *entry = find_entry(server, id, owner);
    if (!entry) {
        refuse(REFUSED_NOT_FOUND, "no such bulk pairing", callback, context);
        return;
    }
    if (entry->busy || entry->bulk.paired_at) {
        refuse(REFUSED_NOT_NOW, "the games have been created already", callback, context);
        return;
    }
    struct bulk_request *request = create_request(entry, callback, context);
    if (!request) {
        refuse(REFUSED_BUSY, NULL, callback, context);
        return;
    }
    timer_stop(&server->timers, &entry->timer);
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_BULK);
    store_bind_text(job, entry->bulk.id);
    store_write(server->store, job, finish_cancel, request);
}

// ---- the module ------------------------------------------------------------------------------

static void load_row(struct server *server, const struct store_job *row)
{
    rk_fault fault = {.text = "out of memory"};
    struct bulk_entry *entry = calloc(1, sizeof *entry);
    if (!entry || bulk_read_row(row, &entry->bulk, &fault)) {
        log_line(server->log, LOG_WARNING, "cannot read bulk pairing %s: %s",
                 store_get_text(row, 0), fault.text);
        free(entry);
        return;
    }
    entry->server = server;
    list_init(&entry->node);
    list_add(&server->bulk_pairings->all, &entry->node);
    schedule_entry(entry);
}

static void finish_load(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *request = context;
    struct server *server = request->server;
    pending_destroy(request);
    if (!server)
        return;
    if (outcome != STORE_DONE)
        log_line(server->log, LOG_ERROR, "cannot load bulk pairings");
    while (outcome == STORE_DONE && store_next_row(job))
        load_row(server, job);
    server->bulk_pairings->loaded = true;
}

rk_err bulk_pairings_create(struct server *server)
{
    server->bulk_pairings = calloc(1, sizeof *server->bulk_pairings);
    if (!server->bulk_pairings)
        return RK_NO_MEMORY;
    list_init(&server->bulk_pairings->all);
    pending_list_init(&server->bulk_pairings->pending, server);
    struct pending_request *request =
        pending_create(&server->bulk_pairings->pending, sizeof *request);
    if (!request)
        return RK_NO_MEMORY;
    struct store_job *job = store_job_create();
    store_call(job, STORE_BULKS);
    store_read(server->store, job, finish_load, request);
    return RK_OK;
}

bool bulk_pairings_ready(const struct server *server)
{
    return server->bulk_pairings->loaded;
}

void bulk_pairings_destroy(struct server *server)
{
    struct bulk_pairings *bulks = server->bulk_pairings;
    if (!bulks)
        return;
    pending_cancel_all(&bulks->pending);
    while (!list_is_empty(&bulks->all))
        free_entry(entry_at(bulks->all.next));
    free(bulks);
    server->bulk_pairings = NULL;
}
