/* SPDX-License-Identifier: MIT */
/* Generated games that share openings and transpose, with players, ratings, dates and results. */
#ifndef SUPPORT_OPENING_GAMES_H
#define SUPPORT_OPENING_GAMES_H

#include "base/buffer.h"

/* Appends games as PGN; the same seed gives the same games. Knights also move back, so that
 * positions occur twice in a game. */
void opening_games_write(struct buffer *out, unsigned games, uint64_t seed);

#endif
