/* SPDX-License-Identifier: MIT */
/* A finished game as PGN: behind each move what its engine thought of it, as other match
 * runners write it: {+0.35/12 0.021s}, a mate as {+M5/20 0.1s}, the opening as {book};
 * behind the last one, why the game is over. */
#ifndef MATCH_SCORESHEET_H
#define MATCH_SCORESHEET_H

#include "base/buffer.h"
#include "match/referee.h"
#include "rookery/roster.h"

/* Appends the game, with a blank line behind it. `roster` has the names, the round and the date. */
void scoresheet_write(const struct referee_result *result, const rk_roster *roster,
                      struct buffer *out);

#endif
