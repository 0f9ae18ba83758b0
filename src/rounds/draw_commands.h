/* SPDX-License-Identifier: MIT */
/* Draws: offered, accepted, declined, withdrawn and claimed. */
#ifndef ROUNDS_DRAW_COMMANDS_H
#define ROUNDS_DRAW_COMMANDS_H

#include "rounds/execution.h"

/* VERB_OFFER_DRAW to VERB_CLAIM_DRAW. */
void execute_draw_command(struct execution *exec);

/* Why that side may not offer a draw now; NULL: it may. */
const char *draw_offer_refusal(const struct round *round, rk_side side);
bool draw_is_offered_by_opponent(const struct execution *exec);

#endif
