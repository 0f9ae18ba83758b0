/* SPDX-License-Identifier: MIT */
/* The status of a game after an action, and who has won: pure functions of the
 * action and the position. */
#ifndef GAME_STATUS_H
#define GAME_STATUS_H

#include "rookery/game.h"

/* What a status depends on. After a move, `position` is the resulting one; for a
 * claim, the one the claim is about. */
struct status_input {
    const rk_position *position;
    size_t repetitions; /* of that position, this occurrence included */
    size_t moves;       /* plies since the start; counting stops at 2 */
};

/* Returns true if a draw can be claimed: threefold repetition or fifty moves. */
bool status_can_claim(const struct status_input *input);

/* Returns the status that follows from the position alone. */
rk_status status_of_position(const struct status_input *input);

/* Returns the status after an action that the game accepts. */
rk_status status_after(rk_status before, const rk_action *action, const struct status_input *input);

/* Returns the winner if `action` has led to `status`. */
rk_winner status_winner(rk_status status, const rk_action *action, const rk_position *position);

/* Writes a sentence about a status to `out`. `last` is the last action, NULL if there was none. */
size_t status_explain(rk_status status, rk_winner winner, const rk_action *last,
                      const rk_position *position, char *out, size_t size);

#endif
