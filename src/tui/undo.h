/* SPDX-License-Identifier: MIT */
/* Takes back and replays what players call a move: a move, or the end of the game. Draw offers and
 * their answers go with the move after them. */
#ifndef TUI_UNDO_H
#define TUI_UNDO_H

#include "rookery/game.h"

/* The number of steps that can be taken back. */
unsigned long undo_count(const rk_game *game);

/* The log must not be empty; for redo_step(), there must be an action to replay. */
RK_MUST_USE rk_err undo_step(rk_game *game);
RK_MUST_USE rk_err redo_step(rk_game *game);

#endif
