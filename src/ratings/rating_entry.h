/* SPDX-License-Identifier: MIT */
/* A rating in memory and the writes of its changes.
 *
 * Changes are computed from `latest`, which is ahead of the disk while writes are under way. If a
 * write fails, all that were computed from it fail too, because the store refuses a version that is
 * not the next one; the rating goes back to what is on disk, and a new generation of changes
 * begins. */
#ifndef RATINGS_RATING_ENTRY_H
#define RATINGS_RATING_ENTRY_H

#include "ratings/rating.h"

struct rating_entry {
    struct rating stored, latest;
    double ranked;       /* the rating that the leaderboard has counted; 0: none */
    unsigned pending;    /* writes under way */
    uint64_t generation; /* of the changes; a write of an older one has failed or will fail */
};

/* A change that is being written. */
struct rating_write {
    struct rating_entry *entry;
    struct rating before, after;
    uint64_t generation; /* of the entry, when the change was computed */
};

/* Begins a change of what the entry will be when all writes are done: the caller computes `after`
 * from `before`, and calls rating_write_queue() before another change of the entry begins. */
struct rating_write rating_write_begin(struct rating_entry *entry);
void rating_write_queue(struct rating_write *write);
/* The store has answered: the change is on disk or not. */
void rating_write_end(struct rating_write *write, bool written);

/* Sets the entry to what was read from disk, unless a write is under way, which would be lost. */
void rating_entry_replace(struct rating_entry *entry, const struct rating *rating);

#endif
