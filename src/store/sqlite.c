/* SPDX-License-Identifier: MIT */
#include "store/sqlite.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "store/job.h"
#include "store/sqlite_connection.h"

enum { PATH_SIZE = 4096, WORKERS_MAX = 2, GATHER_US = 2000 };

/* A connection, and the thread that has it if there is one. */
struct worker {
    struct sqlite_store *store;
    struct connection *connection;
    pthread_t thread;
    bool has_thread;
    int64_t flushed_at;   /* when the last flush began, in microseconds */
    struct list waiting;  /* jobs; the store's mutex is for this and what follows */
    pthread_cond_t comes; /* something waits, or the end */
};

struct sqlite_store {
    struct store head;
    struct store_options options;

    struct worker workers[WORKERS_MAX]; /* the first writes, the last reads */
    unsigned worker_count;

    size_t unanswered; /* jobs; only the polling thread counts them */

    pthread_mutex_t mutex;
    struct list answers; /* jobs that are settled, for store_poll() */
    pthread_cond_t answered;
    bool closing;
};

static struct sqlite_store *sqlite_of(struct store *store)
{
    return (struct sqlite_store *)store;
}

static struct store_job *first_job(struct list *jobs)
{
    return LIST_OWNER(jobs->next, struct store_job, node);
}

// ---- at work ----------------------------------------------------------------------------------

/* Hands settled jobs over to be answered. Who was woken takes all that there are. */
static void hand_over(struct sqlite_store *store, struct list *settled)
{
    if (list_is_empty(settled))
        return;
    pthread_mutex_lock(&store->mutex);
    const bool was_empty = list_is_empty(&store->answers);
    list_move_all(settled, &store->answers);
    pthread_cond_signal(&store->answered);
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

/* The writes first, as one flush; then each that reads. */
static void run_all(struct worker *worker, struct list *jobs)
{
    struct list settled;
    take_writes(jobs, &settled);
    connection_write(worker->connection, &settled);
    hand_over(worker->store, &settled);
    while (!list_is_empty(jobs)) {
        struct store_job *job = first_job(jobs);
        connection_read(worker->connection, job);
        list_remove(&job->node);
        list_add(&settled, &job->node);
        hand_over(worker->store, &settled);
    }
}

static int64_t now_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* A flush costs nearly the same for one write and for many: where they come thick, they wait for
 * each other. The first after a pause waits for nobody. */
static void gather(struct worker *worker)
{
    const int64_t left = worker->flushed_at + GATHER_US - now_us();
    if (left > 0 && left <= GATHER_US)
        nanosleep(&(struct timespec){.tv_nsec = left * 1000}, NULL);
    worker->flushed_at = now_us();
}

/* Waits for jobs; false at the end. */
static bool await_jobs(struct worker *worker)
{
    struct sqlite_store *store = worker->store;
    pthread_mutex_lock(&store->mutex);
    while (list_is_empty(&worker->waiting) && !store->closing)
        pthread_cond_wait(&worker->comes, &store->mutex);
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

static void *work(void *context)
{
    struct worker *worker = context;
    const bool is_writer = worker == worker->store->workers;
    struct list jobs;
    while (await_jobs(worker)) {
        if (is_writer)
            gather(worker);
        take_jobs(worker, &jobs);
        run_all(worker, &jobs);
    }
    return NULL;
}

// ---- handing in and answering -----------------------------------------------------------------

static void submit(struct store *head, struct store_job *taken, bool writes)
{
    struct sqlite_store *store = sqlite_of(head);
    struct worker *worker = &store->workers[writes ? 0 : store->worker_count - 1];
    store->unanswered++;
    pthread_mutex_lock(&store->mutex);
    list_add(&worker->waiting, &taken->node);
    pthread_cond_signal(&worker->comes);
    pthread_mutex_unlock(&store->mutex);
}

static void take_answers(struct sqlite_store *store, struct list *out)
{
    list_init(out);
    pthread_mutex_lock(&store->mutex);
    list_move_all(&store->answers, out);
    pthread_mutex_unlock(&store->mutex);
}

/* False if there was nothing to answer. */
static bool answer_all(struct sqlite_store *store)
{
    struct list jobs;
    take_answers(store, &jobs);
    const bool any = !list_is_empty(&jobs);
    while (!list_is_empty(&jobs)) {
        struct store_job *job = first_job(&jobs);
        list_remove(&job->node);
        store->unanswered--;
        job_deliver(job);
    }
    return any;
}

/* What the answers hand in is the next flush of the same poll. */
static void poll_inline(struct sqlite_store *store)
{
    do {
        struct list jobs;
        list_init(&jobs);
        list_move_all(&store->workers->waiting, &jobs);
        run_all(store->workers, &jobs);
    } while (answer_all(store));
}

static void poll_store(struct store *head)
{
    struct sqlite_store *store = sqlite_of(head);
    if (store->options.inline_jobs)
        poll_inline(store);
    else
        answer_all(store);
}

// ---- the end ----------------------------------------------------------------------------------

/* Answers everything, and what the answers hand in as well. */
static void finish(struct sqlite_store *store)
{
    while (store->unanswered) {
        pthread_mutex_lock(&store->mutex);
        while (!store->options.inline_jobs && list_is_empty(&store->answers))
            pthread_cond_wait(&store->answered, &store->mutex);
        pthread_mutex_unlock(&store->mutex);
        poll_store(&store->head);
    }
}

static void end_threads(struct sqlite_store *store)
{
    pthread_mutex_lock(&store->mutex);
    store->closing = true;
    for (unsigned i = 0; i < store->worker_count; i++)
        pthread_cond_signal(&store->workers[i].comes);
    pthread_mutex_unlock(&store->mutex);
    for (unsigned i = 0; i < store->worker_count; i++)
        if (store->workers[i].has_thread)
            pthread_join(store->workers[i].thread, NULL);
}

/* The reader's connection goes first: the last one to close tidies up, and must be able to write.
 */
static void close_store(struct store *head)
{
    struct sqlite_store *store = sqlite_of(head);
    finish(store);
    end_threads(store);
    for (unsigned i = store->worker_count; i-- > 0;) {
        connection_close(store->workers[i].connection);
        pthread_cond_destroy(&store->workers[i].comes);
    }
    pthread_cond_destroy(&store->answered);
    pthread_mutex_destroy(&store->mutex);
    free(store);
}

static const struct store_ops sqlite_ops = {submit, poll_store, close_store};

// ---- opening ----------------------------------------------------------------------------------

static rk_err make_folder(const char *folder, char *why, size_t why_size)
{
    struct stat found;
    if (mkdir(folder, 0700) && errno != EEXIST)
        snprintf(why, why_size, "the folder %s cannot be made: %s", folder, strerror(errno));
    else if (stat(folder, &found))
        snprintf(why, why_size, "%s: %s", folder, strerror(errno));
    else if (!S_ISDIR(found.st_mode))
        snprintf(why, why_size, "%s is not a folder", folder);
    else
        return RK_OK;
    return RK_CANNOT_OPEN;
}

static rk_err find_file(const char *folder, char out[PATH_SIZE], char *why, size_t why_size)
{
    const int size = snprintf(out, PATH_SIZE, "%s/rookery.db", folder);
    if (size > 0 && size < PATH_SIZE)
        return make_folder(folder, why, why_size);
    snprintf(why, why_size, "the folder's name is too long");
    return RK_CANNOT_OPEN;
}

static struct sqlite_store *make_store(const struct store_options *options)
{
    struct sqlite_store *store = calloc(1, sizeof *store);
    if (!store)
        return NULL;
    store->head.ops = &sqlite_ops;
    store->options = *options;
    store->options.url = NULL; // the caller's
    list_init(&store->answers);
    pthread_mutex_init(&store->mutex, NULL);
    pthread_cond_init(&store->answered, NULL);
    return store;
}

static rk_err add_worker(struct sqlite_store *store, const char *file, char *why, size_t why_size)
{
    const struct connection_options options = {
        .database = {.file = file,
                     .reads_only = store->worker_count > 0,
                     .normal_sync = store->options.normal_sync,
                     .busy_ms = store->options.busy_ms},
        .log = store->options.log,
    };
    struct worker *worker = &store->workers[store->worker_count];
    const rk_err err = connection_open(&options, &worker->connection, why, why_size);
    if (err)
        return err;
    worker->store = store;
    list_init(&worker->waiting);
    pthread_cond_init(&worker->comes, NULL);
    store->worker_count++;
    return RK_OK;
}

/* Signals are for the thread that polls. */
static rk_err start_threads(struct sqlite_store *store, char *why, size_t why_size)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = 0;
    for (unsigned i = 0; i < store->worker_count && !code; i++) {
        code = pthread_create(&store->workers[i].thread, NULL, work, &store->workers[i]);
        store->workers[i].has_thread = !code;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!code)
        return RK_OK;
    snprintf(why, why_size, "a thread for the store cannot be started: %s", strerror(code));
    return RK_CANNOT_OPEN;
}

static rk_err start(struct sqlite_store *store, const char *file, char *why, size_t why_size)
{
    const struct store_options *options = &store->options;
    rk_err err = add_worker(store, file, why, why_size);
    if (!err && file && !options->inline_jobs)
        err = add_worker(store, file, why, why_size);
    if (!err && !options->inline_jobs)
        err = start_threads(store, why, why_size);
    return err;
}

rk_err sqlite_open(const char *folder, const struct store_options *options, struct store **out,
                   char *why, size_t why_size)
{
    char file[PATH_SIZE];
    rk_err err = folder ? find_file(folder, file, why, why_size) : RK_OK;
    if (err)
        return err;
    struct sqlite_store *store = make_store(options);
    if (!store) {
        snprintf(why, why_size, "out of memory");
        return RK_NO_MEMORY;
    }
    err = start(store, folder ? file : NULL, why, why_size);
    if (err)
        close_store(&store->head);
    else
        *out = &store->head;
    return err;
}
