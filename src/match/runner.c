/* SPDX-License-Identifier: MIT */
#include "match/runner.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "match/engine_log.h"
#include "rookery/roster.h"

enum { MESSAGE_MAX = 256, STARTS_MAX = 3 };

struct runner {
    const struct match *match;
    const struct runner_callbacks *callbacks;
    pthread_mutex_t lock; /* guards everything below and the callbacks */
    struct standings *standings;
    unsigned long next; /* the first game that has not been started */
    enum match_end end;
    unsigned running; /* threads */
    pthread_cond_t thread_ended;
    atomic_bool is_over; /* stop all games */
    char *error;
    size_t error_size;
};

/* One thread and its two engine processes, which are reused for the next game where possible. */
struct worker {
    struct runner *runner;
    struct player *players[2];
    unsigned engines[2]; /* which engine each player is, if it runs */
    unsigned slots[2];   /* the players of White and Black in this game */
};

static void fail_match(struct runner *runner, const char *error)
{
    if (runner->end == MATCH_FAILED)
        return;
    runner->end = MATCH_FAILED;
    atomic_store(&runner->is_over, true);
    snprintf(runner->error, runner->error_size, "%s", error);
}

static void report_message(struct runner *runner, const char *message)
{
    pthread_mutex_lock(&runner->lock);
    runner->callbacks->on_message(runner->callbacks->context, message);
    pthread_mutex_unlock(&runner->lock);
}

// ---- engine processes ---------------------------------------------------------------------------

static void stop_player(struct worker *worker, unsigned slot)
{
    player_stop(worker->players[slot]);
    worker->players[slot] = NULL;
}

/* Gives both engines of a game a slot: the one they already run in, or a free one. */
static void assign_slots(struct worker *worker, const struct pairing *pairing)
{
    const unsigned white = pairing->white, black = pairing->black;
    const bool crossed = (worker->players[1] && worker->engines[1] == white) ||
                         (worker->players[0] && worker->engines[0] == black);
    worker->slots[RK_WHITE] = crossed ? 1 : 0;
    worker->slots[RK_BLACK] = crossed ? 0 : 1;
    const unsigned engines[2] = {crossed ? black : white, crossed ? white : black};
    for (unsigned slot = 0; slot < 2; slot++) {
        if (worker->players[slot] && worker->engines[slot] != engines[slot])
            stop_player(worker, slot);
        worker->engines[slot] = engines[slot];
    }
}

/* Prepares the engine of a slot for a new game; restarts it a few times if it fails. */
static bool prepare_player(struct worker *worker, unsigned slot, unsigned long game)
{
    const struct match *match = worker->runner->match;
    const struct runner_callbacks *callbacks = worker->runner->callbacks;
    const struct engine_config *config = &match->engines[worker->engines[slot]];
    char error[MESSAGE_MAX] = "it does not start a new game";
    for (int start = 0; start < STARTS_MAX; start++) {
        if (worker->players[slot] && player_new_game(worker->players[slot], match->variant, game))
            return true;
        stop_player(worker, slot);
        if (player_start(config, callbacks->now, callbacks->context, &worker->players[slot], error,
                         sizeof error))
            worker->players[slot] = NULL;
    }
    if (worker->players[slot] && player_new_game(worker->players[slot], match->variant, game))
        return true;
    stop_player(worker, slot);
    char message[2 * MESSAGE_MAX];
    snprintf(message, sizeof message, "cannot restart %s: %s", config->name, error);
    report_message(worker->runner, message);
    return false;
}

// ---- one game -----------------------------------------------------------------------------------

static int64_t worker_now(void *context)
{
    const struct worker *worker = context;
    return worker->runner->callbacks->now(worker->runner->callbacks->context);
}

static bool worker_is_stopped(void *context)
{
    const struct worker *worker = context;
    return atomic_load(&worker->runner->is_over) ||
           worker->runner->callbacks->is_stopped(worker->runner->callbacks->context);
}

// An engine that could not be started counts as crashed.
static enum external_result worker_search(void *context, rk_side side,
                                          const struct search_request *request,
                                          struct external_reply *out)
{
    const struct worker *worker = context;
    struct player *player = worker->players[worker->slots[side]];
    return player ? player_search(player, request, out) : EXTERNAL_CRASHED;
}

static void worker_ponder(void *context, rk_side side, const struct search_request *request)
{
    const struct worker *worker = context;
    struct player *player = worker->players[worker->slots[side]];
    if (player)
        player_ponder(player, request);
}

static rk_err play_game(struct worker *worker, const struct pairing *pairing, unsigned long number,
                        struct referee_result *out)
{
    const struct match *match = worker->runner->match;
    const struct engine_config *white = &match->engines[pairing->white],
                               *black = &match->engines[pairing->black];
    const struct referee_callbacks callbacks = {.context = worker,
                                                .now = worker_now,
                                                .search = worker_search,
                                                .ponder = worker_ponder,
                                                .is_stopped = worker_is_stopped};
    struct referee_setup setup = {.opening = &match->openings->list[pairing->opening],
                                  .limits = {white->limits, black->limits},
                                  .adjudication = &match->adjudication,
                                  .margin = match->margin,
                                  .patience = match->patience};
    const rk_err err = engine_config_clock(white, black, &setup.clock);
    if (err)
        return err;
    assign_slots(worker, pairing);
    for (unsigned slot = 0; slot < 2; slot++)
        (void)prepare_player(worker, slot, number + 1);
    return referee_play(&setup, &callbacks, out);
}

rk_side runner_game_side_at_fault(const struct runner_game *game)
{
    if (game->winner == RK_NOBODY_WINS)
        return RK_NO_SIDE;
    const rk_side loser = game->winner == RK_WHITE_WINS ? RK_BLACK : RK_WHITE;
    const bool late = rk_game_status(game->result->game) == RK_TIMED_OUT;
    return late || game->result->must_restart[loser] ? loser : RK_NO_SIDE;
}

static void record_game(struct runner *runner, unsigned long number, const struct pairing *pairing,
                        const struct referee_result *result)
{
    const struct runner_game game = {.number = number,
                                     .pairing = *pairing,
                                     .winner = rk_game_winner(result->game),
                                     .result = result};
    pthread_mutex_lock(&runner->lock);
    if (!standings_add(runner->standings, number, game.winner)) {
        fail_match(runner, "internal error: a game was played twice");
    } else {
        standings_add_end(runner->standings, number, game_end_of(result),
                          runner_game_side_at_fault(&game));
        standings_add_moves(runner->standings, number, result->game);
        if (!runner->callbacks->on_game_end(runner->callbacks->context, &game))
            fail_match(runner, "cannot write a result");
    }
    const struct sprt *sprt = runner->match->sprt;
    if (sprt && runner->end == MATCH_PLAYED &&
        sprt_decide(sprt, &runner->standings->scores[0]) != SPRT_CONTINUE) {
        runner->end = MATCH_DECIDED;
        atomic_store(&runner->is_over, true);
    }
    pthread_mutex_unlock(&runner->lock);
}

// ---- all games ----------------------------------------------------------------------------------

static bool next_game(struct runner *runner, unsigned long *out)
{
    pthread_mutex_lock(&runner->lock);
    const unsigned long games = schedule_games(&runner->standings->schedule);
    while (runner->next < games && standings_has(runner->standings, runner->next))
        runner->next++;
    const bool stopped = runner->callbacks->is_stopped(runner->callbacks->context);
    const bool taken = runner->next < games && !atomic_load(&runner->is_over) && !stopped;
    if (taken)
        *out = runner->next++;
    else if (stopped && runner->end == MATCH_PLAYED && runner->next < games)
        runner->end = MATCH_STOPPED;
    pthread_mutex_unlock(&runner->lock);
    return taken;
}

static void record_unfinished(struct runner *runner, rk_err err)
{
    pthread_mutex_lock(&runner->lock);
    if (err)
        fail_match(runner, rk_err_text(err));
    else if (runner->end == MATCH_PLAYED)
        runner->end = MATCH_STOPPED;
    pthread_mutex_unlock(&runner->lock);
}

/* Writes a line about a game to the logs of both engines. */
static void log_game(const struct match *match, const struct pairing *pairing, unsigned long number,
                     const char *text)
{
    FILE *white = match->engines[pairing->white].log_file,
         *black = match->engines[pairing->black].log_file;
    if (white)
        engine_log_write(white, number + 1, NULL, '#', text);
    if (black && black != white)
        engine_log_write(black, number + 1, NULL, '#', text);
}

static void log_start(const struct match *match, const struct pairing *pairing,
                      unsigned long number)
{
    char text[2 * MESSAGE_MAX];
    snprintf(text, sizeof text, "begins: %s - %s", match->engines[pairing->white].name,
             match->engines[pairing->black].name);
    log_game(match, pairing, number, text);
}

static void log_end(const struct match *match, const struct pairing *pairing, unsigned long number,
                    const struct referee_result *result)
{
    char text[2 * MESSAGE_MAX];
    if (!result || result->is_abandoned)
        snprintf(text, sizeof text, "is abandoned");
    else
        snprintf(text, sizeof text, "ends: %s (%s)", rk_game_score(result->game), result->reason);
    log_game(match, pairing, number, text);
}

static void *play_games(void *context)
{
    struct worker worker = {.runner = context};
    unsigned long number;
    while (next_game(worker.runner, &number)) {
        const struct pairing pairing = schedule_at(&worker.runner->standings->schedule, number);
        struct referee_result result = {0};
        log_start(worker.runner->match, &pairing, number);
        const rk_err err = play_game(&worker, &pairing, number, &result);
        log_end(worker.runner->match, &pairing, number, err ? NULL : &result);
        if (err || result.is_abandoned)
            record_unfinished(worker.runner, err);
        else
            record_game(worker.runner, number, &pairing, &result);
        for (int side = RK_WHITE; side <= RK_BLACK; side++)
            if (result.must_restart[side])
                stop_player(&worker, worker.slots[side]);
        referee_result_fini(&result);
    }
    for (unsigned slot = 0; slot < 2; slot++)
        stop_player(&worker, slot);
    pthread_mutex_lock(&worker.runner->lock);
    worker.runner->running--;
    pthread_cond_signal(&worker.runner->thread_ended);
    pthread_mutex_unlock(&worker.runner->lock);
    return NULL;
}

/* Waits until all threads have ended, and calls on_tick() meanwhile. */
static void wait_for_threads(struct runner *runner)
{
    const struct runner_callbacks *callbacks = runner->callbacks;
    pthread_mutex_lock(&runner->lock);
    while (runner->running) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        pthread_cond_timedwait(&runner->thread_ended, &runner->lock, &until);
        if (callbacks->on_tick)
            callbacks->on_tick(callbacks->context);
    }
    pthread_mutex_unlock(&runner->lock);
}

rk_err runner_check_engine(const struct engine_config *config, rk_variant variant,
                           const struct runner_callbacks *callbacks, struct engine_check *out)
{
    struct player *player;
    const rk_err err = player_start(config, callbacks->now, callbacks->context, &player, out->error,
                                    sizeof out->error);
    if (err)
        return err;
    snprintf(out->name, sizeof out->name, "%s", player_name(player));
    snprintf(out->unknown_options, sizeof out->unknown_options, "%s",
             player_unknown_options(player));
    out->cannot_ponder = config->ponder && !player_can_ponder(player);
    const bool plays = player_new_game(player, variant, 0), alive = player_is_alive(player);
    if (!plays && alive)
        snprintf(out->error, sizeof out->error, "%.100s does not play %s", out->name,
                 rk_variant_name(variant));
    else if (!plays)
        snprintf(out->error, sizeof out->error, "%.100s does not answer when a game begins",
                 out->name);
    player_stop(player);
    return plays ? RK_OK : alive ? RK_AGAINST_VARIANT : RK_CANNOT_READ;
}

enum match_end match_run(const struct match *match, const struct runner_callbacks *callbacks,
                         struct standings *standings, char *error, size_t error_size)
{
    struct runner runner = {.match = match,
                            .callbacks = callbacks,
                            .standings = standings,
                            .error = error,
                            .error_size = error_size};
    pthread_t threads[RUNNER_GAMES_MAX];
    unsigned count = 0;
    pthread_mutex_init(&runner.lock, NULL);
    pthread_cond_init(&runner.thread_ended, NULL);
    pthread_mutex_lock(&runner.lock);
    while (count < match->concurrency && count < RUNNER_GAMES_MAX &&
           !pthread_create(&threads[count], NULL, play_games, &runner))
        count++;
    runner.running = count;
    pthread_mutex_unlock(&runner.lock);
    if (!count)
        fail_match(&runner, "cannot create a thread");
    wait_for_threads(&runner);
    for (unsigned i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    pthread_cond_destroy(&runner.thread_ended);
    pthread_mutex_destroy(&runner.lock);
    return runner.end;
}
