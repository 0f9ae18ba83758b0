/* SPDX-License-Identifier: MIT */
/* Reminders in correspondence games: notifies the player to move when four fifths of the time for
 * the move are used, once per move, even across restarts. */
#ifndef ROUNDS_MOVE_REMINDERS_H
#define ROUNDS_MOVE_REMINDERS_H

#include "rounds/round_internal.h"

/* Sets the timer for the move that is awaited, if it needs one. */
void move_reminder_schedule(struct round *round);

#endif
