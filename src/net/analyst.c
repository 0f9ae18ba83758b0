/* SPDX-License-Identifier: MIT */
#include "net/analyst.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/list.h"
#include "net/engine_slots.h"

struct analyst {
    struct workers *workers;
    struct analyst_options options;
    struct engine_slots slots;
};

static int64_t monotonic_ms(void *context)
{
    (void)context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// ---- on the thread ---------------------------------------------------------------------------

static rk_engine *prepare_engine(struct analyst *analyst, unsigned slot)
{
    const rk_engine_options options = {.hash_mib = analyst->options.hash_mib,
                                       .threads = 1,
                                       .now = monotonic_ms,
                                       .tablebase = analyst->options.tablebase};
    return engine_slots_prepare(&analyst->slots, slot, &options);
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

static void search_position(struct analyst *analyst, unsigned slot, struct evaluation *evaluation)
{
    rk_engine *engine = prepare_engine(analyst, slot);
    rk_search_result result;
    const rk_search_limits limits = {.move_time = evaluation->max_ms,
                                     .lines = evaluation->lines_wanted};
    if (!engine || !engine_slots_announce(&analyst->slots, engine))
        return;
    rk_engine_search(engine, &evaluation->position, 1, &limits, keep_line, evaluation, &result);
    sort_lines(evaluation);
}

static void run_work(struct work *work)
{
    struct evaluation *evaluation = LIST_OWNER(work, struct evaluation, work);
    struct analyst *analyst = evaluation->context;
    if (atomic_load(&analyst->slots.stopping))
        return;
    const unsigned slot = engine_slots_acquire(&analyst->slots);
    search_position(analyst, slot, evaluation);
    engine_slots_release(&analyst->slots, slot);
}

// ---- on the server's thread ------------------------------------------------------------------

static void finish_work(struct work *work)
{
    struct evaluation *evaluation = LIST_OWNER(work, struct evaluation, work);
    evaluation->done(evaluation);
}

bool analyst_submit(struct analyst *analyst, struct evaluation *evaluation)
{
    evaluation->line_count = 0;
    evaluation->work = (struct work){.run = run_work, .done = finish_work};
    evaluation->context = analyst;
    return workers_submit(analyst->workers, &evaluation->work);
}

void analyst_collect(struct analyst *analyst)
{
    workers_collect(analyst->workers);
}

void analyst_finish(struct analyst *analyst)
{
    engine_slots_stop(&analyst->slots);
    workers_finish(analyst->workers);
}

struct analyst *analyst_create(const struct analyst_options *options, void (*wake)(void *context),
                               void *context)
{
    struct analyst *analyst = calloc(1, sizeof *analyst);
    if (!analyst)
        return NULL;
    analyst->options = *options;
    engine_slots_init(&analyst->slots, options->threads);
    analyst->workers = workers_create(analyst->slots.count, options->queue_max, wake, context);
    if (analyst->workers)
        return analyst;
    engine_slots_fini(&analyst->slots);
    free(analyst);
    return NULL;
}

void analyst_destroy(struct analyst *analyst)
{
    if (!analyst)
        return;
    analyst_finish(analyst);
    workers_destroy(analyst->workers);
    engine_slots_fini(&analyst->slots);
    free(analyst);
}
