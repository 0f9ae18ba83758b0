/* SPDX-License-Identifier: MIT */
#include "net/workers.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct queue {
    struct work *first, **end;
};

struct workers {
    pthread_t *threads;
    unsigned thread_count;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct queue urgent, waiting, ready;
    unsigned queue_max, count; /* count: submitted, not finished yet */
    unsigned reserved;         /* of queue_max: for urgent work */
    bool ending;
    void (*wake)(void *context);
    void *context;
    const struct log *log; /* NULL: work belongs to no request */
    const struct workers_ops *ops;
    void *state;
};

static void queue_init(struct queue *queue)
{
    queue->first = NULL;
    queue->end = &queue->first;
}

static void queue_add(struct queue *queue, struct work *work)
{
    work->private.next = NULL;
    *queue->end = work;
    queue->end = &work->private.next;
}

static struct work *queue_take(struct queue *queue)
{
    struct work *work = queue->first;
    queue->first = work->private.next;
    if (!queue->first)
        queue->end = &queue->first;
    return work;
}

/* The work to run next; NULL: none waits. */
static struct work *take_next(struct workers *workers)
{
    if (workers->urgent.first)
        return queue_take(&workers->urgent);
    return workers->waiting.first ? queue_take(&workers->waiting) : NULL;
}

static void *run_worker(void *context)
{
    struct workers *workers = context;
    pthread_mutex_lock(&workers->lock);
    for (;;) {
        struct work *work;
        while (!(work = take_next(workers)) && !workers->ending)
            pthread_cond_wait(&workers->changed, &workers->lock);
        if (!work)
            break;
        pthread_mutex_unlock(&workers->lock);
        work->run(work);
        pthread_mutex_lock(&workers->lock);
        queue_add(&workers->ready, work);
        workers->count--;
        pthread_cond_broadcast(&workers->changed);
        workers->wake(workers->context);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

/* The operations of a pool without a state. */
static const struct workers_ops no_ops = {.free = NULL};

/* Ends the threads; the queue is empty. */
static void end_threads(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    workers->ending = true;
    pthread_cond_broadcast(&workers->changed);
    pthread_mutex_unlock(&workers->lock);
    for (unsigned i = 0; i < workers->thread_count; i++)
        pthread_join(workers->threads[i], NULL);
    pthread_cond_destroy(&workers->changed);
    pthread_mutex_destroy(&workers->lock);
    if (workers->ops->free)
        workers->ops->free(workers->state);
    free(workers->threads);
    free(workers);
}

struct workers *workers_create(unsigned threads, unsigned queue_max, void (*wake)(void *context),
                               void *context)
{
    struct workers *workers = calloc(1, sizeof *workers);
    if (!workers)
        return NULL;
    workers->threads = calloc(threads, sizeof *workers->threads);
    workers->queue_max = queue_max;
    workers->ops = &no_ops;
    workers->wake = wake;
    workers->context = context;
    queue_init(&workers->urgent);
    queue_init(&workers->waiting);
    queue_init(&workers->ready);
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->changed, NULL);
    while (workers->threads && workers->thread_count < threads &&
           !pthread_create(&workers->threads[workers->thread_count], NULL, run_worker, workers))
        workers->thread_count++;
    if (workers->thread_count == threads)
        return workers;
    end_threads(workers);
    return NULL;
}

struct workers *workers_create_with_state(unsigned threads, unsigned queue_max,
                                          void (*wake)(void *context), void *context,
                                          const struct workers_ops *ops, void *taken)
{
    struct workers *workers = workers_create(threads, queue_max, wake, context);
    if (!workers) {
        ops->free(taken);
        return NULL;
    }
    workers->ops = ops;
    workers->state = taken;
    return workers;
}

void *workers_state(const struct workers *workers, const struct workers_ops *ops)
{
    assert(workers->ops == ops);
    return workers->state;
}

void workers_set_log(struct workers *workers, const struct log *log)
{
    workers->log = log;
}

void workers_reserve(struct workers *workers, unsigned places)
{
    workers->reserved = places;
}

bool workers_submit(struct workers *workers, struct work *work)
{
    work->private.request = log_get_request(workers->log);
    pthread_mutex_lock(&workers->lock);
    const unsigned places = workers->queue_max - (work->urgent ? 0 : workers->reserved);
    const bool fits = workers->count < places;
    if (fits) {
        queue_add(work->urgent ? &workers->urgent : &workers->waiting, work);
        workers->count++;
        pthread_cond_broadcast(&workers->changed);
    }
    pthread_mutex_unlock(&workers->lock);
    return fits;
}

unsigned workers_waiting(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    const unsigned count = workers->count;
    pthread_mutex_unlock(&workers->lock);
    return count;
}

void workers_collect(struct workers *workers)
{
    if (workers->ops->collect)
        workers->ops->collect(workers->state);
    pthread_mutex_lock(&workers->lock);
    struct work *work = workers->ready.first;
    queue_init(&workers->ready);
    pthread_mutex_unlock(&workers->lock);
    while (work) {
        struct work *next = work->private.next;
        log_set_request(workers->log, &work->private.request);
        work->done(work);
        log_set_request(workers->log, NULL);
        work = next;
    }
}

/* done() may submit more work, hence the loop. */
void workers_finish(struct workers *workers)
{
    bool busy;
    if (workers->ops->stop)
        workers->ops->stop(workers->state);
    do {
        pthread_mutex_lock(&workers->lock);
        while (workers->count && !workers->ready.first)
            pthread_cond_wait(&workers->changed, &workers->lock);
        busy = workers->count || workers->ready.first;
        pthread_mutex_unlock(&workers->lock);
        workers_collect(workers);
    } while (busy);
}

void workers_destroy(struct workers *workers)
{
    if (!workers)
        return;
    workers_finish(workers);
    end_threads(workers);
}
