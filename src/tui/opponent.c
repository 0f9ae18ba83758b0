/* SPDX-License-Identifier: MIT */
/* The caller's thread starts, polls and stops a search; our thread runs it, on a copy of the game,
 * because the game may change in the meantime. */
#include "tui/opponent.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    HASH_MIB = 16,
    DEFAULT_MOVE_TIME = 1000, /* milliseconds */
    OVERHEAD = 50,
    DRAW_FROM_MOVE = 30,
    STACK_BYTES = 16 << 20 /* the search recurses deeply */
};

struct opponent {
    struct opponent_options options;
    struct session_opponent interface;
    rk_engine *engine;
    rk_position *positions; /* to search; used by the thread until it is joined */
    size_t position_count;
    rk_search_limits limits;
    pthread_t thread;
    bool has_thread;
    int reader, writer;   /* a pipe; the thread writes a byte when the search ends */
    pthread_mutex_t lock; /* for all below */
    struct analysis analysis;
    rk_move move;
    bool done;
};

static int64_t engine_time(void *context)
{
    const struct opponent *opponent = context;
    return opponent->options.now();
}

// ---- the search thread -----------------------------------------------------------------------

static void store_line(void *context, const rk_search_line *line)
{
    struct opponent *opponent = context;
    if (!line->move_count)
        return;
    const struct analysis analysis =
        analysis_from_search(line->depth, line->score, line->moves, line->move_count);
    pthread_mutex_lock(&opponent->lock);
    opponent->analysis = analysis;
    pthread_mutex_unlock(&opponent->lock);
}

static void *run_search(void *context)
{
    struct opponent *opponent = context;
    rk_search_result result = {.best = RK_NO_MOVE};
    if (opponent->positions)
        rk_engine_search(opponent->engine, opponent->positions, opponent->position_count,
                         &opponent->limits, store_line, opponent, &result);
    pthread_mutex_lock(&opponent->lock);
    opponent->move = result.best;
    opponent->done = true;
    pthread_mutex_unlock(&opponent->lock);
    // The pipe is empty, so this does not block.
    while (write(opponent->writer, "", 1) < 0) {
    }
    return NULL;
}

// ---- the caller's thread ---------------------------------------------------------------------

static rk_search_limits search_limits(const struct opponent_options *options, const rk_game *game,
                                      int64_t now)
{
    const rk_clock *clock = rk_game_clock(game);
    const rk_clock_kind kind = clock->control.kind;
    rk_search_limits limits = {.nodes = options->nodes, .move_time = options->move_time};
    if (kind != RK_CLOCK_NONE && kind != RK_CLOCK_DAYS) { // not by days: nobody waits that long
        limits.timed = true;
        for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
            unsigned moves;
            const rk_clock_stage stage = rk_clock_stage_now(clock, side, &moves);
            limits.left[side] = rk_clock_left(clock, side, now);
            limits.increment[side] = stage.extra;
            if (side == rk_position_turn(rk_game_position(game)))
                limits.moves_to_go = moves;
        }
    } else if (!limits.nodes && !limits.move_time) {
        limits.move_time = DEFAULT_MOVE_TIME;
    }
    return limits;
}

/* The new thread blocks all signals: they must wake the thread that waits for keys. */
static bool start_thread(struct opponent *opponent)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const bool started = !pthread_create(&opponent->thread, &attributes, run_search, opponent);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

static void start_search(void *context, const rk_game *game, int64_t now)
{
    struct opponent *opponent = context;
    opponent->limits = search_limits(&opponent->options, game, now);
    opponent->positions = analysis_list_positions(game, &opponent->position_count);
    opponent->analysis = (struct analysis){.depth = 0};
    opponent->done = false;
    rk_engine_announce(opponent->engine);
    opponent->has_thread = start_thread(opponent);
    // Without a thread, search on the caller's.
    if (!opponent->has_thread)
        run_search(opponent);
}

static bool poll_search(void *context, struct analysis *out, rk_move *move)
{
    struct opponent *opponent = context;
    pthread_mutex_lock(&opponent->lock);
    *out = opponent->analysis;
    *move = opponent->move;
    const bool done = opponent->done;
    pthread_mutex_unlock(&opponent->lock);
    return done;
}

static void stop_search(void *context)
{
    struct opponent *opponent = context;
    char byte;
    rk_engine_stop(opponent->engine);
    if (opponent->has_thread)
        pthread_join(opponent->thread, NULL);
    while (read(opponent->reader, &byte, 1) < 0) {
    }
    free(opponent->positions);
    opponent->positions = NULL;
}

/* Not in the opening, and not in a better position. */
static bool accepts_draw(void *context, const rk_game *game)
{
    const struct opponent *opponent = context;
    const rk_position *pos = rk_game_position(game);
    struct analysis analysis;
    if (pos->move_number < DRAW_FROM_MOVE ||
        !hints_analyse(opponent->options.hints, game, &analysis))
        return false;
    return rk_position_turn(pos) == opponent->options.side ? analysis.score <= 0
                                                           : analysis.score >= 0;
}

// ---- create and destroy ----------------------------------------------------------------------

static rk_err create_parts(struct opponent *opponent)
{
    const rk_engine_options engine = {.hash_mib = HASH_MIB,
                                      .threads = 1,
                                      .now = engine_time,
                                      .context = opponent,
                                      .elo = opponent->options.elo,
                                      .seed = opponent->options.seed,
                                      .overhead = OVERHEAD};
    int ends[2];
    if (pipe(ends))
        return RK_NO_MEMORY;
    opponent->reader = ends[0];
    opponent->writer = ends[1];
    return rk_engine_create(&engine, &opponent->engine);
}

rk_err opponent_create(const struct opponent_options *options, struct opponent **out)
{
    struct opponent *opponent = calloc(1, sizeof *opponent);
    if (!opponent)
        return RK_NO_MEMORY;
    opponent->options = *options;
    opponent->reader = opponent->writer = -1;
    pthread_mutex_init(&opponent->lock, NULL);
    const rk_err err = create_parts(opponent);
    opponent->interface = (struct session_opponent){.context = opponent,
                                                    .side = options->side,
                                                    .descriptor = opponent->reader,
                                                    .start = start_search,
                                                    .poll = poll_search,
                                                    .stop = stop_search,
                                                    .accepts_draw = accepts_draw};
    if (err)
        opponent_destroy(opponent);
    else
        *out = opponent;
    return err;
}

void opponent_destroy(struct opponent *opponent)
{
    if (!opponent)
        return;
    rk_engine_destroy(opponent->engine);
    if (opponent->reader >= 0) {
        close(opponent->reader);
        close(opponent->writer);
    }
    pthread_mutex_destroy(&opponent->lock);
    free(opponent);
}

const struct session_opponent *opponent_interface(const struct opponent *opponent)
{
    return &opponent->interface;
}
