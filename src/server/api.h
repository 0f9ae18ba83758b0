/* SPDX-License-Identifier: MIT */
/* What the handlers of the Lichess-compatible API have in common: the families of play, the
 * settings of a game in a request, and refusals as that API tells them. */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "rounds/round.h"
#include "server/exchange.h"

enum { API_KEEP_ALIVE = 6, API_SEEK_KEEP_ALIVE = 10 }; /* seconds of silence at most */

/* Answers with what came of a command, a challenge or a seek. What the WebSocket calls stale or
 * taken is 400 here; what passed a limit is 429 with the limit's key. */
void api_reply(struct exchange *exchange, const struct reply *reply);
void api_refuse(struct exchange *exchange, const struct reply *reply);

/* ---- families: the first word of the path is bot or board ---- */

/* Whether the caller belongs to the family; false: it has answered. */
bool api_check_family(struct exchange *exchange);

/* What is behind round_open() for a player of the family: his side. False: it has answered that
 * there is no such game, that it is not his, or that the family does not play it. */
bool api_check_player(struct exchange *exchange, const struct round *round, unsigned *side);

/* Which family may play on these settings. */
bool api_bot_may_play(const struct game_settings *settings);
bool api_board_may_play(const struct game_settings *settings, bool challenged);

/* "compat":{"bot":..,"board":..} of a challenge */
void api_write_compat(const struct game_settings *settings, struct json *json);

/* ---- settings ---- */

/* The settings asked for in the request, its clock in seconds; false: it has answered. */
bool api_read_terms(struct exchange *exchange, struct game_settings *out);
/* Checks what was put together otherwise. */
bool api_make_terms(struct exchange *exchange, const struct game_settings_request *wanted,
                    struct game_settings *out);

#endif
