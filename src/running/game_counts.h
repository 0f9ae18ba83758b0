/* SPDX-License-Identifier: MIT */
/* How many games people and the engine play, on all nodes. */
#ifndef RUNNING_GAME_COUNTS_H
#define RUNNING_GAME_COUNTS_H

#include "core/state.h"

/* How many games that person plays, including those being started; *out_live of these have a clock
 * of minutes. */
size_t game_counts_of(const struct server *server, const char *id, size_t *out_live);

/* How many games that person plays against the engine, including those being started; `out_one`
 * gets the id of one of them, or "". */
size_t game_counts_against_engine(const struct server *server, const char *id,
                                  char out_one[GAME_ID_SIZE + 1]);

/* How many games of the engine are active: see round_is_active(). */
size_t game_counts_active_engine_games(const struct server *server);

/* The public games that a person plays; `out_newest` gets the id of the newest one, or "". */
size_t game_counts_public_of(const struct server *server, const char *id,
                             char out_newest[GAME_ID_SIZE + 1]);

#endif
