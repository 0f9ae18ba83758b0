/* SPDX-License-Identifier: MIT */
/* What is kept. A store runs jobs: lists of statements from the one table in
 * statements.def, all of which take effect or none. It knows no chess.
 *
 * Writes that arrive while others are being flushed share the next flush; a write
 * is done when it is on disk, and who hears of it can read it. Jobs are handed
 * in and answered on one thread, which calls store_poll(); writes are answered in
 * the order they were handed in. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/log.h"
#include "rookery/err.h"

enum statement {
#define ROW(statement, kind, sql) statement,
#include "store/statements.def"
    STATEMENT_COUNT
};

enum store_outcome {
    STORE_DONE,    /* it has taken effect and is on disk; or the rows are here */
    STORE_REFUSED, /* a statement that must change a row changed none: nothing was changed */
    STORE_FAILED   /* the disk, a lock, memory: nothing was changed; the operator's log says why */
};

struct store;
struct store_job;

/* Called once for each job, on the polling thread. The job and what is read from
 * it end when this returns. */
typedef void store_done(void *context, struct store_job *job, enum store_outcome outcome);

/* ---- making a job: call, then its parameters in order, and so on, then submit ---- */

struct store_job *store_job_create(void);      /* never NULL: out of memory shows as STORE_FAILED */
void store_job_destroy(struct store_job *job); /* only one that was not submitted */
void store_call(struct store_job *job, enum statement statement);
void store_bind_integer(struct store_job *job, int64_t value);
void store_bind_text(struct store_job *job, const char *value); /* NULL is null; copied */
void store_bind_bytes(struct store_job *job, const void *bytes, size_t size); /* copied */
void store_bind_null(struct store_job *job);

/* Hands it in, to be done after all writes handed in before (a write) or at once
 * (a read, which sees what was on disk). `done` may be NULL. Answered by a poll; only a
 * job there was no memory to make is answered at once, as failed. */
void store_write(struct store *store, struct store_job *taken, store_done *done, void *context);
void store_read(struct store *store, struct store_job *taken, store_done *done, void *context);

/* ---- reading an answer: rows of all reading statements of the job, one after the other ---- */

bool store_next_row(struct store_job *job); /* the next row; false after the last */
int64_t store_get_integer(const struct store_job *job, unsigned column); /* null is 0 */
bool store_is_null(const struct store_job *job, unsigned column);
const char *store_get_text(const struct store_job *job, unsigned column); /* null is "" */
const void *store_get_bytes(const struct store_job *job, unsigned column, size_t *out_size);
size_t store_changes(const struct store_job *job); /* rows changed by all its statements */

/* ---- the store itself ---- */

struct store_ops {
    void (*submit)(struct store *store, struct store_job *taken, bool writes);
    void (*poll)(struct store *store);
    void (*close)(struct store *store);
};

/* The head of every kind of store. */
struct store {
    const struct store_ops *ops;
};

struct store_options {
    const char *url; /* a folder, or "memory:" for one that is forgotten */
    const struct log *log;
    bool inline_jobs; /* no threads: jobs wait for store_poll(), which runs them as one flush */
    bool normal_sync; /* flush less often: what was acknowledged may be lost with the power */
    int busy_ms;      /* how long to wait while another process writes; 0: five seconds */
    void (*wake)(
        void *context); /* called from the store's threads when there is something to poll */
    void *wake_context;
};

/* Opens or makes it; on failure a sentence in `why` says what is wrong and where:
 * missing folder, no right, locked, corrupt, of another version. */
RK_MUST_USE rk_err store_open(const struct store_options *options, struct store **out, char *why,
                              size_t why_size);
void store_poll(struct store *store);  /* answers what is done */
void store_close(struct store *store); /* finishes all writes first, and answers everything */

#endif
