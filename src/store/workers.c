/* SPDX-License-Identifier: MIT */
#include "store/workers.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/monotonic.h"
#include "store/job.h"
#include "store/lock.h"

enum { WORKERS_MAX = 2, GROUP_US = 2000 };

/* A connection and, unless jobs run inline, its thread. */
struct worker {
    struct worker_store *store;
    struct connection *connection;
    pthread_t thread;
    bool has_thread;
    int64_t flushed_at;      /* when the last flush started, in microseconds */
    struct list waiting;     /* jobs; protected by the store's mutex */
    pthread_cond_t has_work; /* a job waits, or the store is closing */
};

struct worker_store {
    struct store head;
    struct store_options options;

    struct worker workers[WORKERS_MAX]; /* the first one writes, the last one reads */
    unsigned worker_count;

    int lock;                 /* on the database; -1: none */
    size_t unanswered;        /* jobs; used by the polling thread only */
    struct store_stats stats; /* of answered jobs: the same */
    struct histogram commits; /* added to by the writer */

    pthread_mutex_t mutex;
    struct list completed; /* jobs to be answered by store_poll() */
    pthread_cond_t has_completed;
    bool closing;
};

static struct worker_store *workers_of(struct store *store)
{
    return (struct worker_store *)store;
}

static struct store_job *first_job(struct list *jobs)
{
    return LIST_OWNER(jobs->next, struct store_job, node);
}

// ---- on the worker threads --------------------------------------------------------------------

/* Hands completed jobs to the polling thread. It wakes that thread only if nothing was waiting: one
 * poll takes all. */
static void deliver_jobs(struct worker_store *store, struct list *completed)
{
    if (list_is_empty(completed))
        return;
    pthread_mutex_lock(&store->mutex);
    const bool was_empty = list_is_empty(&store->completed);
    list_move_all(completed, &store->completed);
    pthread_cond_signal(&store->has_completed);
    pthread_mutex_unlock(&store->mutex);
    if (was_empty && store->options.wake && !store->options.inline_jobs)
        store->options.wake(store->options.wake_context);
}

static void take_writes(struct list *jobs, struct list *out)
{
    list_init(out);
    for (struct list *node = jobs->next, *next; node != jobs; node = next) {
        next = node->next;
        if (!LIST_OWNER(node, struct store_job, node)->writes)
            continue;
        list_remove(node);
        list_add(out, node);
    }
}

static void write_group(struct worker *worker, struct list *jobs)
{
    if (list_is_empty(jobs))
        return;
    const int64_t start = monotonic_us();
    worker->connection->ops->write(worker->connection, jobs);
    histogram_add(&worker->store->commits, monotonic_us() - start);
    deliver_jobs(worker->store, jobs);
}

/* Runs the writes first, as one transaction, then each read. */
static void run_jobs(struct worker *worker, struct list *jobs)
{
    struct list completed;
    take_writes(jobs, &completed);
    write_group(worker, &completed);
    while (!list_is_empty(jobs)) {
        struct store_job *job = first_job(jobs);
        worker->connection->ops->read(worker->connection, job);
        list_remove(&job->node);
        list_add(&completed, &job->node);
        deliver_jobs(worker->store, &completed);
    }
}

/* Group commit: a flush costs nearly the same for one write as for many, so under load they wait
 * for each other. The first write after a pause does not wait. */
static void wait_for_group(struct worker *worker)
{
    const int64_t left = worker->flushed_at + GROUP_US - monotonic_us();
    if (left > 0 && left <= GROUP_US)
        nanosleep(&(struct timespec){.tv_nsec = left * 1000}, NULL);
    worker->flushed_at = monotonic_us();
}

/* Returns false when the store is closing. */
static bool wait_for_jobs(struct worker *worker)
{
    struct worker_store *store = worker->store;
    pthread_mutex_lock(&store->mutex);
    while (list_is_empty(&worker->waiting) && !store->closing)
        pthread_cond_wait(&worker->has_work, &store->mutex);
    const bool any = !list_is_empty(&worker->waiting);
    pthread_mutex_unlock(&store->mutex);
    return any;
}

static void take_jobs(struct worker *worker, struct list *out)
{
    list_init(out);
    pthread_mutex_lock(&worker->store->mutex);
    list_move_all(&worker->waiting, out);
    pthread_mutex_unlock(&worker->store->mutex);
}

static void *run_worker(void *context)
{
    struct worker *worker = context;
    const bool is_writer = worker == worker->store->workers;
    struct list jobs;
    while (wait_for_jobs(worker)) {
        if (is_writer)
            wait_for_group(worker);
        take_jobs(worker, &jobs);
        run_jobs(worker, &jobs);
    }
    return NULL;
}

// ---- submitting and answering -----------------------------------------------------------------

static void submit_job(struct store *head, struct store_job *job, bool writes)
{
    struct worker_store *store = workers_of(head);
    struct worker *worker = &store->workers[writes ? 0 : store->worker_count - 1];
    store->unanswered++;
    pthread_mutex_lock(&store->mutex);
    list_add(&worker->waiting, &job->node);
    pthread_cond_signal(&worker->has_work);
    pthread_mutex_unlock(&store->mutex);
}

static void take_completed(struct worker_store *store, struct list *out)
{
    list_init(out);
    pthread_mutex_lock(&store->mutex);
    list_move_all(&store->completed, out);
    pthread_mutex_unlock(&store->mutex);
}

static void count_job(struct worker_store *store, const struct store_job *job)
{
    if (store_has_failed(job->outcome))
        store->stats.failures++;
    else if (job->writes)
        store->stats.writes++;
    else
        store->stats.reads++;
}

/* False if there was nothing to answer. */
static bool answer_jobs(struct worker_store *store)
{
    struct list jobs;
    take_completed(store, &jobs);
    const bool any = !list_is_empty(&jobs);
    while (!list_is_empty(&jobs)) {
        struct store_job *job = first_job(&jobs);
        list_remove(&job->node);
        store->unanswered--;
        count_job(store, job);
        job_deliver(job);
    }
    return any;
}

/* Jobs submitted by the callbacks run in the same poll, as the next flush. */
static void poll_inline(struct worker_store *store)
{
    do {
        struct list jobs;
        list_init(&jobs);
        list_move_all(&store->workers->waiting, &jobs);
        run_jobs(store->workers, &jobs);
    } while (answer_jobs(store));
}

static void poll_store(struct store *head)
{
    struct worker_store *store = workers_of(head);
    if (store->options.inline_jobs)
        poll_inline(store);
    else
        answer_jobs(store);
}

// ---- closing ----------------------------------------------------------------------------------

/* Answers all jobs, including those submitted meanwhile. */
static void answer_everything(struct worker_store *store)
{
    while (store->unanswered) {
        pthread_mutex_lock(&store->mutex);
        while (!store->options.inline_jobs && list_is_empty(&store->completed))
            pthread_cond_wait(&store->has_completed, &store->mutex);
        pthread_mutex_unlock(&store->mutex);
        poll_store(&store->head);
    }
}

static void end_threads(struct worker_store *store)
{
    pthread_mutex_lock(&store->mutex);
    store->closing = true;
    for (unsigned i = 0; i < store->worker_count; i++)
        pthread_cond_signal(&store->workers[i].has_work);
    pthread_mutex_unlock(&store->mutex);
    for (unsigned i = 0; i < store->worker_count; i++)
        if (store->workers[i].has_thread)
            pthread_join(store->workers[i].thread, NULL);
}

/* A connection may be waiting for its database to come back. */
static void interrupt_connections(struct worker_store *store)
{
    for (unsigned i = 0; i < store->worker_count; i++) {
        struct connection *connection = store->workers[i].connection;
        if (connection->ops->interrupt)
            connection->ops->interrupt(connection);
    }
}

/* Closes the reader's connection first: SQLite's last connection to close checkpoints the log, so
 * it must be able to write. */
static void close_store(struct store *head)
{
    struct worker_store *store = workers_of(head);
    interrupt_connections(store);
    answer_everything(store);
    end_threads(store);
    for (unsigned i = store->worker_count; i-- > 0;) {
        store->workers[i].connection->ops->close(store->workers[i].connection);
        pthread_cond_destroy(&store->workers[i].has_work);
    }
    lock_release(store->lock); // only now: closing the file ends SQLite's locks as well
    pthread_cond_destroy(&store->has_completed);
    pthread_mutex_destroy(&store->mutex);
    free(store);
}

static void get_stats(struct store *head, struct store_stats *out)
{
    struct worker_store *store = workers_of(head);
    const struct worker *writer = &store->workers[0];
    const struct worker *reader = &store->workers[store->worker_count - 1];
    pthread_mutex_lock(&store->mutex);
    *out =
        (struct store_stats){.writes = store->stats.writes,
                             .reads = store->stats.reads,
                             .failures = store->stats.failures,
                             .waiting_writes = list_count(&writer->waiting),
                             .waiting_reads = reader == writer ? 0 : list_count(&reader->waiting),
                             .commits = &store->commits};
    pthread_mutex_unlock(&store->mutex);
}

static const struct store_ops worker_ops = {submit_job, poll_store, close_store, get_stats};

// ---- starting ---------------------------------------------------------------------------------

static struct worker_store *create_store(const struct store_options *options)
{
    struct worker_store *store = calloc(1, sizeof *store);
    if (!store)
        return NULL;
    store->head.ops = &worker_ops;
    store->lock = -1;
    store->head.log = options->request_log;
    store->options = *options;
    store->options.url = NULL; // belongs to the caller
    list_init(&store->completed);
    pthread_mutex_init(&store->mutex, NULL);
    pthread_cond_init(&store->has_completed, NULL);
    return store;
}

static void add_worker(struct worker_store *store, struct connection *connection)
{
    struct worker *worker = &store->workers[store->worker_count++];
    worker->store = store;
    worker->connection = connection;
    list_init(&worker->waiting);
    pthread_cond_init(&worker->has_work, NULL);
}

/* Blocks signals in the threads: the polling thread handles them. */
static rk_err start_threads(struct worker_store *store, char *error, size_t error_size)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = 0;
    for (unsigned i = 0; i < store->worker_count && !code; i++) {
        code = pthread_create(&store->workers[i].thread, NULL, run_worker, &store->workers[i]);
        store->workers[i].has_thread = !code;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!code)
        return RK_OK;
    snprintf(error, error_size, "cannot start a thread for the store: %s", strerror(code));
    return RK_CANNOT_OPEN;
}

void workers_close_parts(const struct worker_parts *parts)
{
    if (parts->reader)
        parts->reader->ops->close(parts->reader);
    if (parts->writer)
        parts->writer->ops->close(parts->writer);
    lock_release(parts->lock);
}

rk_err workers_start(const struct store_options *options, const struct worker_parts *parts,
                     struct store **out, char *error, size_t error_size)
{
    struct worker_store *store = create_store(options);
    if (!store) {
        workers_close_parts(parts);
        snprintf(error, error_size, "out of memory");
        return RK_NO_MEMORY;
    }
    store->lock = parts->lock;
    add_worker(store, parts->writer);
    if (parts->reader)
        add_worker(store, parts->reader);
    const rk_err err = options->inline_jobs ? RK_OK : start_threads(store, error, error_size);
    if (err)
        close_store(&store->head);
    else
        *out = &store->head;
    return err;
}
