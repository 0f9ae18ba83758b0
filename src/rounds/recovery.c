/* SPDX-License-Identifier: MIT */
#include "rounds/recovery.h"

#include <stdlib.h>
#include <string.h>

#include "accounts/deactivation.h"
#include "core/metrics.h"
#include "rounds/heartbeat.h"
#include "rounds/replay.h"
#include "rounds/round_clock.h"
#include "rounds/round_lifecycle.h"
#include "rounds/stored_game.h"
#include "rounds/timeouts.h"

enum { RETRY_MS = 1000 };

/* A game whose log is being read. */
struct unfinished_game {
    struct game_info info;
    struct journal journal;
    int64_t epoch;
    struct conditional_moves conditional[2];
    bool damaged;
};

struct recovery {
    struct pending_request request;
    struct timer retry;
    int64_t last_heartbeat;
    struct map games; /* struct unfinished_game, by id */
};

static void free_games(struct recovery *recovery)
{
    size_t at = 0;
    for (struct unfinished_game *game; (game = map_next(&recovery->games, &at));) {
        journal_fini(&game->journal);
        free(game->conditional[RK_WHITE].lines);
        free(game->conditional[RK_BLACK].lines);
        free(game);
    }
    map_fini(&recovery->games);
}

static void release_recovery(struct pending_request *request)
{
    free_games((struct recovery *)request);
}

// ---- continuing the games --------------------------------------------------------------------

static void log_failure(const struct server *server, const char *id, const char *why)
{
    metrics_count_label(server->metrics, METRIC_ILLEGAL_STATES, ILLEGAL_STATE_REPLAY);
    log_line(server->log, LOG_ERROR, "game %s cannot be continued: %s", id, why);
}

static void pause_clock(struct round *round, int64_t last_heartbeat)
{
    const struct journal *journal = &round->journal;
    const int64_t last = journal->count ? journal->events[journal->count - 1].at : 0;
    if (round_clock_is_running(round))
        timeouts_pause(round, last_heartbeat > last ? last_heartbeat : last);
}

static void continue_game(struct recovery *recovery, struct unfinished_game *unfinished)
{
    struct server *server = recovery->request.server;
    rk_fault fault = {.text = "out of memory"};
    rk_game *game;
    if (unfinished->damaged ||
        replay_game(&unfinished->info, &unfinished->journal, &game, &fault)) {
        log_failure(server, unfinished->info.id,
                    unfinished->damaged ? "its log is damaged" : fault.text);
        return;
    }
    struct round *round =
        round_create(server, &unfinished->info, &unfinished->journal, game, unfinished->epoch);
    unfinished->journal = (struct journal){.events = NULL};
    if (!round || !round_register(round)) {
        log_failure(server, unfinished->info.id, "out of memory");
        return;
    }
    round->started = true;
    memcpy(round->conditional, unfinished->conditional, sizeof round->conditional);
    memset(unfinished->conditional, 0, sizeof unfinished->conditional);
    heartbeat_start(server);
    pause_clock(round, recovery->last_heartbeat);
    round_continue(round);
}

// ---- reading ---------------------------------------------------------------------------------

static void restart_reading(void *context);

/* Whether the read succeeded. If it failed, all reads start over later; if the server is gone, the
 * recovery ends here. */
static bool check_read_outcome(struct recovery *recovery, enum store_outcome outcome)
{
    struct server *server = recovery->request.server;
    if (!server) {
        pending_destroy(&recovery->request);
        return false;
    }
    if (outcome == STORE_DONE)
        return true;
    log_line(server->log, LOG_ERROR, "cannot read the unfinished games; trying again");
    free_games(recovery);
    (void)timer_set(&server->timers, &recovery->retry, server->now + RETRY_MS, restart_reading,
                    recovery);
    return false;
}

static void read_events(struct recovery *recovery, struct store_job *job)
{
    enum { GAME, LAST_VERSION };
    struct unfinished_game *game = map_get(&recovery->games, store_get_text(job, GAME));
    if (game && !game->damaged)
        game->damaged = stored_events_read(job, LAST_VERSION, &game->journal, NULL) != RK_OK;
}

static void read_conditional_moves(struct recovery *recovery, const struct store_job *job)
{
    enum { GAME, SIDE, PLY, LINES };
    struct unfinished_game *game = map_get(&recovery->games, store_get_text(job, GAME));
    const int64_t side = store_get_integer(job, SIDE);
    if (!game || side < RK_WHITE || side > RK_BLACK)
        return;
    game->conditional[side] = (struct conditional_moves){
        .lines = strdup(store_get_text(job, LINES)), .ply = (size_t)store_get_integer(job, PLY)};
}

static void on_conditional_moves(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct recovery *recovery = context;
    struct server *server = recovery->request.server;
    if (!check_read_outcome(recovery, outcome))
        return;
    while (store_next_row(job))
        read_conditional_moves(recovery, job);
    size_t at = 0;
    for (struct unfinished_game *game; (game = map_next(&recovery->games, &at));)
        continue_game(recovery, game);
    if (recovery->games.count)
        log_line(server->log, LOG_INFO, "unfinished games: %zu", recovery->games.count);
    // The next restart must not use an older heartbeat: the system clock may have been set back.
    heartbeat_write(server);
    server->rounds->loaded = true;
    server->rounds->recovery = NULL;
    pending_destroy(&recovery->request);
    deactivation_report_all(server); // somebody may have closed an account while it was down
}

static void read_store(struct recovery *recovery, enum statement statement, store_done *done)
{
    struct store_job *job = store_job_create();
    store_call(job, statement);
    store_read(recovery->request.server->store, job, done, recovery);
}

static void on_events(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct recovery *recovery = context;
    if (!check_read_outcome(recovery, outcome))
        return;
    while (store_next_row(job))
        read_events(recovery, job);
    read_store(recovery, STORE_RUNNING_CONDITIONALS, on_conditional_moves);
}

static void read_game(struct recovery *recovery, struct store_job *job)
{
    enum { ID, INFO, CREATED_AT, EPOCH };
    struct unfinished_game *game = calloc(1, sizeof *game);
    rk_fault fault = {.text = "out of memory"};
    const char *id = store_get_text(job, ID), *info = store_get_text(job, INFO);
    if (!game || game_info_read(id, info, strlen(info), &game->info, &fault) ||
        !map_put(&recovery->games, id, game)) {
        log_failure(recovery->request.server, id, fault.text);
        free(game);
        return;
    }
    game->epoch = store_get_integer(job, EPOCH);
}

static void on_games(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct recovery *recovery = context;
    if (!check_read_outcome(recovery, outcome))
        return;
    while (store_next_row(job))
        read_game(recovery, job);
    read_store(recovery, STORE_RUNNING_EVENTS, on_events);
}

static void on_heartbeat(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct recovery *recovery = context;
    if (!check_read_outcome(recovery, outcome))
        return;
    if (store_next_row(job))
        recovery->last_heartbeat = store_get_integer(job, 0);
    read_store(recovery, STORE_RUNNING_GAMES, on_games);
}

static void restart_reading(void *context)
{
    struct recovery *recovery = context;
    map_init(&recovery->games, server_random(recovery->request.server));
    read_store(recovery, STORE_LAST_HEARTBEAT, on_heartbeat);
}

rk_err recovery_start(struct server *server)
{
    struct recovery *recovery = pending_create(&server->rounds->pending, sizeof *recovery);
    if (!recovery)
        return RK_NO_MEMORY;
    recovery->request.release = release_recovery;
    server->rounds->recovery = recovery;
    restart_reading(recovery);
    return RK_OK;
}

void recovery_stop(struct server *server)
{
    struct recovery *recovery = server->rounds->recovery;
    // If no retry is due, a read is pending, and its callback ends the recovery.
    if (!recovery || !timer_is_set(&recovery->retry))
        return;
    timer_stop(&server->timers, &recovery->retry);
    pending_destroy(&recovery->request);
}
