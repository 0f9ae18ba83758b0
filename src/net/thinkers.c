/* SPDX-License-Identifier: MIT */
#include "net/thinkers.h"

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

struct thinkers {
    struct workers *workers;
    unsigned threads;
    atomic_uint waiting; /* thoughts not begun yet */
    atomic_bool ending;
    pthread_mutex_t lock; /* over the two below */
    rk_engine *engines[THINKERS_MAX];
    bool busy[THINKERS_MAX];
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
static unsigned take_place(struct thinkers *thinkers)
{
    unsigned place = 0;
    pthread_mutex_lock(&thinkers->lock);
    while (thinkers->busy[place])
        place++;
    thinkers->busy[place] = true;
    pthread_mutex_unlock(&thinkers->lock);
    return place;
}

static void leave_place(struct thinkers *thinkers, unsigned place)
{
    pthread_mutex_lock(&thinkers->lock);
    thinkers->busy[place] = false;
    pthread_mutex_unlock(&thinkers->lock);
}

/* The engine of that place, for this strength, with nothing known of other games; NULL without
 * memory. It is made when it is first needed: not every server has somebody to play it. */
static rk_engine *prepare(struct thinkers *thinkers, unsigned place, const struct thought *thought)
{
    const rk_engine_options options = {.hash_mib = HASH_MIB,
                                       .threads = 1,
                                       .now = monotonic_ms,
                                       .elo = rk_level_elo(thought->level),
                                       .seed = thought->seed};
    rk_engine *engine = thinkers->engines[place];
    if (engine) {
        rk_engine_forget(engine);
        return rk_engine_configure(engine, &options) ? NULL : engine;
    }
    if (rk_engine_create(&options, &engine))
        return NULL;
    pthread_mutex_lock(&thinkers->lock);
    thinkers->engines[place] = engine;
    pthread_mutex_unlock(&thinkers->lock);
    return engine;
}

/* Less what it has waited, and shared with those that wait behind it. */
static int64_t time_for(const struct thinkers *thinkers, const struct thought *thought)
{
    const int64_t left = thought->most_ms - (monotonic_ms(NULL) - thought->asked_at);
    const int64_t share = left / (1 + atomic_load(&thinkers->waiting) / thinkers->threads);
    return share > 1 ? share : 1;
}

static void search(struct thinkers *thinkers, unsigned place, struct thought *thought)
{
    rk_engine *engine = prepare(thinkers, place, thought);
    if (!engine)
        return;
    rk_search_result result;
    const rk_search_limits limits = {.move_time = time_for(thinkers, thought)};
    rk_engine_announce(engine);
    if (atomic_load(&thinkers->ending))
        return; // a stop from here on is not lost
    rk_engine_search(engine, thought->positions, thought->count, &limits, NULL, NULL, &result);
    thought->best = result.best;
    thought->score = result.score;
}

static void run(struct work *work)
{
    struct thought *thought = LIST_OWNER(work, struct thought, work);
    struct thinkers *thinkers = thought->host;
    atomic_fetch_sub(&thinkers->waiting, 1);
    thought->best = RK_NO_MOVE;
    if (atomic_load(&thinkers->ending))
        return;
    const unsigned place = take_place(thinkers);
    search(thinkers, place, thought);
    leave_place(thinkers, place);
}

// ---- on the server's thread ------------------------------------------------------------------

static void finish(struct work *work)
{
    struct thought *thought = LIST_OWNER(work, struct thought, work);
    thought->done(thought);
}

bool thinkers_take(struct thinkers *thinkers, struct thought *thought)
{
    thought->work = (struct work){.run = run, .done = finish};
    thought->host = thinkers;
    thought->asked_at = monotonic_ms(NULL);
    atomic_fetch_add(&thinkers->waiting, 1);
    if (workers_take(thinkers->workers, &thought->work))
        return true;
    atomic_fetch_sub(&thinkers->waiting, 1);
    return false;
}

void thinkers_collect(struct thinkers *thinkers)
{
    workers_collect(thinkers->workers);
}

void thinkers_finish(struct thinkers *thinkers)
{
    atomic_store(&thinkers->ending, true);
    pthread_mutex_lock(&thinkers->lock);
    for (unsigned i = 0; i < thinkers->threads; i++)
        if (thinkers->engines[i])
            rk_engine_stop(thinkers->engines[i]);
    pthread_mutex_unlock(&thinkers->lock);
    workers_finish(thinkers->workers);
}

// ---- life ------------------------------------------------------------------------------------

struct thinkers *thinkers_create(unsigned threads, unsigned queue_max, void (*wake)(void *context),
                                 void *context)
{
    struct thinkers *thinkers = calloc(1, sizeof *thinkers);
    if (!thinkers)
        return NULL;
    thinkers->threads = threads < 1 ? 1 : threads > THINKERS_MAX ? THINKERS_MAX : threads;
    pthread_mutex_init(&thinkers->lock, NULL);
    thinkers->workers = workers_create(thinkers->threads, queue_max, wake, context);
    if (thinkers->workers)
        return thinkers;
    pthread_mutex_destroy(&thinkers->lock);
    free(thinkers);
    return NULL;
}

void thinkers_destroy(struct thinkers *thinkers)
{
    if (!thinkers)
        return;
    thinkers_finish(thinkers);
    workers_destroy(thinkers->workers);
    for (unsigned i = 0; i < thinkers->threads; i++)
        rk_engine_destroy(thinkers->engines[i]);
    pthread_mutex_destroy(&thinkers->lock);
    free(thinkers);
}
