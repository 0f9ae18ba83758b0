/* SPDX-License-Identifier: MIT */
#include "net/move_search_threads.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "accounts/identity.h"
#include "base/list.h"
#include "base/monotonic.h"
#include "core/metrics.h"
#include "net/engine_slots.h"

/* Levels search too few positions for a larger table to help. */
enum { HASH_MIB = 2 };

_Static_assert((int)ENGINE_LEVELS == (int)RK_LEVEL_COUNT, "the server's levels are the engine's");

struct move_search_state {
    struct engine_slots slots;
    atomic_uint waiting; /* searches that have not started */
    atomic_uint running;
    atomic_uint_least64_t finished, searched_ms; /* searches, and the time they took */
};

// ---- on the worker threads -------------------------------------------------------------------

/* Returns the slot's engine, set to the requested strength and with an empty hash table; NULL when
 * out of memory. */
static rk_engine *prepare_engine(struct move_search_state *state, unsigned slot,
                                 const struct move_search *search)
{
    const rk_engine_options options = {.hash_mib = HASH_MIB,
                                       .threads = 1,
                                       .now = monotonic_callback,
                                       .elo = rk_level_elo(search->level),
                                       .seed = search->seed};
    rk_engine *engine = engine_slots_prepare(&state->slots, slot, &options);
    if (engine)
        rk_engine_forget(engine);
    return engine;
}

/* The time allowed, minus the time spent waiting, shared with the searches that wait. */
static int64_t search_time(const struct move_search_state *state, const struct move_search *search)
{
    const int64_t left = search->max_ms - (monotonic_ms() - search->private.queued_at);
    const int64_t share = left / (1 + atomic_load(&state->waiting) / state->slots.count);
    return share > 1 ? share : 1;
}

static void run_search(struct move_search_state *state, unsigned slot, struct move_search *search)
{
    rk_engine *engine = prepare_engine(state, slot, search);
    if (!engine || !engine_slots_announce(&state->slots, engine))
        return;
    rk_search_result result;
    const rk_search_limits limits = {.move_time = search_time(state, search)};
    rk_engine_search(engine, search->positions, search->count, &limits, NULL, NULL, &result);
    search->best = result.best;
    search->score = result.score;
}

static void run_work(struct work *work)
{
    struct move_search *search = LIST_OWNER(work, struct move_search, private.work);
    struct move_search_state *state = search->private.context;
    atomic_fetch_sub(&state->waiting, 1);
    search->best = RK_NO_MOVE;
    if (atomic_load(&state->slots.stopping))
        return;
    const unsigned slot = engine_slots_acquire(&state->slots);
    const int64_t start = monotonic_ms();
    atomic_fetch_add(&state->running, 1);
    run_search(state, slot, search);
    atomic_fetch_add(&state->finished, 1);
    atomic_fetch_add(&state->searched_ms, (uint64_t)(monotonic_ms() - start));
    atomic_fetch_sub(&state->running, 1);
    engine_slots_release(&state->slots, slot);
}

// ---- on the server's thread ------------------------------------------------------------------

static void finish_work(struct work *work)
{
    struct move_search *search = LIST_OWNER(work, struct move_search, private.work);
    search->done(search);
}

static void stop_searches(void *context)
{
    struct move_search_state *state = context;
    engine_slots_stop(&state->slots);
}

static void free_state(void *context)
{
    struct move_search_state *state = context;
    engine_slots_fini(&state->slots);
    free(state);
}

static const struct workers_ops ops = {.stop = stop_searches, .free = free_state};

bool move_search_threads_submit(struct workers *pool, struct move_search *search)
{
    struct move_search_state *state = workers_state(pool, &ops);
    search->private = (struct request_private){.work = {.run = run_work, .done = finish_work},
                                               .context = state,
                                               .queued_at = monotonic_ms()};
    atomic_fetch_add(&state->waiting, 1);
    if (workers_submit(pool, &search->private.work))
        return true;
    atomic_fetch_sub(&state->waiting, 1);
    return false;
}

void move_search_threads_collect_metrics(const struct workers *pool, struct metrics *metrics)
{
    const struct move_search_state *state = workers_state(pool, &ops);
    metrics_set(metrics, METRIC_ENGINE_THREADS, state->slots.count);
    metrics_set(metrics, METRIC_ENGINE_BUSY, atomic_load(&state->running));
    metrics_set(metrics, METRIC_ENGINE_SEARCHES, (int64_t)atomic_load(&state->finished));
    metrics_set(metrics, METRIC_ENGINE_SECONDS, (int64_t)atomic_load(&state->searched_ms) * 1000);
    metrics_set_label(metrics, METRIC_QUEUE, QUEUE_ENGINE, atomic_load(&state->waiting));
}

struct workers *move_search_threads_create(unsigned threads, unsigned queue_max,
                                           void (*wake)(void *context), void *context)
{
    struct move_search_state *state = calloc(1, sizeof *state);
    if (!state)
        return NULL;
    engine_slots_init(&state->slots, threads);
    return workers_create_with_state(state->slots.count, queue_max, wake, context, &ops, state);
}
