/* SPDX-License-Identifier: MIT */
#include "net/log_writer.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/monotonic.h"

enum { POLL_MS = 1000 };

struct log_writer {
    struct log format; /* how to write lines about the log itself */
    int file;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct buffer waiting; /* whole lines; protected by the mutex, like the two below */
    uint64_t unreported;   /* dropped lines that no line of the log has told of */
    bool stopping, stopped;
    atomic_uint_least64_t dropped; /* in all */
};

// ---- any thread ------------------------------------------------------------------------------

static void drop_line(struct log_writer *writer)
{
    writer->unreported++;
    atomic_fetch_add(&writer->dropped, 1);
}

static void queue_line(void *context, const char *line, size_t size)
{
    struct log_writer *writer = context;
    pthread_mutex_lock(&writer->mutex);
    if (!size || writer->waiting.size + size > LOG_QUEUE_MAX ||
        !buffer_reserve(&writer->waiting, size))
        drop_line(writer);
    else
        buffer_add(&writer->waiting, line, size);
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->mutex);
}

// ---- the thread ------------------------------------------------------------------------------

/* False: nothing can be written there any more. */
static bool write_all(int file, const char *bytes, size_t size)
{
    while (size) {
        const ssize_t written = write(file, bytes, size);
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        } else if (errno == EAGAIN) {
            poll(&(struct pollfd){.fd = file, .events = POLLOUT}, 1, POLL_MS);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

static void report_dropped(struct log_writer *writer, uint64_t count)
{
    char message[96];
    struct buffer line = {0};
    snprintf(message, sizeof message, "%llu lines of the log dropped: its reader is too slow",
             (unsigned long long)count);
    log_format_line(&writer->format, LOG_WARNING, message, &line);
    if (!line.failed)
        write_all(writer->file, line.bytes, line.size);
    buffer_fini(&line);
}

/* Takes all lines that wait, or waits for one. False: there are none left, and none will come. */
static bool take_lines(struct log_writer *writer, struct buffer *out, uint64_t *dropped)
{
    pthread_mutex_lock(&writer->mutex);
    while (!writer->waiting.size && !writer->unreported && !writer->stopping)
        pthread_cond_wait(&writer->changed, &writer->mutex);
    *out = writer->waiting;
    writer->waiting = (struct buffer){0};
    *dropped = writer->unreported;
    writer->unreported = 0;
    writer->stopped = !out->size && !*dropped;
    const bool any = !writer->stopped;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->mutex);
    return any;
}

static void *run_writer(void *context)
{
    struct log_writer *writer = context;
    struct buffer lines;
    uint64_t dropped;
    while (take_lines(writer, &lines, &dropped)) {
        write_all(writer->file, lines.bytes, lines.size);
        if (dropped)
            report_dropped(writer, dropped);
        buffer_fini(&lines);
    }
    return NULL;
}

// ---- starting and stopping -------------------------------------------------------------------

/* Blocks signals in the thread: the server's thread handles them. */
static int start_thread(struct log_writer *writer)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int error = pthread_create(&writer->thread, NULL, run_writer, writer);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

static void free_writer(struct log_writer *writer)
{
    pthread_cond_destroy(&writer->changed);
    pthread_mutex_destroy(&writer->mutex);
    buffer_fini(&writer->waiting);
    free(writer);
}

bool log_writer_start(struct log *log, int file, struct log_writer **out)
{
    struct log_writer *writer = calloc(1, sizeof *writer);
    pthread_condattr_t monotonic;
    if (!writer)
        return false;
    writer->file = file;
    writer->format.format = log->format;
    pthread_mutex_init(&writer->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&writer->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (start_thread(writer)) {
        free_writer(writer);
        return false;
    }
    log->write = queue_line;
    log->context = writer;
    log->dropped = &writer->dropped;
    *out = writer;
    return true;
}

static bool wait_until_stopped(struct log_writer *writer, unsigned max_ms)
{
    const struct timespec end = monotonic_deadline(max_ms);
    int error = 0;
    pthread_mutex_lock(&writer->mutex);
    writer->stopping = true;
    pthread_cond_broadcast(&writer->changed);
    while (!writer->stopped && !error)
        error = pthread_cond_timedwait(&writer->changed, &writer->mutex, &end);
    const bool stopped = writer->stopped;
    pthread_mutex_unlock(&writer->mutex);
    return stopped;
}

void log_writer_stop(struct log_writer *writer, struct log *log, unsigned max_ms)
{
    if (!writer)
        return;
    if (!wait_until_stopped(writer, max_ms)) {
        pthread_detach(writer->thread);
        return; // a thread that hangs in write() still uses the memory
    }
    pthread_join(writer->thread, NULL);
    log->write = NULL;
    log->context = NULL;
    log->dropped = NULL;
    free_writer(writer);
}
