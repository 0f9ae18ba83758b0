/* SPDX-License-Identifier: MIT */
/* Creates games and plays moves in them. Errors fail the running test. */
#ifndef SUPPORT_GAME_H
#define SUPPORT_GAME_H

#include "rookery/game.h"

/* A game from a position. The clock, if there is one ("5+3", not "-"), runs from the start. */
rk_game *start_game(rk_position start, const char *clock);

/* Plays SAN moves separated by blanks, all of them at time 0. */
void play_san(rk_game *game, const char *moves);

#endif
