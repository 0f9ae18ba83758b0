/* SPDX-License-Identifier: MIT */
/* The internals of a job, for the code that runs it. */
#ifndef STORE_JOB_H
#define STORE_JOB_H

#include "base/list.h"
#include "store/store.h"
#include "store/value.h"

enum { COLUMNS_MAX = 20, ROWS_SIZE_MAX = 256 << 20 };

struct store_job {
    struct list node; /* in the queue it waits in */
    bool writes;
    store_done *done;
    void *context;
    enum store_outcome outcome;
    bool settled;               /* its outcome is final, while its group is still being written */
    const struct log *log;      /* of the thread that submitted it */
    struct log_request request; /* that it belongs to; current again while it is answered */

    struct buffer calls; /* values */
    size_t call_count;
    const char *missing_types; /* of the parameters that the last call still needs */
    enum statement last_call;  /* or the one with the fault */
    const char *fault;         /* why the job cannot run; NULL: nothing is wrong */

    struct buffer rows; /* values */
    size_t changes;

    /* the current row */
    size_t read_at;
    unsigned column_count;
    struct value columns[COLUMNS_MAX];
};

/* Whether the job can be run. Otherwise the reason is logged. */
bool job_is_valid(const struct store_job *job, const struct log *log);

/* Forgets the result of an attempt that was undone. */
void job_clear_result(struct store_job *job);

/* Sets the outcome. A job that was not done has no rows. */
void job_complete(struct store_job *job, enum store_outcome outcome);

/* Calls `done` and frees the job. */
void job_deliver(struct store_job *job);

#endif
