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

struct review_threads {
    struct workers *workers;
    uint64_t nodes;
    void (*wake)(void *context);
    void *context;
    atomic_bool stopping;
    pthread_mutex_t lock; /* protects the scores */
    struct score scores[SCORES_MAX];
    size_t score_count;
};

// ---- on the worker threads -------------------------------------------------------------------

static bool keep_score(void *context, size_t ply, int score, bool is_mate)
{
    struct game_review *review = context;
    struct review_threads *pool = review->context;
    pthread_mutex_lock(&pool->lock);
    if (pool->score_count < SCORES_MAX)
        pool->scores[pool->score_count++] = (struct score){review, ply, score, is_mate};
    pthread_mutex_unlock(&pool->lock);
    pool->wake(pool->context);
    return !atomic_load(&pool->stopping);
}

static void run_work(struct work *work)
{
    struct game_review *review = LIST_OWNER(work, struct game_review, work);
    const struct review_threads *pool = review->context;
    const struct pgn_review_options options = {.nodes = pool->nodes,
                                               .now = monotonic_callback,
                                               .evaluated = keep_score,
                                               .context = review};
    // On Linux this is the priority of the thread. A review without it is as good.
    (void)setpriority(PRIO_PROCESS, 0, LOW_PRIORITY);
    if (atomic_load(&pool->stopping) ||
        pgn_review(review->pgn, review->size, &options, &review->report))
        buffer_fini(&review->report);
}

// ---- on the server's thread ------------------------------------------------------------------

static void pass_scores(struct review_threads *pool)
{
    struct score scores[SCORES_MAX];
    pthread_mutex_lock(&pool->lock);
    const size_t count = pool->score_count;
    for (size_t i = 0; i < count; i++)
        scores[i] = pool->scores[i];
    pool->score_count = 0;
    pthread_mutex_unlock(&pool->lock);
    for (size_t i = 0; i < count; i++)
        scores[i].review->progress(scores[i].review, scores[i].ply, scores[i].score,
                                   scores[i].is_mate);
}

/* Its scores come first: nobody may be told about a review that is gone. */
static void finish_work(struct work *work)
{
    struct game_review *review = LIST_OWNER(work, struct game_review, work);
    pass_scores(review->context);
    review->done(review);
}

bool review_threads_submit(struct review_threads *pool, struct game_review *review)
{
    review->work = (struct work){.run = run_work, .done = finish_work};
    review->report = (struct buffer){0};
    review->context = pool;
    return workers_submit(pool->workers, &review->work);
}

void review_threads_collect(struct review_threads *pool)
{
    pass_scores(pool);
    workers_collect(pool->workers);
}

void review_threads_finish(struct review_threads *pool)
{
    atomic_store(&pool->stopping, true);
    workers_finish(pool->workers);
}

struct review_threads *review_threads_create(unsigned threads, uint64_t nodes,
                                             void (*wake)(void *context), void *context)
{
    struct review_threads *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pool->nodes = nodes;
    pool->wake = wake;
    pool->context = context;
    pthread_mutex_init(&pool->lock, NULL);
    pool->workers = workers_create(threads, threads, wake, context);
    if (pool->workers)
        return pool;
    pthread_mutex_destroy(&pool->lock);
    free(pool);
    return NULL;
}

void review_threads_destroy(struct review_threads *pool)
{
    if (!pool)
        return;
    review_threads_finish(pool);
    workers_destroy(pool->workers);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}
