/* SPDX-License-Identifier: MIT */
/* Conditional moves of correspondence games: lines that a player prepares while the opponent
 * thinks. Each begins with a move of the opponent. When the opponent plays it, the reply is played
 * at once, as a command of the player. Lines are stored with the ply at which they begin, so they
 * need no update as the game continues: those that agree with the moves played since are still
 * valid.
 */
#ifndef ROUNDS_CONDITIONAL_MOVES_H
#define ROUNDS_CONDITIONAL_MOVES_H

#include "base/buffer.h"
#include "record/game_info.h"
#include "rounds/command.h"
#include "rounds/conditional_limits.h"

/* Parses lines that are separated by commas or line ends, their moves (UCI or SAN) by blanks, for a
 * position with the opponent to move, and appends them as "e7e5 g1f3,c7c5 g1f3", with the moves in
 * the API's notation. Refused: an illegal move, a line that ends with the opponent's move, two
 * different replies to the same moves, too many. */
RK_MUST_USE rk_err conditional_moves_parse(const struct game_info *info, const rk_position *from,
                                           const char *text, size_t size, struct buffer *out,
                                           rk_fault *fault);

/* Replaces the lines of a player, who is not to move; "" deletes them. `callback` is called when
 * this is on disk. */
void conditional_moves_set(struct round *round, const struct identity *by, const char *text,
                           reply_callback *callback, void *context);

/* Appends what is left of that side's lines after the moves played since. */
void conditional_moves_write(const struct round *round, rk_side side, struct buffer *out);

/* Returns lines of a message, which have no NUL, as a string to be freed; NULL: out of memory. */
char *conditional_lines_copy(const char *lines, size_t size);

/* For recovery.c: takes over what the store has. */
void conditional_moves_restore(struct round *round, rk_side side, size_t ply, const char *lines);

/* Plays the prepared reply if there is one, and forgets lines that the game has left. The round is
 * not busy. */
void conditional_moves_continue(struct round *round);
void conditional_moves_free(struct round *round);

#endif
