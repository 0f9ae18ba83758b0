/* SPDX-License-Identifier: MIT */
/* A puzzle as it is stored. */
#ifndef PUZZLE_TRAINING_PUZZLE_ROW_H
#define PUZZLE_TRAINING_PUZZLE_ROW_H

#include "puzzle_training/puzzle_record.h"
#include "store/store.h"

/* Adds the statements that store a puzzle, unless there is one with its id, to a job. */
void puzzle_add_row(struct store_job *job, const struct puzzle_record *record, int64_t now);

/* Adds statements that read a puzzle, and an account's attempt at it. */
void puzzle_query(struct store_job *job, const char *id, const char *account);

/* A puzzle and the stored data about it. The strings are borrowed from the job, until its next
 * row. */
struct stored_puzzle {
    struct puzzle_record record;
    const char *game_info; /* of the game it was found in; "": none */
};

/* Reads the current row of STORE_PUZZLE. */
void puzzle_from_row(const struct store_job *job, struct stored_puzzle *out);

#endif
