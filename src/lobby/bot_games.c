/* SPDX-License-Identifier: MIT */
#include "lobby/bot_games.h"

#include <stdlib.h>

#include "base/milliseconds.h"
#include "core/limits.h"

struct bot_games {
    struct pending_list pending;
    bool counted;
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

/* Takes a token for each game at the time when it started. */
static void finish_count(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *request = context;
    struct server *server = request->server;
    pending_destroy(request);
    if (!server)
        return;
    if (outcome != STORE_DONE)
        log_line(server->log, LOG_ERROR, "cannot count the games of bots");
    while (outcome == STORE_DONE && store_next_row(job))
        limits_take_at(server, LIMIT_BOT_GAME, store_get_text(job, 0),
                       time_of_date(server, store_get_integer(job, 1)));
    server->bot_games->counted = true;
}

rk_err bot_games_create(struct server *server)
{
    server->bot_games = calloc(1, sizeof *server->bot_games);
    if (!server->bot_games)
        return RK_NO_MEMORY;
    pending_list_init(&server->bot_games->pending, server);
    struct pending_request *request = pending_create(&server->bot_games->pending, sizeof *request);
    if (!request)
        return RK_NO_MEMORY;
    struct store_job *job = store_job_create();
    store_call(job, STORE_BOT_GAMES);
    store_bind_integer(job, ROLE_BOT);
    store_bind_integer(job, server_date(server) - DAY_MS);
    store_read(server->store, job, finish_count, request);
    return RK_OK;
}

bool bot_games_ready(const struct server *server)
{
    return server->bot_games->counted;
}

void bot_games_destroy(struct server *server)
{
    if (!server->bot_games)
        return;
    pending_cancel_all(&server->bot_games->pending);
    free(server->bot_games);
    server->bot_games = NULL;
}
