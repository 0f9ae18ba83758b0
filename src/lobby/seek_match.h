/* SPDX-License-Identifier: MIT */
/* Finds seeks that match and starts their games. */
#ifndef LOBBY_SEEK_MATCH_H
#define LOBBY_SEEK_MATCH_H

#include "lobby/pairing.h"
#include "lobby/seek_table.h"

/* The oldest seek in the lobby that matches this one: the settings agree, each accepts the other's
 * rating, and neither blocks the other. NULL if there is none. */
struct lobby_seek *seek_match_find(struct server *server, const struct seek *wanted);

/* The owner of a seek and a player who accepts it and wants to have that side. */
struct pair seek_match_pair(const struct seek *seek, const struct identity *by,
                            enum side_choice choice);

/* Takes the seek out of the lobby and starts its game with a player, whose own seek ends too. */
void seek_match_start(struct server *server, struct lobby_seek *sought, const struct pair *pair,
                      seek_callback *callback, void *context);

#endif
