/* SPDX-License-Identifier: MIT */
/* The events one command adds to a game. They are played on the game to check that they are
 * possible, then taken back and written to the store as one job. They are played again when they
 * are on disk, so the game is never ahead of its log. */
#ifndef ROUNDS_TRANSACTION_H
#define ROUNDS_TRANSACTION_H

#include "rounds/round_internal.h"

/* Begins a transaction for a command that came at `at`. The round is not writing another. */
struct transaction *transaction_begin(struct round *round, int64_t at);

/* Plays one more action. On failure the transaction is as it was. */
RK_MUST_USE rk_err transaction_play(struct transaction *transaction, rk_action action,
                                    rk_fault *fault);
/* How much of the lag of the move just played was compensation. */
void transaction_compensate(struct transaction *transaction, int64_t compensation);
/* Adds events that were taken back and could not be written, to write them again. */
void transaction_repeat(struct transaction *transaction, const struct event *events, size_t count);
void transaction_add_chat(struct transaction *transaction, const struct event *line);

void transaction_rollback(struct transaction *transaction);

/* Takes the actions back and returns a store job with all events, and with the result and the new
 * ratings if they end the game: transaction->rating is the caller's then. NULL if out of memory. */
struct store_job *transaction_make_job(struct transaction *transaction);

#endif
