/* SPDX-License-Identifier: MIT */
#include "lobby/bot_games.h"

#include <stdlib.h>

#include "base/milliseconds.h"
#include "cluster/shards.h"
#include "core/limits.h"
#include "core/stored_state.h"

struct bot_games {
    struct server *server;
    struct stored_state stored;
    struct shards_listener shards;
    int64_t counted_until; /* games after this date are not counted yet; 0: all */
};

static bool are_bots(const struct identity *own, const struct identity *other)
{
    return own->role == ROLE_BOT && other->role == ROLE_BOT;
}

bool bot_game_is_allowed(struct server *server, const struct identity *own,
                         const struct identity *other, struct reply *reply)
{
    if (!are_bots(own, other))
        return true;
    const unsigned wait = limits_check(server, LIMIT_BOT_GAME, own->id, 1);
    const unsigned other_wait = limits_check(server, LIMIT_BOT_GAME, other->id, 1);
    *reply = reply_rate_limited(LIMIT_BOT_GAME, wait ? wait : other_wait);
    if (wait) {
        reply->why = "you have reached the daily limit of games against bots";
    } else {
        reply->refusal = REFUSED_NOT_NOW;
        reply->why = "that bot has reached the daily limit of games against bots";
    }
    return !wait && !other_wait;
}

void bot_game_count(struct server *server, const struct identity *own, const struct identity *other)
{
    if (are_bots(own, other)) {
        limits_take(server, LIMIT_BOT_GAME, own->id, 1);
        limits_take(server, LIMIT_BOT_GAME, other->id, 1);
    }
}

// ---- the module ------------------------------------------------------------------------------

/* The server's time at a date. One in the future was written while the system's clock was wrong. */
static int64_t time_of_date(const struct server *server, int64_t date)
{
    return min_ms(date - server->date_offset, server->now);
}

static void bind_bot_games(struct server *server, struct store_job *job)
{
    store_bind_integer(job, ROLE_BOT);
    const int64_t day_ago = server_date(server) - DAY_MS;
    const int64_t counted_until = server->bot_games->counted_until;
    store_bind_integer(job, counted_until > day_ago ? counted_until : day_ago);
}

/* Takes a token for each game at the time when it started. */
static void count_games(struct server *server, struct store_job *job)
{
    while (store_next_row(job))
        limits_take_at(server, LIMIT_BOT_GAME, store_get_text(job, 0),
                       time_of_date(server, store_get_integer(job, 1)));
}

static void on_bot_games_gained(struct shards_listener *listener, unsigned shard,
                                int64_t alive_until)
{
    (void)alive_until;
    struct bot_games *games = LIST_OWNER(listener, struct bot_games, shards);
    if (shard != SHARD_LOBBY)
        return;
    games->stored.done = false;
    stored_state_load(games->server, &games->stored);
}

static void on_bot_games_lost(struct shards_listener *listener, unsigned shard)
{
    struct bot_games *games = LIST_OWNER(listener, struct bot_games, shards);
    if (shard == SHARD_LOBBY && games->stored.done)
        games->counted_until = server_date(games->server);
}

rk_err bot_games_create(struct server *server)
{
    server->bot_games = calloc(1, sizeof *server->bot_games);
    if (!server->bot_games)
        return RK_NO_MEMORY;
    server->bot_games->server = server;
    server->bot_games->stored = (struct stored_state){.what = "games of bots",
                                                      .statement = STORE_BOT_GAMES,
                                                      .bind = bind_bot_games,
                                                      .apply = count_games};
    server->bot_games->shards =
        (struct shards_listener){.on_gained = on_bot_games_gained, .on_lost = on_bot_games_lost};
    shards_listen(server, &server->bot_games->shards);
    return RK_OK;
}

bool bot_games_ready(const struct server *server)
{
    return server->bot_games->stored.done || !shard_is_ours(server, SHARD_LOBBY);
}

void bot_games_destroy(struct server *server)
{
    if (!server->bot_games)
        return;
    stored_state_stop(server, &server->bot_games->stored);
    list_remove(&server->bot_games->shards.node);
    free(server->bot_games);
    server->bot_games = NULL;
}
