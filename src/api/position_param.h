/* SPDX-License-Identifier: MIT */
/* A position as a parameter of a request. */
#ifndef API_POSITION_PARAM_H
#define API_POSITION_PARAM_H

#include "http/exchange.h"

/* Reads the parameter `fen`, in which `_` may stand for a blank. Without a variant: standard chess.
 * False: it has responded. */
bool position_param_read(struct exchange *exchange, const char *variant_name, rk_position *out);

/* Plays the moves of the parameter `play`, such as "e2e4,e7e5". False: it has responded. */
bool position_param_play(struct exchange *exchange, rk_position *pos);

#endif
