/* SPDX-License-Identifier: MIT */
#include "lobby/bulk_games.h"

#include <string.h>

#include "base/milliseconds.h"
#include "base/text.h"
#include "lobby/bot_games.h"
#include "lobby/pairing.h"
#include "rounds/rounds.h"
#include "social/notifications.h"

enum {
    KEEP_DAYS = 7,         /* after its games were created and their clocks started */
    RETRY_MS = 10000,      /* if the store fails, */
    TRIES_MAX = 30,        /* so often */
    PLACEHOLDER_TEXT = 500 /* bytes of a message with its placeholders filled in */
};

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
    (void)context, (void)reply; // a game that has started no longer needs it
}

static void start_clock(void *context, struct round *round, const char *why)
{
    (void)context, (void)why;
    if (!round || round_is_over(round) || rk_game_clock(round_game(round))->running)
        return;
    const struct command command = {.verb = VERB_START_CLOCK,
                                    .by = round_info(round)->players[RK_WHITE],
                                    .version = -1,
                                    .agreed = true};
    round_command(round, &command, ignore_reply, NULL);
}

/* A game that another node runs need not be in memory here. */
static void start_clocks(struct bulk_entry *entry)
{
    for (size_t i = 0; i < entry->bulk.count; i++)
        rounds_open(entry->server, entry->bulk.games[i].id, start_clock, NULL);
    entry->clocks_started = true;
}

// ---- time ------------------------------------------------------------------------------------

static void create_games(struct bulk_entry *entry);

static bool awaits_clocks(const struct bulk_entry *entry)
{
    return entry->bulk.start_clocks_at && !entry->clocks_started;
}

/* The date at which its games are created, their clocks are started, or it is forgotten. */
static int64_t next_date(const struct bulk_entry *entry)
{
    const struct bulk_pairing *bulk = &entry->bulk;
    const int64_t last =
        bulk->start_clocks_at > bulk->paired_at ? bulk->start_clocks_at : bulk->paired_at;
    return !bulk->paired_at       ? bulk->pair_at
           : awaits_clocks(entry) ? bulk->start_clocks_at
                                  : last + KEEP_DAYS * DAY_MS;
}

static void on_bulk_timer(void *context)
{
    struct bulk_entry *entry = context;
    if (entry->server->stopping)
        return;
    if (!shard_is_ours(entry->server, SHARD_LOBBY)) {
        if (!entry->busy)
            bulk_entry_free(entry);
        return;
    }
    if (server_date(entry->server) < next_date(entry))
        bulk_entry_schedule(entry);
    else if (!entry->bulk.paired_at)
        create_games(entry);
    else if (awaits_clocks(entry)) {
        start_clocks(entry);
        bulk_entry_schedule(entry);
    } else
        bulk_entry_delete(entry);
}

void bulk_entry_schedule(struct bulk_entry *entry)
{
    if (!entry->busy)
        (void)server_set_date_timer(entry->server, &entry->timer, next_date(entry), on_bulk_timer,
                                    entry);
}

// ---- creating the games ----------------------------------------------------------------------

/* A game that is starting. */
struct bulk_start {
    struct pending_request pending; /* internal */
    struct bulk_entry *entry;
    const struct bulk_game *game;
    struct pairing pairing;
};

/* All games are on disk, or failed. */
static void finish_games(struct bulk_entry *entry)
{
    struct server *server = entry->server;
    entry->busy = false;
    if (entry->failed && ++entry->tries < TRIES_MAX) {
        (void)timer_set(&server->timers, &entry->timer, server->now + RETRY_MS, on_bulk_timer,
                        entry);
        return;
    }
    entry->bulk.paired_at = server_date(server);
    struct store_job *job = store_job_create();
    bulk_add_row(job, STORE_CHANGE_BULK, &entry->bulk);
    store_write(server->store, job, NULL, NULL); // if it fails, a restart finds the games
    bulk_entry_schedule(entry);
}

static void finish_game(void *context, enum refusal refusal, const char *why, struct round *round)
{
    struct bulk_start *start = context;
    struct bulk_entry *entry = start->entry;
    const struct bulk_game *game = start->game;
    pending_destroy(&start->pending);
    if (round) {
        bot_game_count(entry->server, &game->players[RK_WHITE], &game->players[RK_BLACK]);
        send_messages(entry, game);
    } else
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
    struct bulk_entry *entry = bulk_entry_find(server, id, owner);
    if (!entry || !entry->bulk.paired_at)
        return false;
    start_clocks(entry);
    bulk_entry_schedule(entry);
    return true;
}
