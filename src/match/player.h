/* SPDX-License-Identifier: MIT */
/* An engine that runs, whichever protocol it speaks. */
#ifndef MATCH_PLAYER_H
#define MATCH_PLAYER_H

#include "match/contestant.h"

struct player;

/* Starts it; on failure `why` says what happened. The caller ends it with player_stop(). */
RK_MUST_USE rk_err player_start(const struct contestant *contestant, int64_t (*now)(void *context),
                                void *context, struct player **out, char *why, size_t why_size);
void player_stop(struct player *player); /* NULL is allowed */

const char *player_name(const struct player *player);    /* as it calls itself; borrowed */
const char *player_lacking(const struct player *player); /* as external_unknown_options() */

/* False if it has died, or does not play the variant. */
RK_MUST_USE bool player_new_game(struct player *player, rk_variant variant);

/* As external_search(). */
enum external_result player_ask(struct player *player, const struct referee_question *question,
                                struct external_reply *out);

#endif
