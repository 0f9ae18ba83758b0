/* SPDX-License-Identifier: MIT */
#include "pgntools/pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/monotonic.h"

enum {
    THREADS_MAX = 256,
    SPARE_SLOTS = 2, /* being filled or collected while all threads work */
    TICK_MS = 200
};

enum slot_state { SLOT_EMPTY, SLOT_FILLED, SLOT_IN_WORK, SLOT_DONE };

struct slot {
    enum slot_state state;
    struct chunk chunk;
    void *result;
};

/* The slots are a ring: filled at `head`, processed at `next`, collected at `tail`. */
struct pool {
    const struct pool_options *options;
    const struct pool_job *job;
    struct slot *slots;
    size_t slot_count;
    size_t head, next, tail;
    bool stopping;
    pthread_mutex_t lock;
    pthread_cond_t filled, done;
    pthread_t threads[THREADS_MAX];
    unsigned thread_count;
    struct chunker chunker;
    size_t next_file;
    bool failed;   /* a file could not be read, or memory ran out */
    bool bad_data; /* a file could be read, but has no PGN */
};

// ---- files -----------------------------------------------------------------------------------

static void report_file_error(struct pool *pool, const char *file, const char *error)
{
    const struct reporter *reporter = &pool->options->reporter;
    reporter->file_error(reporter->context, file, error);
    pool->failed = true;
}

static void report_bad_data(struct pool *pool, const char *file, const char *error)
{
    const struct reporter *reporter = &pool->options->reporter;
    reporter->file_error(reporter->context, file, error);
    pool->bad_data = true;
}

static void report_input_error(struct pool *pool, const char *file,
                               const struct input_stream *input)
{
    if (input && input_is_corrupt(input))
        report_bad_data(pool, file, input_error(input));
    else
        report_file_error(pool, file, input ? input_error(input) : rk_err_text(RK_NO_MEMORY));
}

/* Opens the next file that can be opened; false if there is none left. */
static bool open_next_file(struct pool *pool)
{
    const struct pool_options *options = pool->options;
    const size_t count = options->file_count ? options->file_count : 1;
    while (!pool->chunker.input && pool->next_file < count) {
        const char *name = options->file_count ? options->files[pool->next_file] : "-";
        const char *shown = strcmp(name, "-") ? name : "standard input";
        pool->next_file++;
        struct input_stream *input = input_open(name);
        if (input && !input_error(input)) {
            chunker_open(&pool->chunker, input, shown);
            continue;
        }
        report_input_error(pool, shown, input);
        input_close(input);
    }
    return pool->chunker.input;
}

/* False at the end of all files, or if memory runs out. */
static bool read_chunk(struct pool *pool, struct chunk *chunk)
{
    while (open_next_file(pool)) {
        const enum chunk_status status = chunker_next(&pool->chunker, chunk);
        if (status == CHUNK_READ)
            return true;
        if (status == CHUNK_NO_MEMORY) {
            report_file_error(pool, pool->chunker.file, rk_err_text(RK_NO_MEMORY));
            return false;
        }
        if (status == CHUNK_BAD_INPUT)
            report_input_error(pool, pool->chunker.file, pool->chunker.input);
        if (status == CHUNK_NO_GAME)
            report_bad_data(pool, pool->chunker.file, "no game starts in 256 MiB of text");
        chunker_close(&pool->chunker);
    }
    return false;
}

// ---- threads ---------------------------------------------------------------------------------

static struct slot *slot_at(const struct pool *pool, size_t number)
{
    return &pool->slots[number % pool->slot_count];
}

static void *process_slots(void *data)
{
    struct pool *pool = data;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->next == pool->head && !pool->stopping)
            pthread_cond_wait(&pool->filled, &pool->lock);
        if (pool->stopping)
            break;
        struct slot *slot = slot_at(pool, pool->next++);
        slot->state = SLOT_IN_WORK;
        pthread_mutex_unlock(&pool->lock);
        pool->job->process(&slot->chunk, slot->result, pool->job->data);
        pthread_mutex_lock(&pool->lock);
        slot->state = SLOT_DONE;
        pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Hands the slot at `head` to the threads. */
static void submit_slot(struct pool *pool)
{
    struct slot *slot = slot_at(pool, pool->head);
    if (!pool->thread_count)
        pool->job->process(&slot->chunk, slot->result, pool->job->data);
    pthread_mutex_lock(&pool->lock);
    slot->state = pool->thread_count ? SLOT_FILLED : SLOT_DONE;
    pool->head++;
    pthread_cond_signal(&pool->filled);
    pthread_mutex_unlock(&pool->lock);
}

/* Waits until a slot is done or, if the job has a tick, until it is time for that. */
static void wait_for_done(struct pool *pool)
{
    if (!pool->job->tick) {
        pthread_cond_wait(&pool->done, &pool->lock);
        return;
    }
    const struct timespec until = monotonic_deadline(TICK_MS);
    pthread_cond_timedwait(&pool->done, &pool->lock, &until);
    pthread_mutex_unlock(&pool->lock);
    pool->job->tick(pool->job->data);
    pthread_mutex_lock(&pool->lock);
}

/* Waits for the oldest slot and collects its result; false if the job wants no more. */
static bool collect_slot(struct pool *pool)
{
    struct slot *slot = slot_at(pool, pool->tail);
    pthread_mutex_lock(&pool->lock);
    while (slot->state != SLOT_DONE)
        wait_for_done(pool);
    slot->state = SLOT_EMPTY;
    pthread_mutex_unlock(&pool->lock);
    pool->tail++;
    return pool->job->collect(&slot->chunk, slot->result, pool->job->data);
}

static void init_done_condition(struct pool *pool)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&pool->done, &attributes);
    pthread_condattr_destroy(&attributes);
}

/* Whether other threads do the work. With one thread the calling thread does it, and nothing has to
 * be handed over. */
static bool needs_threads(const struct pool *pool)
{
    return pool->options->threads > 1 || pool->job->tick;
}

/* The threads block signals, so that a signal handler interrupts the calling thread only. They may
 * read mapped files, such as endgame tables, which need SIGBUS. */
static void start_threads(struct pool *pool, unsigned count)
{
    sigset_t all, saved;
    sigfillset(&all);
    sigdelset(&all, SIGBUS); // see base/mapped_file.h
    pthread_sigmask(SIG_BLOCK, &all, &saved);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->filled, NULL);
    init_done_condition(pool);
    while (needs_threads(pool) && pool->thread_count < count && pool->thread_count < THREADS_MAX &&
           !pthread_create(&pool->threads[pool->thread_count], NULL, process_slots, pool))
        pool->thread_count++;
    pthread_sigmask(SIG_SETMASK, &saved, NULL);
}

static void stop_threads(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->filled);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->filled);
    pthread_mutex_destroy(&pool->lock);
}

// ---- running ---------------------------------------------------------------------------------

/* The size of all files together; 0 if it is unknown, because one of them is a pipe. */
static uint64_t sum_file_sizes(const struct pool_options *options)
{
    uint64_t sum = 0;
    const size_t count = options->file_count ? options->file_count : 1;
    for (size_t i = 0; i < count; i++) {
        const char *name = options->file_count ? options->files[i] : "-";
        struct stat status;
        if (strcmp(name, "-") ? stat(name, &status) : fstat(STDIN_FILENO, &status))
            continue; // it cannot be read either, which is reported later
        if (!S_ISREG(status.st_mode))
            return 0;
        sum += (uint64_t)status.st_size;
    }
    return sum;
}

static void run_job(struct pool *pool, struct progress *progress)
{
    bool wants_more = true;
    while (wants_more && read_chunk(pool, &slot_at(pool, pool->head)->chunk)) {
        slot_at(pool, pool->head)->chunk.number = pool->head;
        submit_slot(pool);
        // One slot must stay free for the chunk that is read next.
        while (wants_more && pool->head - pool->tail >= pool->slot_count)
            wants_more = collect_slot(pool);
        progress_update(progress, chunker_source_bytes(&pool->chunker));
    }
    while (wants_more && pool->tail < pool->head)
        wants_more = collect_slot(pool);
}

static void run_job_with_progress(struct pool *pool)
{
    struct progress hidden = {.is_enabled = false};
    const struct reporter *reporter = &pool->options->reporter;
    const struct progress_options options = {.label = reporter->progress_label,
                                             .total = sum_file_sizes(pool->options)};
    if (!reporter->progress) {
        run_job(pool, &hidden);
        return;
    }
    progress_start(reporter->progress, &options);
    run_job(pool, reporter->progress);
    progress_end(reporter->progress);
}

static bool create_slots(struct pool *pool, unsigned threads)
{
    pool->slot_count = needs_threads(pool) ? threads + SPARE_SLOTS : 1;
    pool->slots = calloc(pool->slot_count, sizeof *pool->slots);
    for (size_t i = 0; pool->slots && i < pool->slot_count; i++) {
        pool->slots[i].result = calloc(1, pool->job->result_size);
        if (!pool->slots[i].result)
            return false;
    }
    return pool->slots;
}

static void free_slots(struct pool *pool)
{
    for (size_t i = 0; pool->slots && i < pool->slot_count; i++) {
        struct slot *slot = &pool->slots[i];
        if (slot->result && pool->job->free_result)
            pool->job->free_result(slot->result);
        free(slot->result);
        chunk_fini(&slot->chunk);
    }
    free(pool->slots);
}

enum pool_end pool_run(const struct pool_options *options, const struct pool_job *job)
{
    struct pool *pool = calloc(1, sizeof *pool);
    if (!pool) {
        options->reporter.file_error(options->reporter.context, NULL, rk_err_text(RK_NO_MEMORY));
        return POOL_FAILED;
    }
    pool->options = options;
    pool->job = job;
    chunker_init(&pool->chunker, &options->limits);
    if (create_slots(pool, options->threads)) {
        start_threads(pool, options->threads);
        run_job_with_progress(pool);
        stop_threads(pool);
    } else {
        report_file_error(pool, NULL, rk_err_text(RK_NO_MEMORY));
    }
    chunker_fini(&pool->chunker);
    free_slots(pool);
    const enum pool_end end = pool->failed     ? POOL_FAILED
                              : pool->bad_data ? POOL_BAD_DATA
                                               : POOL_DONE;
    free(pool);
    return end;
}
