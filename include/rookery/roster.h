/* SPDX-License-Identifier: MIT */
/* Writes a game as PGN, with PGN's seven tag roster: who plays, where and when. */
#ifndef ROOKERY_ROSTER_H
#define ROOKERY_ROSTER_H

#include "rookery/game.h"
#include "rookery/pgn.h"

RK_BEGIN_C

enum { RK_ROSTER_TEXT_MAX = 128 }; /* the size of the longest text, NUL included */

/* The tags that the game itself does not know. All texts are NUL-terminated; an
 * empty one is unknown and written as "?". The seventh tag, Result, comes from
 * the game. */
typedef struct rk_roster {
    char event[RK_ROSTER_TEXT_MAX], site[RK_ROSTER_TEXT_MAX];
    char date[16]; /* "2026.11.15" */
    char round[16];
    char white[RK_ROSTER_TEXT_MAX], black[RK_ROSTER_TEXT_MAX];
    char termination[32]; /* overrides Termination: "rules infraction"; empty: from the status */
} rk_roster;

/* Returns "1-0", "0-1", "1/2-1/2", or "*" if the game is not over or was aborted.
 * Static storage. */
const char *rk_game_score(const rk_game *game);

/* Writes the tags of a game: the seven; Variant, SetUp and FEN if needed;
 * TimeControl if PGN can express it; ECO and Opening if the opening is known; and Termination. You
 * may write more tags after these, before the moves. */
void rk_game_write_tags(const rk_game *game, const rk_roster *roster, rk_pgn_writer *writer);

/* Writes the moves and the score. In a game with a clock, each move has a comment
 * with the time it took ([%emt]). */
void rk_game_write_moves(const rk_game *game, rk_pgn_writer *writer);

RK_END_C

#endif
