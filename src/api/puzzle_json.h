/* SPDX-License-Identifier: MIT */
/* Puzzles as members of an open JSON object. */
#ifndef API_PUZZLE_JSON_H
#define API_PUZZLE_JSON_H

#include "base/json.h"
#include "http/exchange.h"
#include "puzzle_training/puzzle_row.h"

/* `game`, if it is known, and `puzzle`. */
void puzzle_json_write(struct json *json, const struct stored_puzzle *stored);

/* `puzzle` alone. */
void puzzle_json_puzzle(struct json *json, const struct puzzle_record *record);

/* `glicko`: the caller's rating; nothing if the caller has none. */
void puzzle_json_glicko(struct json *json, const struct exchange *exchange);

#endif
