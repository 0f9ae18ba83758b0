/* SPDX-License-Identifier: MIT */
/* Writes a finished game as PGN. Each move has a comment with its score, depth and time, in the
 * form other match runners use: {+0.35/12 0.021s}, a mate as {+M5/20 0.1s}, opening moves as
 * {book}. The comment of the last move also says why the game ended. */
#ifndef MATCH_GAME_PGN_H
#define MATCH_GAME_PGN_H

#include "base/buffer.h"
#include "match/referee.h"
#include "rookery/roster.h"

/* Appends the game and a blank line. `roster` has the names, the round and the date. */
void game_pgn_write(const struct referee_result *result, const rk_roster *roster,
                    struct buffer *out);

#endif
