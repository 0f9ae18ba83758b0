/* SPDX-License-Identifier: MIT */
/* Spectators receive their frames a slice at a time, so that thousands of them never delay a
 * player. Frames are numbered, and each spectator has the number of the last one it got. */
#ifndef ROUNDS_SPECTATORS_H
#define ROUNDS_SPECTATORS_H

#include <stdbool.h>

struct server;

/* Sends the next slice to spectators of all games; true: there is more to send. */
bool spectators_send_slice(struct server *server);

#endif
