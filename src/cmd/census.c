/* SPDX-License-Identifier: MIT */
#include "cmd/census.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "platform/monotonic.h"
#include "rookery/perft.h"

enum { THREADS_MAX = 256, HASHED_DEPTH = 3 };

/* A position behind one or two moves, to be counted by whoever is free. */
struct unit {
    rk_position position;
    size_t move; /* the first move that leads here */
    int depth;
};

/* Written without a lock: a torn entry does not match its own check word. */
struct entry {
    atomic_uint_least64_t check, nodes;
};

struct work {
    struct unit *units;
    size_t unit_count;
    atomic_size_t next, done;
    atomic_uint_least64_t nodes_of[RK_MOVES_MAX];
    struct entry *table;
    uint64_t table_mask;
    atomic_bool finished;
};

// ---- counting --------------------------------------------------------------------------------

static uint64_t count_hashed(struct work *work, const rk_position *pos, int depth)
{
    if (depth < HASHED_DEPTH || !work->table)
        return rk_perft(pos, depth);
    const uint64_t key = pos->key ^ (uint64_t)depth * UINT64_C(0x9e3779b97f4a7c15);
    struct entry *entry = &work->table[key & work->table_mask];
    const uint64_t known = atomic_load_explicit(&entry->nodes, memory_order_relaxed);
    if ((atomic_load_explicit(&entry->check, memory_order_relaxed) ^ known) == key)
        return known;
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        rk_position after = *pos;
        rk_memo undo;
        rk_position_apply(&after, moves[i], &undo);
        nodes += count_hashed(work, &after, depth - 1);
    }
    atomic_store_explicit(&entry->nodes, nodes, memory_order_relaxed);
    atomic_store_explicit(&entry->check, nodes ^ key, memory_order_relaxed);
    return nodes;
}

static void *count_units(void *data)
{
    struct work *work = data;
    for (;;) {
        const size_t index = atomic_fetch_add(&work->next, 1);
        if (index >= work->unit_count)
            return NULL;
        const struct unit *unit = &work->units[index];
        const uint64_t nodes = count_hashed(work, &unit->position, unit->depth);
        atomic_fetch_add(&work->nodes_of[unit->move], nodes);
        atomic_fetch_add(&work->done, 1);
    }
}

static void *show_progress(void *data)
{
    struct work *work = data;
    const struct timespec pause = {.tv_nsec = 200000000};
    for (int ticks = 0; !atomic_load(&work->finished); ticks++) {
        nanosleep(&pause, NULL);
        if (ticks >= 5)
            fprintf(stderr, "\r%zu of %zu parts counted ", atomic_load(&work->done),
                    work->unit_count);
    }
    fputs("\r\033[K", stderr);
    return NULL;
}

// ---- dividing the work -----------------------------------------------------------------------

static rk_position after_move(const rk_position *pos, rk_move move)
{
    rk_position after = *pos;
    rk_memo undo;
    rk_position_apply(&after, move, &undo);
    return after;
}

static size_t count_units_needed(const struct census *census, const rk_position *pos, int depth)
{
    size_t units = 0;
    for (size_t i = 0; i < census->move_count; i++) {
        const rk_position after = after_move(pos, census->moves[i]);
        units += depth > 3 ? rk_moves_count(&after) : 1;
    }
    return units;
}

/* One unit a move, or a unit for every reply to it, so that no thread is left with all the work. */
static void divide(struct work *work, const struct census *census, const rk_position *pos,
                   int depth)
{
    for (size_t i = 0; i < census->move_count; i++) {
        const rk_position after = after_move(pos, census->moves[i]);
        if (depth <= 3) {
            work->units[work->unit_count++] = (struct unit){after, i, depth - 1};
            continue;
        }
        rk_move replies[RK_MOVES_MAX];
        const size_t count = rk_moves_list(&after, replies);
        for (size_t j = 0; j < count; j++)
            work->units[work->unit_count++] =
                (struct unit){after_move(&after, replies[j]), i, depth - 2};
    }
}

static bool make_table(struct work *work, size_t mib)
{
    if (!mib)
        return true;
    size_t entries = 1;
    while (entries * 2 * sizeof *work->table <= mib << 20)
        entries *= 2;
    work->table = calloc(entries, sizeof *work->table);
    work->table_mask = entries - 1;
    return work->table;
}

static bool run_threads(struct work *work, unsigned wanted)
{
    pthread_t threads[THREADS_MAX];
    unsigned started = 0;
    while (started < wanted && started < THREADS_MAX &&
           !pthread_create(&threads[started], NULL, count_units, work))
        started++;
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    return started;
}

static bool run(struct work *work, const struct census_plan *plan, struct census *out)
{
    pthread_t watcher;
    const bool watched = plan->progress && !pthread_create(&watcher, NULL, show_progress, work);
    const double start = monotonic_seconds();
    const bool counted = run_threads(work, plan->threads);
    out->seconds = monotonic_seconds() - start;
    atomic_store(&work->finished, true);
    if (watched)
        pthread_join(watcher, NULL);
    for (size_t i = 0; i < out->move_count; i++) {
        out->nodes_of[i] = atomic_load(&work->nodes_of[i]);
        out->nodes += out->nodes_of[i];
    }
    return counted;
}

bool census_take(const struct census_plan *plan, struct census *out)
{
    out->nodes = plan->depth ? 0 : 1;
    out->seconds = 0;
    out->move_count = plan->depth ? rk_moves_list(&plan->position, out->moves) : 0;
    const size_t needed = count_units_needed(out, &plan->position, plan->depth);
    if (!needed)
        return true;
    struct work *work = calloc(1, sizeof *work);
    bool done = false;
    if (!work)
        return false;
    work->units = malloc(needed * sizeof *work->units);
    if (work->units && make_table(work, plan->hash_mib)) {
        divide(work, out, &plan->position, plan->depth);
        done = run(work, plan, out);
    }
    free(work->table);
    free(work->units);
    free(work);
    return done;
}
