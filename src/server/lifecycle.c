/* SPDX-License-Identifier: MIT */
/* Creating, running, stopping and destroying the server. */
#include <stdlib.h>

#include "accounts/accounts.h"
#include "accounts/blocks.h"
#include "accounts/presence.h"
#include "api/game_streams.h"
#include "core/limits.h"
#include "http/exchange.h"
#include "lobby/bot_games.h"
#include "lobby/challenges.h"
#include "lobby/engine_games.h"
#include "lobby/rematches.h"
#include "lobby/seeks.h"
#include "moderation/audit.h"
#include "ratings/ratings.h"
#include "rounds/rounds.h"
#include "rounds/spectators.h"
#include "rounds/tv.h"
#include "server/server.h"
#include "server/ws_session.h"

typedef rk_err module_create(struct server *server);

// In the order of their dependencies; server_destroy() has the reverse order.
// clang-format off
static module_create *const modules[] = {
    limits_create,
    presence_create,
    accounts_create,
    blocks_create,
    ratings_create,
    rounds_create,
    tv_create,
    seeks_create,
    bot_games_create,
    challenges_create,
    engine_games_create,
    rematches_create,
    audit_create,
    exchanges_create,
    game_streams_create,
    ws_sessions_create,
};
// clang-format on

rk_err server_create(const struct server_config *config, const struct server_env *env,
                     struct store *store, struct bus *bus, int64_t now, struct server **out)
{
    struct server *server = calloc(1, sizeof *server);
    if (!server)
        return RK_NO_MEMORY;
    server->config = *config;
    server->env = *env;
    server->store = store;
    server->bus = bus;
    server->log = env->log;
    server->now = now;
    timers_init(&server->timers);
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        const rk_err err = modules[i](server);
        if (err) {
            server_destroy(server);
            return err;
        }
    }
    *out = server;
    return RK_OK;
}

bool server_ready(const struct server *server)
{
    return ratings_ready(server) && rounds_ready(server) && blocks_ready(server) &&
           bot_games_ready(server) && challenges_ready(server) && audit_ready(server);
}

void server_destroy(struct server *server)
{
    if (!server)
        return;
    ws_sessions_destroy(server);
    exchanges_destroy(server);
    game_streams_destroy(server);
    audit_destroy(server);
    rematches_destroy(server);
    engine_games_destroy(server);
    challenges_destroy(server);
    bot_games_destroy(server);
    seeks_destroy(server);
    tv_destroy(server);
    rounds_destroy(server);
    ratings_destroy(server);
    blocks_destroy(server);
    accounts_destroy(server);
    presence_destroy(server);
    limits_destroy(server);
    timers_fini(&server->timers);
    free(server);
}

// Waits until all games are on disk, so that clients still get the answers to their last commands.
static void close_if_stopped(struct server *server)
{
    if (!server->stopping || server->stopped || !rounds_stopped(server))
        return;
    ws_sessions_close_all(server);
    exchanges_close_streams(server);
    server->stopped = true;
}

int64_t server_advance(struct server *server, int64_t now)
{
    server_set_now(server, now);
    store_poll(server->store);
    bus_poll(server->bus);
    timers_run(&server->timers, server->now);
    ws_sessions_free_closed(server);
    close_if_stopped(server);
    if (spectators_send_slice(server))
        return server->now;
    return timers_next(&server->timers);
}

void server_stop(struct server *server, int64_t now)
{
    server_set_now(server, now);
    if (server->stopping)
        return;
    server->stopping = true;
    rounds_stop(server);
}

bool server_stopped(const struct server *server)
{
    return server->stopped;
}
