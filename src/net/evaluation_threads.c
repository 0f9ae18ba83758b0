/* SPDX-License-Identifier: MIT */
#include "net/evaluation_threads.h"

#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/monotonic.h"
#include "net/engine_slots.h"

struct evaluation_state {
    struct evaluation_threads_options options;
    struct engine_slots slots;
};

// ---- on the thread ---------------------------------------------------------------------------

static rk_engine *prepare_engine(struct evaluation_state *state, unsigned slot)
{
    const rk_engine_options options = {.hash_mib = state->options.hash_mib,
                                       .threads = 1,
                                       .now = monotonic_callback,
                                       .tablebase = state->options.tablebase};
    return engine_slots_prepare(&state->slots, slot, &options);
}

static void set_score(struct evaluation_line *line, int score)
{
    line->is_mate = abs(score) > RK_MATE_IN_MAX;
    if (!line->is_mate)
        line->score = score;
    else
        line->score = score > 0 ? (RK_MATE - score + 1) / 2 : -(RK_MATE + score + 1) / 2;
}

/* Keeps the newest line of each number. */
static void keep_line(void *context, const rk_search_line *line)
{
    struct evaluation *evaluation = context;
    if (!line->move_count || line->bound != RK_EXACT || line->number > evaluation->lines_wanted)
        return;
    struct evaluation_line *kept = &evaluation->lines[line->number - 1];
    const size_t count =
        line->move_count < EVALUATION_MOVES_MAX ? line->move_count : EVALUATION_MOVES_MAX;
    set_score(kept, line->score);
    kept->move_count = count;
    memcpy(kept->moves, line->moves, count * sizeof *kept->moves);
    if (line->number > evaluation->line_count)
        evaluation->line_count = line->number;
    evaluation->depth = line->depth;
    evaluation->nodes = line->nodes;
}

/* One scale for both kinds of scores: a mate is better than any number of pawns, a near one more
 * so. */
static int rank_line(const struct evaluation_line *line)
{
    if (!line->is_mate)
        return line->score;
    return line->score > 0 ? RK_MATE - line->score : -RK_MATE - line->score;
}

static int compare_lines(const void *a, const void *b)
{
    return rank_line(b) - rank_line(a);
}

/* The search may have ended within a depth, with some lines from this one and some from the last.
 */
static void sort_lines(struct evaluation *evaluation)
{
    qsort(evaluation->lines, evaluation->line_count, sizeof *evaluation->lines, compare_lines);
}

static void search_position(struct evaluation_state *state, unsigned slot,
                            struct evaluation *evaluation)
{
    rk_engine *engine = prepare_engine(state, slot);
    rk_search_result result;
    const rk_search_limits limits = {.move_time = evaluation->max_ms,
                                     .lines = evaluation->lines_wanted};
    if (!engine || !engine_slots_announce(&state->slots, engine))
        return;
    rk_engine_search(engine, &evaluation->position, 1, &limits, keep_line, evaluation, &result);
    sort_lines(evaluation);
}

static void run_work(struct work *work)
{
    struct evaluation *evaluation = LIST_OWNER(work, struct evaluation, private.work);
    struct evaluation_state *state = evaluation->private.context;
    if (atomic_load(&state->slots.stopping))
        return;
    const unsigned slot = engine_slots_acquire(&state->slots);
    search_position(state, slot, evaluation);
    engine_slots_release(&state->slots, slot);
}

// ---- on the server's thread ------------------------------------------------------------------

static void finish_work(struct work *work)
{
    struct evaluation *evaluation = LIST_OWNER(work, struct evaluation, private.work);
    evaluation->done(evaluation);
}

static void stop_searches(void *context)
{
    struct evaluation_state *state = context;
    engine_slots_stop(&state->slots);
}

static void free_state(void *context)
{
    struct evaluation_state *state = context;
    engine_slots_fini(&state->slots);
    free(state);
}

static const struct workers_ops ops = {.stop = stop_searches, .free = free_state};

bool evaluation_threads_submit(struct workers *pool, struct evaluation *evaluation)
{
    evaluation->line_count = 0;
    evaluation->private = (struct request_private){.work = {.run = run_work, .done = finish_work},
                                                   .context = workers_state(pool, &ops)};
    return workers_submit(pool, &evaluation->private.work);
}

struct workers *evaluation_threads_create(const struct evaluation_threads_options *options,
                                          void (*wake)(void *context), void *context)
{
    struct evaluation_state *state = calloc(1, sizeof *state);
    if (!state)
        return NULL;
    state->options = *options;
    engine_slots_init(&state->slots, options->threads);
    return workers_create_with_state(state->slots.count, options->queue_max, wake, context, &ops,
                                     state);
}
