/* SPDX-License-Identifier: MIT */
/* Which status a game has next, and who won: pure functions of an action and of
 * what the game then stands on. */
#ifndef GAME_STATUS_H
#define GAME_STATUS_H

#include "rookery/game.h"

/* What decides a status: after a move, the position it led to; for a claim, the
 * position claimed. */
struct status_input {
    const rk_position *position;
    size_t repetitions; /* of that position, itself included */
    size_t moves;       /* made since the start, by both sides */
};

/* Three times may be claimed, five times end the game. */
bool status_can_claim(const struct status_input *input);

/* The status a position gives a game by itself. */
rk_status status_of(const struct status_input *input);

/* The status after an action that the game accepts. */
rk_status status_after(rk_status before, const rk_action *action, const struct status_input *input);

/* Who has won in a status that `action` led to. */
rk_winner status_winner(rk_status status, const rk_action *action, const rk_position *position);

/* Words for the end of a game that `last` ended; NULL if it was over from the start. */
size_t status_explain(rk_status status, rk_winner winner, const rk_action *last,
                      const rk_position *position, char *out, size_t size);

#endif
