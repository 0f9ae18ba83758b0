/* SPDX-License-Identifier: MIT */
/* What a player may do, by the rules of online play, and what follows from it by
 * itself: claims, limits, flags. */
#ifndef ROUNDS_CONDUCT_H
#define ROUNDS_CONDUCT_H

#include "rounds/ledger.h"

/* Carries out a command that came at `at`: plans and commits it, or answers why not.
 * No flush is under way. */
void conduct(struct round *round, const struct command *command, int64_t at, reply_callback *then,
             void *context);

/* What time does. Each plans one thing and commits it; false if it cannot be. */
bool conduct_flag(struct round *round);    /* the side to move is out of time */
bool conduct_no_show(struct round *round); /* the first move was not made in time */
bool conduct_pause(struct round *round, int64_t at);
bool conduct_resume(struct round *round);
/* Writes what the running turn was forgiven down as a pause, so that it is so after a crash too. */
bool conduct_forgiven(struct round *round);
bool conduct_idle(struct round *round); /* the side to move has not moved for weeks */

#endif
