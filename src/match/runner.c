/* SPDX-License-Identifier: MIT */
#include "match/runner.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_MAX = 256, STARTS_MAX = 3 };

struct run {
    const struct match *match;
    const struct runner_host *host;
    pthread_mutex_t lock; /* of all below, and of calls to the host */
    struct standings *standings;
    unsigned long next; /* the first game nobody has begun */
    enum match_end end;
    atomic_bool is_over; /* no more moves are wanted */
    char *why;
    size_t why_size;
};

/* One thread's table: two chairs, whose engines stay for the next game if they can. */
struct table {
    struct run *run;
    struct player *players[2];
    unsigned engines[2]; /* who sits there, if anybody */
    unsigned chairs[2];  /* of White and Black in this game */
};

static void fail(struct run *run, const char *words)
{
    if (run->end == MATCH_FAILED)
        return;
    run->end = MATCH_FAILED;
    atomic_store(&run->is_over, true);
    snprintf(run->why, run->why_size, "%s", words);
}

static void tell(struct run *run, const char *words)
{
    pthread_mutex_lock(&run->lock);
    run->host->told(run->host->context, words);
    pthread_mutex_unlock(&run->lock);
}

// ---- who sits where -----------------------------------------------------------------------------

static void leave_chair(struct table *table, unsigned chair)
{
    player_stop(table->players[chair]);
    table->players[chair] = NULL;
}

/* Gives both engines of a game a chair: their own from before, or a free one. */
static void assign_chairs(struct table *table, const struct pairing *pairing)
{
    const unsigned white = pairing->white, black = pairing->black;
    const bool crossed = (table->players[1] && table->engines[1] == white) ||
                         (table->players[0] && table->engines[0] == black);
    table->chairs[RK_WHITE] = crossed ? 1 : 0;
    table->chairs[RK_BLACK] = crossed ? 0 : 1;
    const unsigned engines[2] = {crossed ? black : white, crossed ? white : black};
    for (unsigned chair = 0; chair < 2; chair++) {
        if (table->players[chair] && table->engines[chair] != engines[chair])
            leave_chair(table, chair);
        table->engines[chair] = engines[chair];
    }
}

/* Has the engine of a chair ready for a new game; starts it as often as is sensible. */
static bool seat(struct table *table, unsigned chair)
{
    const struct match *match = table->run->match;
    const struct runner_host *host = table->run->host;
    const struct contestant *contestant = &match->contestants[table->engines[chair]];
    char why[WORDS_MAX] = "it does not begin a new game";
    for (int start = 0; start < STARTS_MAX; start++) {
        if (table->players[chair] && player_new_game(table->players[chair], match->variant))
            return true;
        leave_chair(table, chair);
        if (player_start(contestant, host->now, host->context, &table->players[chair], why,
                         sizeof why))
            table->players[chair] = NULL;
    }
    if (table->players[chair] && player_new_game(table->players[chair], match->variant))
        return true;
    leave_chair(table, chair);
    char words[2 * WORDS_MAX];
    snprintf(words, sizeof words, "%s cannot be started anew: %s", contestant->name, why);
    tell(table->run, words);
    return false;
}

// ---- one game -----------------------------------------------------------------------------------

static int64_t table_now(void *context)
{
    const struct table *table = context;
    return table->run->host->now(table->run->host->context);
}

static bool table_is_stopped(void *context)
{
    const struct table *table = context;
    return atomic_load(&table->run->is_over) ||
           table->run->host->is_stopped(table->run->host->context);
}

// An engine that could not be seated has crashed as far as its game goes.
static enum external_result table_ask(void *context, rk_side side,
                                      const struct referee_question *question,
                                      struct external_reply *out)
{
    const struct table *table = context;
    struct player *player = table->players[table->chairs[side]];
    return player ? player_ask(player, question, out) : EXTERNAL_CRASHED;
}

static rk_err play_game(struct table *table, const struct pairing *pairing,
                        struct referee_result *out)
{
    const struct match *match = table->run->match;
    const struct contestant *white = &match->contestants[pairing->white],
                            *black = &match->contestants[pairing->black];
    const struct referee_host host = {
        .context = table, .now = table_now, .ask = table_ask, .is_stopped = table_is_stopped};
    struct referee_order order = {.opening = &match->openings->list[pairing->opening],
                                  .sides = {white->thinks, black->thinks},
                                  .adjudication = &match->adjudication,
                                  .margin = match->margin,
                                  .patience = match->patience};
    const rk_err err = contestants_clock(white, black, &order.clock);
    if (err)
        return err;
    assign_chairs(table, pairing);
    for (unsigned chair = 0; chair < 2; chair++)
        (void)seat(table, chair);
    return referee_play(&order, &host, out);
}

static void settle_game(struct run *run, unsigned long number, const struct pairing *pairing,
                        const struct referee_result *result)
{
    const struct runner_game game = {.number = number,
                                     .pairing = *pairing,
                                     .winner = rk_game_winner(result->game),
                                     .result = result};
    pthread_mutex_lock(&run->lock);
    if (!standings_note(run->standings, number, game.winner)) {
        fail(run, "a game was played twice");
    } else {
        const bool lost_by_fault[2] = {game.winner != RK_WHITE_WINS && result->broken[RK_WHITE],
                                       game.winner != RK_BLACK_WINS && result->broken[RK_BLACK]};
        const bool late = rk_game_status(result->game) == RK_TIMED_OUT;
        run->standings->faults[pairing->white] +=
            lost_by_fault[RK_WHITE] || (late && game.winner == RK_BLACK_WINS);
        run->standings->faults[pairing->black] +=
            lost_by_fault[RK_BLACK] || (late && game.winner == RK_WHITE_WINS);
        if (!run->host->finished(run->host->context, &game))
            fail(run, "a result could not be written");
    }
    const struct sprt *sprt = run->match->sprt;
    if (sprt && run->end == MATCH_PLAYED &&
        sprt_judge(sprt, &run->standings->scores[0]) != SPRT_GOES_ON) {
        run->end = MATCH_DECIDED;
        atomic_store(&run->is_over, true);
    }
    pthread_mutex_unlock(&run->lock);
}

// ---- all games ----------------------------------------------------------------------------------

static bool take_game(struct run *run, unsigned long *out)
{
    pthread_mutex_lock(&run->lock);
    const unsigned long games = schedule_games(&run->standings->schedule);
    while (run->next < games && standings_has(run->standings, run->next))
        run->next++;
    const bool stopped = run->host->is_stopped(run->host->context);
    const bool taken = run->next < games && !atomic_load(&run->is_over) && !stopped;
    if (taken)
        *out = run->next++;
    else if (stopped && run->end == MATCH_PLAYED && run->next < games)
        run->end = MATCH_STOPPED;
    pthread_mutex_unlock(&run->lock);
    return taken;
}

static void note_unfinished(struct run *run, rk_err err)
{
    pthread_mutex_lock(&run->lock);
    if (err)
        fail(run, rk_err_text(err));
    else if (run->end == MATCH_PLAYED)
        run->end = MATCH_STOPPED;
    pthread_mutex_unlock(&run->lock);
}

static void *play_games(void *context)
{
    struct table table = {.run = context};
    unsigned long number;
    while (take_game(table.run, &number)) {
        const struct pairing pairing = schedule_at(&table.run->standings->schedule, number);
        struct referee_result result = {0};
        const rk_err err = play_game(&table, &pairing, &result);
        if (err || result.is_left)
            note_unfinished(table.run, err);
        else
            settle_game(table.run, number, &pairing, &result);
        for (int side = RK_WHITE; side <= RK_BLACK; side++)
            if (result.broken[side])
                leave_chair(&table, table.chairs[side]);
        referee_result_fini(&result);
    }
    for (unsigned chair = 0; chair < 2; chair++)
        leave_chair(&table, chair);
    return NULL;
}

rk_err runner_try(const struct contestant *contestant, rk_variant variant,
                  const struct runner_host *host, struct runner_trial *out)
{
    struct player *player;
    const rk_err err =
        player_start(contestant, host->now, host->context, &player, out->why, sizeof out->why);
    if (err)
        return err;
    snprintf(out->name, sizeof out->name, "%s", player_name(player));
    snprintf(out->lacking, sizeof out->lacking, "%s", player_lacking(player));
    const bool plays = player_new_game(player, variant);
    if (!plays)
        snprintf(out->why, sizeof out->why, "%.100s does not play %s", out->name,
                 rk_variant_name(variant));
    player_stop(player);
    return plays ? RK_OK : RK_AGAINST_VARIANT;
}

enum match_end match_run(const struct match *match, const struct runner_host *host,
                         struct standings *standings, char *why, size_t why_size)
{
    struct run run = {
        .match = match, .host = host, .standings = standings, .why = why, .why_size = why_size};
    pthread_t threads[RUNNER_GAMES_MAX];
    unsigned count = 0;
    pthread_mutex_init(&run.lock, NULL);
    while (count < match->concurrency && count < RUNNER_GAMES_MAX &&
           !pthread_create(&threads[count], NULL, play_games, &run))
        count++;
    if (!count)
        fail(&run, "no thread can be had");
    for (unsigned i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&run.lock);
    return run.end;
}
