/* SPDX-License-Identifier: MIT */
/* The change of a solver's rating, and of the puzzle's, by an attempt. It is written in the same
 * store job as the attempt, so a crash neither loses nor repeats it. */
#ifndef RATINGS_PUZZLE_CHANGE_H
#define RATINGS_PUZZLE_CHANGE_H

#include "ratings/ratings.h"
#include "ratings/reload.h"

struct puzzle_change;

/* Computes the change, which later changes are based on from now on. NULL if out of memory. End it
 * with puzzle_change_end() when the store has answered, and destroy it. */
struct puzzle_change *puzzle_change_create(struct server *server, const struct identity *solver,
                                           const struct glicko2 *puzzle, bool solved);
void puzzle_change_destroy(struct puzzle_change *change); /* NULL is allowed */

/* Adds the solver's new rating to the job. */
void puzzle_change_add(const struct puzzle_change *change, struct store_job *job);
/* The job is on disk, or nothing of it is. */
void puzzle_change_end(struct server *server, struct puzzle_change *change, bool written);

/* The solver's ratings before and after, and the new one of the puzzle. */
struct puzzle_change_result {
    double before, after;
    struct glicko2 puzzle;
};
struct puzzle_change_result puzzle_change_result(const struct puzzle_change *change);

#endif
