/* SPDX-License-Identifier: MIT */
/* A store that a test controls: a real one, in memory, fed from a queue. Jobs wait in the queue
 * until the store is polled; a test can make them fail, hold back the answers or lose them. */
#ifndef SUPPORT_FAKE_STORE_H
#define SUPPORT_FAKE_STORE_H

#include "base/list.h"
#include "store/store.h"

struct fake_store {
    struct store store;   /* the one to give to the server */
    struct store *memory; /* the real store, fed from the queue */
    struct list queue;    /* jobs that were submitted and have not run */
    struct list lost;     /* jobs that never run */
    bool reads_fail, writes_fail;
    unsigned passing_writes; /* this many of the next writes succeed, even if the others fail */
    unsigned failing_writes; /* this many of the next writes fail */
    unsigned unknown_writes; /* this many of the next writes are answered with STORE_UNKNOWN */
    bool unknown_land;       /* and are written anyway */
    bool paused;             /* a poll does nothing */
    bool is_shared;          /* somebody else closes the real store */
    size_t write_jobs;       /* writes that have run */
};

void fake_store_open(struct fake_store *fake);
/* The same on a real store that several fake ones feed. */
void fake_store_open_on(struct fake_store *fake, struct store *memory);
void fake_store_close(struct fake_store *fake); /* answers every job first */

/* Whether a poll would answer a job. */
bool fake_store_has_answers(const struct fake_store *fake);

/* Loses the jobs in the queue, as a power failure does. They are answered as failed by the next
 * poll; destroy the server before that. */
void fake_store_lose_queue(struct fake_store *fake);

/* Runs a job at once, past the queue and past all failures. */
enum store_outcome fake_store_run(struct fake_store *fake, struct store_job *job);

/* The same for one statement that takes an id and a number. */
void fake_store_call(struct fake_store *fake, enum statement statement, const char *id,
                     int64_t number);

/* Counts a drawn game of that account; `whites` is 1 if it had White, -1 if Black. */
void fake_store_count_game(struct fake_store *fake, const char *account, int64_t whites);

#endif
