/* SPDX-License-Identifier: MIT */
#include "net/puzzle_worker.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "base/list.h"
#include "puzzles/finder.h"

enum { QUEUE_MAX = 1, LOWEST_PRIORITY = 19 };

struct puzzle_worker {
    struct workers *workers;
    atomic_bool stopping;
    struct finder *finder; /* created on first use, because many servers never need one */
};

static int64_t monotonic_ms(void *context)
{
    (void)context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// ---- on the thread ---------------------------------------------------------------------------

static rk_err prepare_finder(struct puzzle_worker *worker)
{
    const struct finder_options options = {
        .nodes = PUZZLE_NODES_DEFAULT, .now = monotonic_ms, .stop = &worker->stopping};
    if (worker->finder)
        return RK_OK;
    setpriority(PRIO_PROCESS, 0, LOWEST_PRIORITY); // on Linux, of the calling thread alone
    return finder_create(&options, &worker->finder);
}

static void pass_on(void *context, const struct puzzle *puzzle)
{
    struct puzzle_game_search *search = context;
    search->found(search, puzzle);
}

static void run_work(struct work *work)
{
    struct puzzle_game_search *search = LIST_OWNER(work, struct puzzle_game_search, work);
    struct puzzle_worker *worker = search->context;
    search->completed = !prepare_finder(worker) &&
                        !finder_search_game(worker->finder, search->game, pass_on, search) &&
                        !atomic_load(&worker->stopping);
}

// ---- on the server's thread ------------------------------------------------------------------

static void finish_work(struct work *work)
{
    struct puzzle_game_search *search = LIST_OWNER(work, struct puzzle_game_search, work);
    search->done(search);
}

bool puzzle_worker_submit(struct puzzle_worker *worker, struct puzzle_game_search *search)
{
    search->work = (struct work){.run = run_work, .done = finish_work};
    search->context = worker;
    return workers_submit(worker->workers, &search->work);
}

void puzzle_worker_collect(struct puzzle_worker *worker)
{
    workers_collect(worker->workers);
}

void puzzle_worker_finish(struct puzzle_worker *worker)
{
    atomic_store(&worker->stopping, true);
    workers_finish(worker->workers);
}

struct puzzle_worker *puzzle_worker_create(void (*wake)(void *context), void *context)
{
    struct puzzle_worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return NULL;
    worker->workers = workers_create(1, QUEUE_MAX, wake, context);
    if (worker->workers)
        return worker;
    free(worker);
    return NULL;
}

void puzzle_worker_destroy(struct puzzle_worker *worker)
{
    if (!worker)
        return;
    puzzle_worker_finish(worker);
    workers_destroy(worker->workers);
    finder_destroy(worker->finder);
    free(worker);
}
