/* SPDX-License-Identifier: MIT */
#include "rounds/startup.h"

#include <stdlib.h>
#include <string.h>

#include "rounds/conduct.h"
#include "rounds/ledger.h"
#include "rounds/roundread.h"
#include "rounds/roundtime.h"
#include "rounds/turns.h"

/* A game whose log is still being read. */
struct sleeper {
    struct game_info info;
    struct journal journal;
    int64_t epoch;
    bool broken;
};

enum { AGAIN_MS = 1000 };

struct startup {
    struct pledge pledge;
    struct server *server; /* outlives the pledge, not the server */
    struct timer again;
    bool (*enlist)(struct round *round);
    int64_t heartbeat;
    struct map by_id; /* sleepers */
};

static void forget_sleepers(struct startup *startup)
{
    size_t at = 0;
    for (struct sleeper *sleeper; (sleeper = map_next(&startup->by_id, &at));) {
        journal_fini(&sleeper->journal);
        free(sleeper);
    }
    map_fini(&startup->by_id);
}

static void destroy(struct startup *startup)
{
    forget_sleepers(startup);
    free(startup);
}

// ---- replaying -------------------------------------------------------------------------------

static void report(const struct server *server, const char *game, const char *why)
{
    log_line(server->log, LOG_ERROR, "game %s cannot be played on: %s", game, why);
}

static void pause_clock(struct round *round, int64_t heartbeat)
{
    const struct journal *journal = &round->journal;
    const int64_t last = journal->count ? journal->events[journal->count - 1].at : 0;
    if (round_clock_runs(round))
        (void)conduct_pause(round, heartbeat > last ? heartbeat : last);
}

static void wake(struct startup *startup, struct sleeper *sleeper)
{
    struct server *server = startup->server;
    rk_fault fault = {.text = "out of memory"};
    rk_game *game;
    if (sleeper->broken || replay(&sleeper->info, &sleeper->journal, &game, &fault)) {
        report(server, sleeper->info.id, sleeper->broken ? "its log is damaged" : fault.text);
        return;
    }
    struct round *round =
        turns_open(server, &sleeper->info, &sleeper->journal, game, sleeper->epoch);
    sleeper->journal = (struct journal){.events = NULL};
    if (!round) {
        report(server, sleeper->info.id, fault.text);
        return;
    }
    if (!startup->enlist(round))
        return;
    pause_clock(round, startup->heartbeat);
    turns_settle(round);
}

// ---- reading ---------------------------------------------------------------------------------

static void begin_again(void *context);

/* Whether there is an answer. If the server has ended this is the end of it; a store
 * that fails is asked again. */
static bool is_answered(struct startup *startup, enum store_outcome outcome)
{
    if (!pledge_end(&startup->pledge)) {
        destroy(startup);
        return false;
    }
    if (outcome == STORE_DONE)
        return true;
    struct server *server = startup->server;
    log_line(server->log, LOG_ERROR, "the games that go on could not be read; trying again");
    forget_sleepers(startup);
    (void)timer_set(&server->timers, &startup->again, server->now + AGAIN_MS, begin_again, startup);
    return false;
}

static void read_part(struct startup *startup, struct store_job *job)
{
    enum { GAME, LAST };
    struct sleeper *sleeper = map_get(&startup->by_id, store_get_text(job, GAME));
    if (sleeper && !sleeper->broken)
        sleeper->broken = part_read(job, LAST, &sleeper->journal, NULL) != RK_OK;
}

static void events_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct startup *startup = context;
    if (!is_answered(startup, outcome))
        return;
    while (store_next_row(job))
        read_part(startup, job);
    size_t at = 0;
    for (struct sleeper *sleeper; (sleeper = map_next(&startup->by_id, &at));)
        wake(startup, sleeper);
    if (startup->by_id.count)
        log_line(startup->server->log, LOG_INFO, "games that go on: %zu", startup->by_id.count);
    // From here on time is counted anew: the machine's clock may have been set back.
    heartbeat(startup->server);
    startup->server->rounds->loaded = true;
    startup->server->rounds->startup = NULL;
    destroy(startup);
}

static void read_game(struct startup *startup, struct store_job *job)
{
    enum { ID, HEAD, CREATED_AT, EPOCH };
    struct sleeper *sleeper = calloc(1, sizeof *sleeper);
    rk_fault fault = {.text = "out of memory"};
    const char *id = store_get_text(job, ID), *info = store_get_text(job, HEAD);
    if (!sleeper || game_info_read(id, info, strlen(info), &sleeper->info, &fault) ||
        !map_put(&startup->by_id, id, sleeper)) {
        report(startup->server, id, fault.text);
        free(sleeper);
        return;
    }
    sleeper->epoch = store_get_integer(job, EPOCH);
}

static void ask(struct startup *startup, enum statement statement, store_done *done)
{
    struct store_job *job = store_job_create();
    store_call(job, statement);
    pledge_begin(startup->server, &startup->pledge);
    store_read(startup->server->store, job, done, startup);
}

static void games_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct startup *startup = context;
    if (!is_answered(startup, outcome))
        return;
    while (store_next_row(job))
        read_game(startup, job);
    ask(startup, STORE_RUNNING_EVENTS, events_read);
}

static void heartbeat_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct startup *startup = context;
    if (!is_answered(startup, outcome))
        return;
    if (store_next_row(job))
        startup->heartbeat = store_get_integer(job, 0);
    ask(startup, STORE_RUNNING_GAMES, games_read);
}

static void begin_again(void *context)
{
    struct startup *startup = context;
    map_init(&startup->by_id, server_random(startup->server));
    ask(startup, STORE_LAST_HEARTBEAT, heartbeat_read);
}

rk_err startup_begin(struct server *server, bool (*enlist)(struct round *round))
{
    struct startup *startup = calloc(1, sizeof *startup);
    if (!startup)
        return RK_NO_MEMORY;
    startup->server = server;
    startup->enlist = enlist;
    server->rounds->startup = startup;
    begin_again(startup);
    return RK_OK;
}

void startup_end(struct server *server)
{
    struct startup *startup = server->rounds->startup;
    // Where an answer is still to come, that ends it.
    if (!startup || !timer_is_set(&startup->again))
        return;
    timer_stop(&server->timers, &startup->again);
    destroy(startup);
}
