/* SPDX-License-Identifier: MIT */
/* A game from the rows of the store. */
#ifndef ROUNDS_ROUNDREAD_H
#define ROUNDS_ROUNDREAD_H

#include "rounds/replay.h"

/* What the store had. */
struct kept {
    struct game_info info;
    struct journal journal;
    rk_game *game;
    int64_t epoch;
};

/* A job that asks for one game. */
struct store_job *kept_ask(const char *id);

/* Reads its answer. RK_BAD_SYNTAX: there is no such game; RK_BAD_RECORD, with the
 * reason: it cannot be. The caller ends *out with kept_fini(), or takes from it. */
RK_MUST_USE rk_err kept_read(struct store_job *answer, struct kept *out, rk_fault *fault);
void kept_fini(struct kept *kept);

/* Adds the events of a row that has their last version in `column` and them in the next. */
RK_MUST_USE rk_err part_read(const struct store_job *answer, unsigned column,
                             struct journal *journal, rk_fault *fault);

#endif
