/* SPDX-License-Identifier: MIT */
/* Reads a game from the store. */
#ifndef RECORD_STORED_GAME_H
#define RECORD_STORED_GAME_H

#include "ratings/rating_change.h"
#include "record/game_info.h"
#include "record/journal.h"

struct store_job;

struct stored_game {
    struct game_info info;
    struct journal journal;
    rk_game *game;
    struct rating_result rating;
    int64_t ended_at; /* 0: it runs */
};

/* A job that asks for one game. */
struct store_job *stored_game_query(const char *id);

/* Reads the answer to it. RK_BAD_SYNTAX: there is no such game; RK_BAD_RECORD: it is damaged, see
 * *fault. The caller ends *out with stored_game_fini() or takes its contents. */
RK_MUST_USE rk_err stored_game_read(struct store_job *answer, struct stored_game *out,
                                    rk_fault *fault);
void stored_game_fini(struct stored_game *stored);

/* Adds the events of one row: `column` has their last version, the next column the events. */
RK_MUST_USE rk_err stored_events_read(const struct store_job *answer, unsigned column,
                                      struct journal *journal, rk_fault *fault);

#endif
