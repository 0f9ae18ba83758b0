/* SPDX-License-Identifier: MIT */
/* A running engine, whatever protocol it speaks. */
#ifndef MATCH_PLAYER_H
#define MATCH_PLAYER_H

#include "match/engine_config.h"

struct player;

/* Starts an engine; on failure `error` says why. Stop it with player_stop(). The configuration is
 * borrowed until then. */
RK_MUST_USE rk_err player_start(const struct engine_config *config, int64_t (*now)(void *context),
                                void *context, struct player **out, char *error, size_t error_size);
void player_stop(struct player *player); /* NULL is allowed */

const char *player_name(const struct player *player); /* its own name for itself; borrowed */
const char *player_unknown_options(const struct player *player); /* as external_unknown_options() */

bool player_can_ponder(const struct player *player);
bool player_is_alive(const struct player *player); /* false if it has died or does not answer */

/* False if the engine has died or does not play the variant. The number of the game, from 1, is for
 * the log; 0 if no game follows. */
RK_MUST_USE bool player_new_game(struct player *player, rk_variant variant, unsigned long number);

/* As external_search(). */
enum external_result player_search(struct player *player, const struct search_request *request,
                                   struct external_reply *out);

/* As external_ponder(); does nothing if the engine was not configured to ponder. The timeout is not
 * used. */
void player_ponder(struct player *player, const struct search_request *request);

#endif
