/* SPDX-License-Identifier: MIT */
/* A job from the inside, for those who run it. */
#ifndef STORE_JOB_H
#define STORE_JOB_H

#include "base/list.h"
#include "store/store.h"
#include "store/value.h"

enum { COLUMNS_MAX = 16, ROWS_SIZE_MAX = 256 << 20 };

struct store_job {
    struct list node; /* where it waits */
    bool writes;
    store_done *done;
    void *context;
    enum store_outcome outcome;

    struct buffer calls; /* cells */
    size_t call_count;

    struct buffer rows; /* cells */
    size_t changes;

    /* the row that is being read */
    size_t read_at;
    unsigned column_count;
    struct value columns[COLUMNS_MAX];
};

/* Sets how it came out; of one that was not done nothing is left to read. */
void job_complete(struct store_job *job, enum store_outcome outcome);

/* Tells whoever handed it in, and ends it. */
void job_deliver(struct store_job *taken);

#endif
