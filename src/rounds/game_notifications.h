/* SPDX-License-Identifier: MIT */
/* Notifications to players who are not online when their game starts or, if it has days per move,
 * when it ends. */
#ifndef ROUNDS_GAME_NOTIFICATIONS_H
#define ROUNDS_GAME_NOTIFICATIONS_H

#include "rounds/round_internal.h"

void game_notify_started(struct round *round);
void game_notify_ended(struct round *round);

#endif
