/* SPDX-License-Identifier: MIT */
/* An endgame as JSON, in the shape of Lichess's tablebase API. */
#ifndef SYZYGY_ENDGAME_JSON_H
#define SYZYGY_ENDGAME_JSON_H

#include "base/json.h"
#include "syzygy/endgame.h"

/* Writes an object: the value of the position, and `moves`, each with its value for the opponent.
 */
void endgame_json_write(const struct endgame *endgame, struct json *json);

#endif
