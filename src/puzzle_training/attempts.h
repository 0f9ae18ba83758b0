/* SPDX-License-Identifier: MIT */
/* Attempts at puzzles. The server judges the moves; the first attempt of an account at a puzzle
 * changes the ratings of both. */
#ifndef PUZZLE_TRAINING_ATTEMPTS_H
#define PUZZLE_TRAINING_ATTEMPTS_H

#include "accounts/identity.h"
#include "core/state.h"
#include "puzzle_training/puzzle_record.h"

struct attempt {
    const struct identity *who; /* id "" for nobody */
    const char *puzzle;         /* its id */
    const char *moves;          /* of the solver: in UCI notation, with blanks between */
    bool rated;                 /* may change ratings */
};

enum attempt_status {
    ATTEMPT_JUDGED,
    ATTEMPT_NO_PUZZLE,
    ATTEMPT_BAD_MOVE,
    ATTEMPT_BUSY /* the store failed, or out of memory: nothing was changed */
};

struct attempt_result {
    enum attempt_status status;
    bool win;
    bool rated; /* it was the first attempt, and changed the rating */
    double before, after;
};

typedef void attempt_callback(void *context, const struct attempt_result *result);

/* Judges an attempt; all is copied. The callback is called once, and not after the server was
 * destroyed. */
void attempt_submit(struct server *server, const struct attempt *attempt,
                    attempt_callback *callback, void *context);

#endif
