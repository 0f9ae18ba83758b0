/* SPDX-License-Identifier: MIT */
#include "net/puzzle_threads.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/list.h"
#include "base/monotonic.h"
#include "puzzles/finder.h"

enum { QUEUE_MAX = 1, LOWEST_PRIORITY = 19 };

struct puzzle_threads {
    struct workers *workers;
    atomic_bool stopping;
    struct finder *finder; /* created on first use, because many servers never need one */
};

// ---- on the thread ---------------------------------------------------------------------------

static rk_err prepare_finder(struct puzzle_threads *pool)
{
    const struct finder_options options = {
        .nodes = PUZZLE_NODES_DEFAULT, .now = monotonic_callback, .stop = &pool->stopping};
    if (pool->finder)
        return RK_OK;
    setpriority(PRIO_PROCESS, 0, LOWEST_PRIORITY); // on Linux, of the calling thread alone
    return finder_create(&options, &pool->finder);
}

static void pass_on(void *context, const struct puzzle *puzzle)
{
    struct puzzle_game_search *search = context;
    search->found(search, puzzle);
}

static void run_work(struct work *work)
{
    struct puzzle_game_search *search = LIST_OWNER(work, struct puzzle_game_search, work);
    struct puzzle_threads *pool = search->context;
    search->completed = !prepare_finder(pool) &&
                        !finder_search_game(pool->finder, search->game, pass_on, search) &&
                        !atomic_load(&pool->stopping);
}

// ---- on the server's thread ------------------------------------------------------------------

static void finish_work(struct work *work)
{
    struct puzzle_game_search *search = LIST_OWNER(work, struct puzzle_game_search, work);
    search->done(search);
}

bool puzzle_threads_submit(struct puzzle_threads *pool, struct puzzle_game_search *search)
{
    search->work = (struct work){.run = run_work, .done = finish_work};
    search->context = pool;
    return workers_submit(pool->workers, &search->work);
}

void puzzle_threads_collect(struct puzzle_threads *pool)
{
    workers_collect(pool->workers);
}

void puzzle_threads_finish(struct puzzle_threads *pool)
{
    atomic_store(&pool->stopping, true);
    workers_finish(pool->workers);
}

struct puzzle_threads *puzzle_threads_create(void (*wake)(void *context), void *context)
{
    struct puzzle_threads *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pool->workers = workers_create(1, QUEUE_MAX, wake, context);
    if (pool->workers)
        return pool;
    free(pool);
    return NULL;
}

void puzzle_threads_destroy(struct puzzle_threads *pool)
{
    if (!pool)
        return;
    puzzle_threads_finish(pool);
    workers_destroy(pool->workers);
    finder_destroy(pool->finder);
    free(pool);
}
