/* SPDX-License-Identifier: MIT */
#include "net/puzzle_threads.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/list.h"
#include "base/monotonic.h"
#include "puzzles/finder.h"

enum { QUEUE_MAX = 1, LOWEST_PRIORITY = 19 };

struct puzzle_state {
    atomic_bool stopping;
    struct finder *finder; /* created on first use, because many servers never need one */
};

// ---- on the thread ---------------------------------------------------------------------------

static rk_err prepare_finder(struct puzzle_state *state)
{
    const struct finder_options options = {
        .nodes = PUZZLE_NODES_DEFAULT, .now = monotonic_callback, .stop = &state->stopping};
    if (state->finder)
        return RK_OK;
    setpriority(PRIO_PROCESS, 0, LOWEST_PRIORITY); // on Linux, of the calling thread alone
    return finder_create(&options, &state->finder);
}

static void pass_on(void *context, const struct puzzle *puzzle)
{
    struct puzzle_game_search *search = context;
    search->found(search, puzzle);
}

static void run_work(struct work *work)
{
    struct puzzle_game_search *search = LIST_OWNER(work, struct puzzle_game_search, private.work);
    struct puzzle_state *state = search->private.context;
    search->completed = !prepare_finder(state) &&
                        !finder_search_game(state->finder, search->game, pass_on, search) &&
                        !atomic_load(&state->stopping);
}

// ---- on the server's thread ------------------------------------------------------------------

static void finish_work(struct work *work)
{
    struct puzzle_game_search *search = LIST_OWNER(work, struct puzzle_game_search, private.work);
    search->done(search);
}

static void stop_search(void *context)
{
    struct puzzle_state *state = context;
    atomic_store(&state->stopping, true);
}

static void free_state(void *context)
{
    struct puzzle_state *state = context;
    finder_destroy(state->finder);
    free(state);
}

static const struct workers_ops ops = {.stop = stop_search, .free = free_state};

bool puzzle_threads_submit(struct workers *pool, struct puzzle_game_search *search)
{
    search->private = (struct request_private){.work = {.run = run_work, .done = finish_work},
                                               .context = workers_state(pool, &ops)};
    return workers_submit(pool, &search->private.work);
}

struct workers *puzzle_threads_create(void (*wake)(void *context), void *context)
{
    struct puzzle_state *state = calloc(1, sizeof *state);
    return state ? workers_create_with_state(1, QUEUE_MAX, wake, context, &ops, state) : NULL;
}
