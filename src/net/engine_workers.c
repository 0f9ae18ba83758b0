/* SPDX-License-Identifier: MIT */
#include "net/engine_workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "accounts/identity.h"
#include "base/list.h"
#include "rookery/engine.h"

/* No level looks at so many positions that a large table would help. */
enum { HASH_MIB = 2 };

_Static_assert((int)ENGINE_LEVELS == (int)RK_LEVEL_COUNT, "the server's levels are the engine's");

struct engine_workers {
    struct workers *workers;
    unsigned threads;
    atomic_uint waiting; /* thoughts not begun yet */
    atomic_bool ending;
    pthread_mutex_t lock; /* over the two below */
    rk_engine *engines[ENGINE_WORKERS_MAX];
    bool busy[ENGINE_WORKERS_MAX];
};

static int64_t monotonic_ms(void *context)
{
    (void)context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// ---- on the threads --------------------------------------------------------------------------

/* There are as many places as threads, so one is free. */
static unsigned take_place(struct engine_workers *engine_workers)
{
    unsigned place = 0;
    pthread_mutex_lock(&engine_workers->lock);
    while (engine_workers->busy[place])
        place++;
    engine_workers->busy[place] = true;
    pthread_mutex_unlock(&engine_workers->lock);
    return place;
}

static void leave_place(struct engine_workers *engine_workers, unsigned place)
{
    pthread_mutex_lock(&engine_workers->lock);
    engine_workers->busy[place] = false;
    pthread_mutex_unlock(&engine_workers->lock);
}

/* The engine of that place, for this strength, with nothing known of other games; NULL without
 * memory. It is made when it is first needed: not every server has somebody to play it. */
static rk_engine *prepare(struct engine_workers *engine_workers, unsigned place,
                          const struct thought *thought)
{
    const rk_engine_options options = {.hash_mib = HASH_MIB,
                                       .threads = 1,
                                       .now = monotonic_ms,
                                       .elo = rk_level_elo(thought->level),
                                       .seed = thought->seed};
    rk_engine *engine = engine_workers->engines[place];
    if (engine) {
        rk_engine_forget(engine);
        return rk_engine_configure(engine, &options) ? NULL : engine;
    }
    if (rk_engine_create(&options, &engine))
        return NULL;
    pthread_mutex_lock(&engine_workers->lock);
    engine_workers->engines[place] = engine;
    pthread_mutex_unlock(&engine_workers->lock);
    return engine;
}

/* Less what it has waited, and shared with those that wait behind it. */
static int64_t time_for(const struct engine_workers *engine_workers, const struct thought *thought)
{
    const int64_t left = thought->most_ms - (monotonic_ms(NULL) - thought->asked_at);
    const int64_t share =
        left / (1 + atomic_load(&engine_workers->waiting) / engine_workers->threads);
    return share > 1 ? share : 1;
}

static void search(struct engine_workers *engine_workers, unsigned place, struct thought *thought)
{
    rk_engine *engine = prepare(engine_workers, place, thought);
    if (!engine)
        return;
    rk_search_result result;
    const rk_search_limits limits = {.move_time = time_for(engine_workers, thought)};
    rk_engine_announce(engine);
    if (atomic_load(&engine_workers->ending))
        return; // a stop from here on is not lost
    rk_engine_search(engine, thought->positions, thought->count, &limits, NULL, NULL, &result);
    thought->best = result.best;
    thought->score = result.score;
}

static void run(struct work *work)
{
    struct thought *thought = LIST_OWNER(work, struct thought, work);
    struct engine_workers *engine_workers = thought->host;
    atomic_fetch_sub(&engine_workers->waiting, 1);
    thought->best = RK_NO_MOVE;
    if (atomic_load(&engine_workers->ending))
        return;
    const unsigned place = take_place(engine_workers);
    search(engine_workers, place, thought);
    leave_place(engine_workers, place);
}

// ---- on the server's thread ------------------------------------------------------------------

static void finish(struct work *work)
{
    struct thought *thought = LIST_OWNER(work, struct thought, work);
    thought->done(thought);
}

bool engine_workers_submit(struct engine_workers *engine_workers, struct thought *thought)
{
    thought->work = (struct work){.run = run, .done = finish};
    thought->host = engine_workers;
    thought->asked_at = monotonic_ms(NULL);
    atomic_fetch_add(&engine_workers->waiting, 1);
    if (workers_submit(engine_workers->workers, &thought->work))
        return true;
    atomic_fetch_sub(&engine_workers->waiting, 1);
    return false;
}

void engine_workers_collect(struct engine_workers *engine_workers)
{
    workers_collect(engine_workers->workers);
}

void engine_workers_finish(struct engine_workers *engine_workers)
{
    atomic_store(&engine_workers->ending, true);
    pthread_mutex_lock(&engine_workers->lock);
    for (unsigned i = 0; i < engine_workers->threads; i++)
        if (engine_workers->engines[i])
            rk_engine_stop(engine_workers->engines[i]);
    pthread_mutex_unlock(&engine_workers->lock);
    workers_finish(engine_workers->workers);
}

// ---- life ------------------------------------------------------------------------------------

struct engine_workers *engine_workers_create(unsigned threads, unsigned queue_max,
                                             void (*wake)(void *context), void *context)
{
    struct engine_workers *engine_workers = calloc(1, sizeof *engine_workers);
    if (!engine_workers)
        return NULL;
    engine_workers->threads = threads < 1                    ? 1
                              : threads > ENGINE_WORKERS_MAX ? ENGINE_WORKERS_MAX
                                                             : threads;
    pthread_mutex_init(&engine_workers->lock, NULL);
    engine_workers->workers = workers_create(engine_workers->threads, queue_max, wake, context);
    if (engine_workers->workers)
        return engine_workers;
    pthread_mutex_destroy(&engine_workers->lock);
    free(engine_workers);
    return NULL;
}

void engine_workers_destroy(struct engine_workers *engine_workers)
{
    if (!engine_workers)
        return;
    engine_workers_finish(engine_workers);
    workers_destroy(engine_workers->workers);
    for (unsigned i = 0; i < engine_workers->threads; i++)
        rk_engine_destroy(engine_workers->engines[i]);
    pthread_mutex_destroy(&engine_workers->lock);
    free(engine_workers);
}
