/* SPDX-License-Identifier: MIT */
/* Actions of the server in a game that no command triggers: flags fall, first moves are overdue,
 * idle games end, clocks pause and resume. */
#ifndef ROUNDS_TIMEOUTS_H
#define ROUNDS_TIMEOUTS_H

#include "rounds/transaction.h"

/* Sets the timer for the next thing that is due. */
void timeouts_schedule(struct round *round);

/* Plays the end of a game whose side to move is out of time, with `grace` milliseconds for lag. */
RK_MUST_USE rk_err timeouts_play_flag(struct transaction *transaction, int64_t grace,
                                      rk_fault *fault);

/* Pauses the clock from `at` on. */
void timeouts_pause(struct round *round, int64_t at);
/* Pauses a running clock on disk because the server is about to stop. */
void timeouts_pause_for_shutdown(struct round *round);
/* Pauses a running clock of a correspondence game whose player is on vacation. */
void timeouts_pause_for_vacation(struct round *round);
void timeouts_resume(struct round *round);

/* Writes the uncharged time of the running turn to the log if it is long: a crash would lose it.
 */
void timeouts_save_uncharged(struct round *round);

/* The side to move has not moved for weeks: aborts the game, or it loses. */
void timeouts_end_idle(struct round *round);

#endif
