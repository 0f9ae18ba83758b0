/* SPDX-License-Identifier: MIT */
#include "net/review_threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/list.h"
#include "base/monotonic.h"
#include "review/pgn_review.h"

enum {
    LOW_PRIORITY = 10, /* others get ten times as much of a busy core */
    SCORES_MAX = 64 /* that wait for the server's thread; if it is that late, more are left out */
};

/* The score of a position, on its way to the server's thread. */
struct score {
    struct game_review *review;
    size_t ply;
    int score;
    bool is_mate;
};

struct review_state {
    uint64_t nodes;
    void (*wake)(void *context);
    void *context;
    atomic_bool stopping;
    pthread_mutex_t lock; /* protects the scores */
    struct score scores[SCORES_MAX];
    size_t score_count;
};

// ---- on the worker threads -------------------------------------------------------------------

static void keep_score(void *context, size_t ply, int score, bool is_mate)
{
    struct game_review *review = context;
    struct review_state *state = review->private.context;
    pthread_mutex_lock(&state->lock);
    if (state->score_count < SCORES_MAX)
        state->scores[state->score_count++] = (struct score){review, ply, score, is_mate};
    pthread_mutex_unlock(&state->lock);
    state->wake(state->context);
}

static void run_work(struct work *work)
{
    struct game_review *review = LIST_OWNER(work, struct game_review, private.work);
    const struct review_state *state = review->private.context;
    const struct pgn_review_options options = {.nodes = state->nodes,
                                               .now = monotonic_callback,
                                               .evaluated = keep_score,
                                               .context = review,
                                               .stop = &state->stopping};
    // On Linux this is the priority of the thread. A review without it is as good.
    (void)setpriority(PRIO_PROCESS, 0, LOW_PRIORITY);
    if (atomic_load(&state->stopping) ||
        pgn_review(review->pgn, review->size, &options, &review->report))
        buffer_fini(&review->report);
}

// ---- on the server's thread ------------------------------------------------------------------

static void pass_scores(void *context)
{
    struct review_state *state = context;
    struct score scores[SCORES_MAX];
    pthread_mutex_lock(&state->lock);
    const size_t count = state->score_count;
    for (size_t i = 0; i < count; i++)
        scores[i] = state->scores[i];
    state->score_count = 0;
    pthread_mutex_unlock(&state->lock);
    for (size_t i = 0; i < count; i++)
        scores[i].review->progress(scores[i].review, scores[i].ply, scores[i].score,
                                   scores[i].is_mate);
}

/* Delivers the last scores first, because the review is freed afterwards. */
static void finish_work(struct work *work)
{
    struct game_review *review = LIST_OWNER(work, struct game_review, private.work);
    pass_scores(review->private.context);
    review->done(review);
}

static void stop_reviews(void *context)
{
    struct review_state *state = context;
    atomic_store(&state->stopping, true);
}

static void free_state(void *context)
{
    struct review_state *state = context;
    pthread_mutex_destroy(&state->lock);
    free(state);
}

static const struct workers_ops ops = {
    .collect = pass_scores, .stop = stop_reviews, .free = free_state};

bool review_threads_submit(struct workers *pool, struct game_review *review)
{
    review->report = (struct buffer){0};
    review->private = (struct request_private){.work = {.run = run_work, .done = finish_work},
                                               .context = workers_state(pool, &ops)};
    return workers_submit(pool, &review->private.work);
}

struct workers *review_threads_create(unsigned threads, uint64_t nodes, void (*wake)(void *context),
                                      void *context)
{
    struct review_state *state = calloc(1, sizeof *state);
    if (!state)
        return NULL;
    state->nodes = nodes;
    state->wake = wake;
    state->context = context;
    pthread_mutex_init(&state->lock, NULL);
    return workers_create_with_state(threads, threads, wake, context, &ops, state);
}
