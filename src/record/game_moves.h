/* SPDX-License-Identifier: MIT */
/* The moves of a game: how many, and in the API's notation. */
#ifndef RECORD_GAME_MOVES_H
#define RECORD_GAME_MOVES_H

#include "base/buffer.h"
#include "rookery/game.h"

struct game_info;

size_t game_plies(const rk_game *game);

/* Writes a move as the API has it, with a NUL, to `out`, room for RK_UCI_MAX, and returns the
 * length. It is UCI, but castling is king takes rook in a game from a position, as in Chess960. */
size_t game_move_write(const struct game_info *info, const rk_position *before, rk_move move,
                       char *out);

/* Appends the first `plies` moves in that notation, separated by spaces. Returns how many. */
size_t game_moves_write(const struct game_info *info, const rk_game *game, size_t plies,
                        struct buffer *out);

#endif
