/* SPDX-License-Identifier: MIT */
/* There and back by what players call a move: a move or an end is a step;
 * offers of a draw and answers go with the step they lead to. */
#ifndef TUI_UNDO_H
#define TUI_UNDO_H

#include "rookery/game.h"

/* How many can be taken back. */
unsigned long undo_count(const rk_game *game);

/* Of a game with a log that is not empty, or something to play again. */
RK_MUST_USE rk_err undo_step(rk_game *game);
RK_MUST_USE rk_err redo_step(rk_game *game);

#endif
