/* SPDX-License-Identifier: MIT */
/* Reminders in correspondence games: notifies the player to move when four fifths of the time for
 * the move are used, once per move, even across restarts. */
#ifndef ROUNDS_ALARMS_H
#define ROUNDS_ALARMS_H

#include "rounds/round_internal.h"

/* Sets the timer for the move that is awaited, if it needs one. */
void alarm_schedule(struct round *round);

#endif
