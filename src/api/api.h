/* SPDX-License-Identifier: MIT */
/* Shared code of the handlers of the Lichess-compatible API: the bot and board families, the
 * settings of a game in a request, and errors in the form of that API. */
#ifndef API_API_H
#define API_API_H

#include "http/exchange.h"
#include "rounds/command.h"
#include "rounds/rounds.h"

enum { API_KEEP_ALIVE = 6, API_SEEK_KEEP_ALIVE = 10 }; /* seconds */

/* Responds with the outcome of a command, a challenge or a seek. A refusal with status 409
 * (stale, taken) becomes 400, as in the Lichess API; an exceeded limit is 429 with the limit's key.
 */
void api_reply(struct exchange *exchange, const struct reply *reply);
void api_refuse(struct exchange *exchange, const struct reply *reply);
/* Responds if account_find() has no account. `why` is for REFUSED_NOT_FOUND. */
void api_refuse_lookup(struct exchange *exchange, enum refusal refusal, const char *why);

/* ---- families: the first path parameter is bot or board ---- */

/* Whether the caller may use the family. False: it has responded. */
bool api_check_family(struct exchange *exchange);

/* Checks, after rounds_open(), that the caller plays the game and that the family may play it; sets
 * the caller's side. False: it has responded. */
bool api_check_player(struct exchange *exchange, const struct round *round, rk_side *side);

/* ---- settings ---- */

/* Reads the settings from the request, with the clock in seconds. False: it has responded. */
bool api_read_settings(struct exchange *exchange, struct game_settings *out);
/* The same for settings that the handler has read itself. */
bool api_make_settings(struct exchange *exchange, const struct game_settings_request *request,
                       struct game_settings *out);

#endif
