/* SPDX-License-Identifier: MIT */
/* There and back by what players call a move: a move or an end is a step;
 * offers of a draw and answers go with the step they lead to. */
#ifndef TUI_STEP_H
#define TUI_STEP_H

#include "rookery/game.h"

/* How many can be taken back. */
unsigned long step_count(const rk_game *game);

/* Of a game with a log that is not empty, or something to play again. */
RK_MUST_USE rk_err step_undo(rk_game *game);
RK_MUST_USE rk_err step_redo(rk_game *game);

#endif
