/* SPDX-License-Identifier: MIT */
/* Who plays, where and when, as the seven tags of PGN know it; and a game
 * written with it. */
#ifndef ROOKERY_ROSTER_H
#define ROOKERY_ROSTER_H

#include "rookery/game.h"
#include "rookery/pgn.h"

RK_BEGIN_C

enum { RK_ROSTER_TEXT_MAX = 128 };

/* NUL-terminated; empty is unknown, which PGN writes as "?". The seventh tag,
 * the result, is the game's own; so is Termination, unless it is given here, for
 * whoever knows better than the status why the game ended. */
typedef struct rk_roster {
    char event[RK_ROSTER_TEXT_MAX], site[RK_ROSTER_TEXT_MAX];
    char date[16]; /* "2026.11.15" */
    char round[16];
    char white[RK_ROSTER_TEXT_MAX], black[RK_ROSTER_TEXT_MAX];
    char termination[32]; /* "rules infraction"; empty: as the status has it */
} rk_roster;

/* "1-0", "0-1", "1/2-1/2", or "*" for a game that goes on or was aborted. */
const char *rk_game_score(const rk_game *game);

/* The tags of a game: the seven, Variant, SetUp and FEN where they are needed,
 * TimeControl where PGN has a word for the clock, and Termination. A caller may
 * write tags of its own after these, then the moves. */
void rk_game_write_tags(const rk_game *game, const rk_roster *roster, rk_pgn_writer *writer);

/* The moves, with the time each took ([%emt]) in a game with a clock, and the
 * score. */
void rk_game_write_moves(const rk_game *game, rk_pgn_writer *writer);

RK_END_C

#endif
