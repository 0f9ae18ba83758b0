/* SPDX-License-Identifier: MIT */
#include "bench/perft_threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/monotonic.h"
#include "platform/progress.h"
#include "rookery/perft.h"

enum { THREADS_MAX = 256, HASH_MIN_DEPTH = 3, SPLIT_MIN_DEPTH = 4 };

/* A position after one or two moves, counted by the next free thread. */
struct unit {
    rk_position position;
    size_t move; /* index of the first move */
    int depth;
};

/* Written without a lock: an entry torn by two threads does not match its check word. */
struct entry {
    atomic_uint_least64_t check, nodes;
};

struct work {
    struct unit *units;
    size_t unit_count;
    atomic_size_t next, done;
    atomic_uint_least64_t move_nodes[RK_MOVES_MAX];
    struct entry *table;
    uint64_t table_mask;
    atomic_bool finished;
};

// ---- counting --------------------------------------------------------------------------------

static rk_position after_move(const rk_position *pos, rk_move move)
{
    rk_position after = *pos;
    rk_undo undo;
    rk_position_apply(&after, move, &undo);
    return after;
}

/* Perft with the hash table. It recurses itself, because rk_perft() has no table; below
 * HASH_MIN_DEPTH, where a lookup costs more than counting, it leaves the rest to rk_perft(). */
static uint64_t count_hashed(struct work *work, const rk_position *pos, int depth)
{
    if (depth < HASH_MIN_DEPTH || !work->table)
        return rk_perft(pos, depth);
    const uint64_t key = pos->key ^ (uint64_t)depth * UINT64_C(0x9e3779b97f4a7c15);
    struct entry *entry = &work->table[key & work->table_mask];
    const uint64_t stored = atomic_load_explicit(&entry->nodes, memory_order_relaxed);
    if ((atomic_load_explicit(&entry->check, memory_order_relaxed) ^ stored) == key)
        return stored;
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        const rk_position after = after_move(pos, moves[i]);
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
        atomic_fetch_add(&work->move_nodes[unit->move], nodes);
        atomic_fetch_add(&work->done, 1);
    }
}

static void *report_progress(void *data)
{
    struct work *work = data;
    const struct timespec interval = {.tv_nsec = 50000000};
    const struct progress_options options = {
        .label = "perft", .unit = "positions", .total = work->unit_count};
    struct progress progress;
    progress_start(&progress, &options);
    while (!atomic_load(&work->finished)) {
        nanosleep(&interval, NULL);
        progress_update(&progress, atomic_load(&work->done));
    }
    progress_end(&progress);
    return NULL;
}

// ---- dividing the work -----------------------------------------------------------------------

static size_t count_units_needed(const struct perft_result *result,
                                 const struct perft_options *options)
{
    size_t units = 0;
    for (size_t i = 0; i < result->move_count; i++) {
        const rk_position after = after_move(&options->position, result->moves[i]);
        units += options->depth >= SPLIT_MIN_DEPTH ? rk_moves_count(&after) : 1;
    }
    return units;
}

/* Makes a unit for each move or, if the depth allows, for each reply to it, so that no thread is
 * left with most of the work. */
static void divide_work(struct work *work, const struct perft_result *result,
                        const struct perft_options *options)
{
    for (size_t i = 0; i < result->move_count; i++) {
        const rk_position after = after_move(&options->position, result->moves[i]);
        if (options->depth < SPLIT_MIN_DEPTH) {
            work->units[work->unit_count++] = (struct unit){after, i, options->depth - 1};
            continue;
        }
        rk_move replies[RK_MOVES_MAX];
        const size_t count = rk_moves_list(&after, replies);
        for (size_t j = 0; j < count; j++)
            work->units[work->unit_count++] =
                (struct unit){after_move(&after, replies[j]), i, options->depth - 2};
    }
}

static bool create_table(struct work *work, size_t mib)
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

static bool run_threads(struct work *work, unsigned count)
{
    pthread_t threads[THREADS_MAX];
    unsigned started = 0;
    while (started < count && started < THREADS_MAX &&
           !pthread_create(&threads[started], NULL, count_units, work))
        started++;
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    return started;
}

static bool run_work(struct work *work, const struct perft_options *options,
                     struct perft_result *out)
{
    pthread_t reporter;
    const bool reports =
        options->show_progress && !pthread_create(&reporter, NULL, report_progress, work);
    const double start = monotonic_seconds();
    const bool counted = run_threads(work, options->threads);
    out->seconds = monotonic_seconds() - start;
    atomic_store(&work->finished, true);
    if (reports)
        pthread_join(reporter, NULL);
    for (size_t i = 0; i < out->move_count; i++) {
        out->move_nodes[i] = atomic_load(&work->move_nodes[i]);
        out->nodes += out->move_nodes[i];
    }
    return counted;
}

bool perft_threads_run(const struct perft_options *options, struct perft_result *out)
{
    out->nodes = options->depth ? 0 : 1;
    out->seconds = 0;
    out->move_count = options->depth ? rk_moves_list(&options->position, out->moves) : 0;
    const size_t needed = count_units_needed(out, options);
    if (!needed)
        return true;
    struct work *work = calloc(1, sizeof *work);
    bool done = false;
    if (!work)
        return false;
    work->units = malloc(needed * sizeof *work->units);
    if (work->units && create_table(work, options->hash_mib)) {
        divide_work(work, out, options);
        done = run_work(work, options, out);
    }
    free(work->table);
    free(work->units);
    free(work);
    return done;
}
