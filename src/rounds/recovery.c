/* SPDX-License-Identifier: MIT */
#include "rounds/recovery.h"

#include <stdlib.h>
#include <string.h>

#include "accounts/deactivation.h"
#include "cluster/shards.h"
#include "core/metrics.h"
#include "record/replay.h"
#include "record/stored_game.h"
#include "rounds/heartbeat.h"
#include "rounds/replica.h"
#include "rounds/round_clock.h"
#include "rounds/round_lifecycle.h"
#include "rounds/round_updates.h"
#include "rounds/timeouts.h"

enum {
    RETRY_MS = 1000, /* after a failure */
    WAIT_MS = 20     /* for rounds to be dropped */
};

/* A game whose log is being read. */
struct unfinished_game {
    struct game_info info;
    struct journal journal;
    struct conditional_moves conditional[2];
    bool damaged;
};

/* Shards whose games are being read. */
struct reading {
    struct pending_request request;
    bool shards[SHARD_COUNT];
    struct map games; /* struct unfinished_game, by id */
};

struct recovery {
    struct server *server;
    struct timer timer;        /* starts to read */
    bool waiting[SHARD_COUNT]; /* shards to be read */
    int64_t alive_until[SHARD_COUNT];
    unsigned waiting_count;
    struct reading *reading; /* NULL: nothing is being read */
};

static void release_reading(struct pending_request *request)
{
    struct reading *reading = (struct reading *)request;
    size_t at = 0;
    for (struct unfinished_game *game; (game = map_next(&reading->games, &at));) {
        journal_fini(&game->journal);
        free(game->conditional[RK_WHITE].lines);
        free(game->conditional[RK_BLACK].lines);
        free(game);
    }
    map_fini(&reading->games);
}

// ---- continuing the games --------------------------------------------------------------------

static void log_failure(const struct server *server, const char *id, const char *why)
{
    metrics_count_label(server->metrics, METRIC_ILLEGAL_STATES, ILLEGAL_STATE_REPLAY);
    log_line(server->log, LOG_ERROR, "game %s cannot be continued: %s", id, why);
}

/* No node ran the game since then. Messages sent before the pause is on disk must not charge that
 * time either. */
static void pause_clock(struct round *round, int64_t alive_until)
{
    const struct journal *journal = &round->journal;
    const int64_t last = journal->count ? journal->events[journal->count - 1].at : 0;
    const int64_t at = alive_until > last ? alive_until : last, now = round->server->now;
    if (!round_clock_is_running(round))
        return;
    round->uncharged = now > at ? now - at : 0;
    timeouts_pause(round, at);
}

/* The game may have a replica here, if it was followed while another node ran it. */
static struct round *make_round(struct server *server, struct unfinished_game *unfinished,
                                rk_game *taken_game)
{
    struct round *known = map_get(&server->rounds->by_id, unfinished->info.id);
    if (known && known->replica) {
        replica_promote(known, &unfinished->journal, taken_game);
        return known;
    }
    struct round *round = round_create(server, &unfinished->info, &unfinished->journal, taken_game);
    return round && round_register(round) ? round : NULL;
}

static void continue_game(struct recovery *recovery, struct unfinished_game *unfinished)
{
    struct server *server = recovery->server;
    rk_fault fault = {.text = "out of memory"};
    rk_game *game;
    if (unfinished->damaged ||
        replay_game(&unfinished->info, &unfinished->journal, &game, &fault)) {
        log_failure(server, unfinished->info.id,
                    unfinished->damaged ? "its log is damaged" : fault.text);
        return;
    }
    struct round *round = make_round(server, unfinished, game);
    unfinished->journal = (struct journal){.events = NULL};
    if (!round) {
        log_failure(server, unfinished->info.id, "out of memory");
        return;
    }
    round->started = true;
    memcpy(round->conditional, unfinished->conditional, sizeof round->conditional);
    memset(unfinished->conditional, 0, sizeof unfinished->conditional);
    heartbeat_start(server);
    pause_clock(round, recovery->alive_until[round->shard]);
    round_continue(round);
    updates_announce(round);
}

/* Some shards may have been lost while they were read. */
static void continue_games(struct recovery *recovery, struct reading *reading)
{
    size_t at = 0, count = 0;
    for (struct unfinished_game *game; (game = map_next(&reading->games, &at));)
        if (reading->shards[shard_of_game(game->info.id)]) {
            continue_game(recovery, game);
            count++;
        }
    if (count)
        log_line(recovery->server->log, LOG_INFO, "unfinished games: %zu", count);
}

// ---- reading ---------------------------------------------------------------------------------

static void start_reading(void *context);

static void schedule_reading(struct recovery *recovery, int64_t ms)
{
    struct server *server = recovery->server;
    (void)timer_set(&server->timers, &recovery->timer, server->now + ms, start_reading, recovery);
}

static void queue_shard(struct recovery *recovery, unsigned shard)
{
    recovery->waiting_count += !recovery->waiting[shard];
    recovery->waiting[shard] = true;
}

static void end_reading(struct recovery *recovery)
{
    pending_destroy(&recovery->reading->request);
    recovery->reading = NULL;
}

/* Whether the read succeeded. If it failed, all reads start over later; if the server is gone, the
 * reading ends here. */
static bool check_read_outcome(struct reading *reading, enum store_outcome outcome)
{
    struct server *server = reading->request.server;
    if (!server) {
        pending_destroy(&reading->request);
        return false;
    }
    if (outcome == STORE_DONE)
        return true;
    log_line(server->log, LOG_ERROR, "cannot read the unfinished games; trying again");
    struct recovery *recovery = server->rounds->recovery;
    for (unsigned shard = 0; shard < SHARD_COUNT; shard++)
        if (reading->shards[shard])
            queue_shard(recovery, shard);
    end_reading(recovery);
    schedule_reading(recovery, RETRY_MS);
    return false;
}

static void read_events(struct reading *reading, struct store_job *job)
{
    enum { GAME, LAST_VERSION };
    struct unfinished_game *game = map_get(&reading->games, store_get_text(job, GAME));
    if (game && !game->damaged)
        game->damaged = stored_events_read(job, LAST_VERSION, &game->journal, NULL) != RK_OK;
}

static void read_conditional_moves(struct reading *reading, const struct store_job *job)
{
    enum { GAME, SIDE, PLY, LINES };
    struct unfinished_game *game = map_get(&reading->games, store_get_text(job, GAME));
    const int64_t side = store_get_integer(job, SIDE);
    if (!game || side < RK_WHITE || side > RK_BLACK)
        return;
    game->conditional[side] = (struct conditional_moves){
        .lines = strdup(store_get_text(job, LINES)), .ply = (size_t)store_get_integer(job, PLY)};
}

static void on_conditional_moves(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct reading *reading = context;
    struct server *server = reading->request.server;
    if (!check_read_outcome(reading, outcome))
        return;
    while (store_next_row(job))
        read_conditional_moves(reading, job);
    struct recovery *recovery = server->rounds->recovery;
    continue_games(recovery, reading);
    // The next restart must not use an older heartbeat: the system clock may have been set back.
    heartbeat_write(server);
    end_reading(recovery);
    deactivation_report_all(server); // accounts may have been closed while the server was down
    if (recovery->waiting_count)
        schedule_reading(recovery, 0);
}

/* Calls the statement for each range of consecutive shards. */
static void read_store(struct reading *reading, enum statement statement, store_done *done)
{
    struct store_job *job = store_job_create();
    for (unsigned first = 0, end; first < SHARD_COUNT; first = end) {
        for (end = first; end < SHARD_COUNT && reading->shards[end];)
            end++;
        if (end > first) {
            store_call(job, statement);
            store_bind_integer(job, first);
            store_bind_integer(job, end - 1);
        } else
            end++;
    }
    store_read(reading->request.server->store, job, done, reading);
}

static void on_events(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct reading *reading = context;
    if (!check_read_outcome(reading, outcome))
        return;
    while (store_next_row(job))
        read_events(reading, job);
    read_store(reading, STORE_RUNNING_CONDITIONALS, on_conditional_moves);
}

static void read_game(struct reading *reading, struct store_job *job)
{
    enum { ID, INFO };
    struct unfinished_game *game = calloc(1, sizeof *game);
    rk_fault fault = {.text = "out of memory"};
    const char *id = store_get_text(job, ID), *info = store_get_text(job, INFO);
    if (!game || game_info_read(id, info, strlen(info), &game->info, &fault) ||
        !map_put(&reading->games, id, game)) {
        log_failure(reading->request.server, id, fault.text);
        free(game);
    }
}

static void on_unfinished_games(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct reading *reading = context;
    if (!check_read_outcome(reading, outcome))
        return;
    while (store_next_row(job))
        read_game(reading, job);
    read_store(reading, STORE_RUNNING_EVENTS, on_events);
}

static void start_reading(void *context)
{
    struct recovery *recovery = context;
    struct server *server = recovery->server;
    if (recovery->reading || !recovery->waiting_count)
        return;
    struct reading *reading = rounds_have_lost(server->rounds)
                                  ? NULL // their last commit has not been answered
                                  : pending_create(&server->rounds->pending, sizeof *reading);
    if (!reading) {
        schedule_reading(recovery, WAIT_MS);
        return;
    }
    reading->request.release = release_reading;
    map_init(&reading->games, server_random(server));
    memcpy(reading->shards, recovery->waiting, sizeof reading->shards);
    memset(recovery->waiting, 0, sizeof recovery->waiting);
    recovery->waiting_count = 0;
    recovery->reading = reading;
    read_store(reading, STORE_RUNNING_GAMES, on_unfinished_games);
}

// ---- shards ----------------------------------------------------------------------------------

void recovery_load(struct recovery *recovery, unsigned shard, int64_t alive_until)
{
    recovery->alive_until[shard] = alive_until;
    queue_shard(recovery, shard);
    schedule_reading(recovery, 0);
}

void recovery_forget(struct recovery *recovery, unsigned shard)
{
    if (shard >= SHARD_COUNT)
        return;
    recovery->waiting_count -= recovery->waiting[shard];
    recovery->waiting[shard] = false;
    if (recovery->reading)
        recovery->reading->shards[shard] = false;
}

bool recovery_is_loading(const struct recovery *recovery, unsigned shard)
{
    return shard < SHARD_COUNT &&
           (recovery->waiting[shard] || (recovery->reading && recovery->reading->shards[shard]));
}

bool recovery_is_idle(const struct recovery *recovery)
{
    return !recovery->waiting_count && !recovery->reading;
}

// ---- create and destroy ----------------------------------------------------------------------

rk_err recovery_create(struct server *server)
{
    struct recovery *recovery = calloc(1, sizeof *recovery);
    if (!recovery)
        return RK_NO_MEMORY;
    recovery->server = server;
    server->rounds->recovery = recovery;
    return RK_OK;
}

/* A read that is under way ends when the store answers. */
void recovery_destroy(struct server *server)
{
    struct recovery *recovery = server->rounds->recovery;
    if (!recovery)
        return;
    timer_stop(&server->timers, &recovery->timer);
    free(recovery);
    server->rounds->recovery = NULL;
}
