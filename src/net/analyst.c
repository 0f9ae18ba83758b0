/* SPDX-License-Identifier: MIT */
#include "net/analyst.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/list.h"
#include "rookery/engine.h"

enum { HASH_MIB = 32 };

struct analyst {
    struct workers *workers;
    struct rk_tablebase *tablebase;
    atomic_bool stopping;
    pthread_mutex_t lock; /* protects the pointer below, which is set once */
    rk_engine *engine;    /* created on first use, because many servers never need one */
};

static int64_t monotonic_ms(void *context)
{
    (void)context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// ---- on the thread ---------------------------------------------------------------------------

static rk_engine *prepare_engine(struct analyst *analyst)
{
    const rk_engine_options options = {
        .hash_mib = HASH_MIB, .threads = 1, .now = monotonic_ms, .tablebase = analyst->tablebase};
    rk_engine *engine = analyst->engine;
    if (engine || rk_engine_create(&options, &engine))
        return engine;
    pthread_mutex_lock(&analyst->lock);
    analyst->engine = engine;
    pthread_mutex_unlock(&analyst->lock);
    return engine;
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
static int rank(const struct evaluation_line *line)
{
    if (!line->is_mate)
        return line->score;
    return line->score > 0 ? RK_MATE - line->score : -RK_MATE - line->score;
}

static int compare_lines(const void *a, const void *b)
{
    return rank(b) - rank(a);
}

/* The search may have ended within a depth, with some lines from this one and some from the last.
 */
static void sort_lines(struct evaluation *evaluation)
{
    qsort(evaluation->lines, evaluation->line_count, sizeof *evaluation->lines, compare_lines);
}

static void run_work(struct work *work)
{
    struct evaluation *evaluation = LIST_OWNER(work, struct evaluation, work);
    struct analyst *analyst = evaluation->context;
    rk_engine *engine = atomic_load(&analyst->stopping) ? NULL : prepare_engine(analyst);
    rk_search_result result;
    const rk_search_limits limits = {.move_time = evaluation->max_ms,
                                     .lines = evaluation->lines_wanted};
    if (!engine)
        return;
    rk_engine_announce(engine);
    if (atomic_load(&analyst->stopping))
        return; // after rk_engine_announce(), rk_engine_stop() is not lost
    rk_engine_search(engine, &evaluation->position, 1, &limits, keep_line, evaluation, &result);
    sort_lines(evaluation);
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
    atomic_store(&analyst->stopping, true);
    pthread_mutex_lock(&analyst->lock);
    if (analyst->engine)
        rk_engine_stop(analyst->engine);
    pthread_mutex_unlock(&analyst->lock);
    workers_finish(analyst->workers);
}

struct analyst *analyst_create(unsigned queue_max, struct rk_tablebase *tablebase,
                               void (*wake)(void *context), void *context)
{
    struct analyst *analyst = calloc(1, sizeof *analyst);
    if (!analyst)
        return NULL;
    analyst->tablebase = tablebase;
    pthread_mutex_init(&analyst->lock, NULL);
    analyst->workers = workers_create(1, queue_max, wake, context);
    if (analyst->workers)
        return analyst;
    pthread_mutex_destroy(&analyst->lock);
    free(analyst);
    return NULL;
}

void analyst_destroy(struct analyst *analyst)
{
    if (!analyst)
        return;
    analyst_finish(analyst);
    workers_destroy(analyst->workers);
    rk_engine_destroy(analyst->engine);
    pthread_mutex_destroy(&analyst->lock);
    free(analyst);
}
