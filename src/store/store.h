/* SPDX-License-Identifier: MIT */
/* The database. A store runs jobs: lists of statements from statements.def, all of
 * which take effect or none. It knows nothing about chess.
 *
 * Writes are committed in groups: those that arrive during one flush share the next. A
 * write is done when it is on disk, where later reads see it. Jobs are submitted and
 * answered on one thread, which calls store_poll(); writes are answered in the order in
 * which they were submitted. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/histogram.h"
#include "base/log.h"
#include "rookery/err.h"

enum statement {
#define ROW(statement, kind, types, sql) statement,
#include "store/statements.def"
    STATEMENT_COUNT
};

enum store_outcome {
    STORE_DONE,    /* a write is on disk; the rows of a read are there */
    STORE_REFUSED, /* a STATEMENT_MUST_CHANGE changed no row: nothing was changed */
    STORE_FAILED,  /* disk error, lock, out of memory: nothing was changed; the log says why */
    STORE_UNKNOWN  /* the connection was lost during the commit: all was changed, or nothing. What
                    * is read from now on shows which. */
};

/* Whether a caller who cannot find out has to report a failure. */
static inline bool store_has_failed(enum store_outcome outcome)
{
    return outcome == STORE_FAILED || outcome == STORE_UNKNOWN;
}

struct store;
struct store_job;

/* Called once for each job, on the polling thread. The job is freed when this returns, and
 * with it everything read from it. */
typedef void store_done(void *context, struct store_job *job, enum store_outcome outcome);

/* ---- building a job: store_call(), bind its parameters in order, repeat, then submit ----
 * A job fails if the number or the types of the parameters are not those of statements.def, or if a
 * text is not UTF-8. Every parameter can be null. */

struct store_job *store_job_create(void);      /* never NULL: when out of memory, the job fails */
void store_job_destroy(struct store_job *job); /* only if it was not submitted */
void store_call(struct store_job *job, enum statement statement);
void store_bind_integer(struct store_job *job, int64_t value);
void store_bind_real(struct store_job *job, double value);
void store_bind_text(struct store_job *job, const char *value); /* copied; NULL is null */
void store_bind_bytes(struct store_job *job, const void *bytes, size_t size); /* copied */
void store_bind_null(struct store_job *job);
/* Adds the calls of another job, which stays as it is. */
void store_add_calls(struct store_job *job, const struct store_job *from);

/* Submits the job and takes ownership of it. A write runs after all writes submitted before; a read
 * runs at once and sees what is on disk. `done` may be NULL. It is called by a later store_poll(),
 * except for a job that could not be created: then it is called at once, with STORE_FAILED. */
void store_write(struct store *store, struct store_job *job, store_done *done, void *context);
void store_read(struct store *store, struct store_job *job, store_done *done, void *context);

/* ---- reading the result: the rows of all reading statements of the job, in order ---- */

bool store_next_row(struct store_job *job); /* false after the last row */
int64_t store_get_integer(const struct store_job *job, unsigned column); /* null is 0 */
double store_get_real(const struct store_job *job, unsigned column);     /* null is 0 */
bool store_is_null(const struct store_job *job, unsigned column);
const char *store_get_text(const struct store_job *job, unsigned column); /* null is "" */
const void *store_get_bytes(const struct store_job *job, unsigned column, size_t *out_size);
size_t store_changes(const struct store_job *job); /* rows changed by all statements */

/* ---- the store itself ---- */

/* What the store has done so far and what waits. */
struct store_stats {
    uint64_t writes, reads, failures;     /* jobs done, and jobs that failed */
    size_t waiting_writes, waiting_reads; /* jobs that have not started */
    const struct histogram *commits;      /* borrowed: lives as long as the store */
};

struct store_ops {
    void (*submit)(struct store *store, struct store_job *job, bool writes);
    void (*poll)(struct store *store);
    void (*close)(struct store *store);
    void (*stats)(struct store *store, struct store_stats *out);
};

/* The first member of every kind of store. */
struct store {
    const struct store_ops *ops;
    const struct log *log; /* whose request is kept with each job; NULL: none */
};

struct store_options {
    const char *url;       /* a folder, "memory:" for a temporary database, or postgresql://... */
    const struct log *log; /* used by the store's threads */
    const struct log *request_log; /* whose request each job belongs to; NULL: none */
    bool exclusive;   /* fail if a server or another exclusive user has the database open */
    bool shareable;   /* for a server: fail only if servers cannot share it */
    bool must_exist;  /* fail if there is no database in the folder, or no tables */
    bool wait;        /* for a server: wait for a database that is down */
    bool inline_jobs; /* no threads: store_poll() runs the waiting jobs as one flush */
    bool normal_sync; /* flush less often: a power failure may lose acknowledged writes */
    int busy_ms;      /* how long to wait for another process's lock; 0: five seconds */
    void (*wake)(void *context); /* called from the store's threads: call store_poll() */
    void *wake_context;
    /* Asked while store_open() waits for a database; true: give up. NULL: never. */
    bool (*should_stop)(void *context);
    void *stop_context;
};

/* Opens it, or creates it unless it must exist. On failure `error` gets the message, for
 * example about a missing folder, missing permissions, a lock, or a corrupt or newer database. */
RK_MUST_USE rk_err store_open(const struct store_options *options, struct store **out, char *error,
                              size_t error_size);
void store_poll(struct store *store);  /* calls `done` of finished jobs */
void store_close(struct store *store); /* finishes and answers all jobs first */
struct store_stats store_stats(struct store *store);

#endif
