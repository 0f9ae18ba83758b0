/* SPDX-License-Identifier: MIT */
/* The game as JSON of the HTTP API: lines of the bot and board streams, and GameInfo objects. */
#ifndef ROUNDS_ROUND_JSON_H
#define ROUNDS_ROUND_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/piece.h"

struct shared_buffer;
struct json;
struct round;

/* Lines of a stream, with the newline. The caller drops the frame; NULL if out of memory. `index`
 * is an entry of the journal. */
struct shared_buffer *round_json_full_line(const struct round *round);
struct shared_buffer *round_json_state_line(const struct round *round);
struct shared_buffer *round_json_chat_line(const struct round *round, size_t index);
struct shared_buffer *round_json_gone_line(const struct round *round, bool gone,
                                           int64_t claimable_in_ms);

/* Writes the API's GameInfo for the player of that side, as in the event stream and nowPlaying. */
void round_json_info(const struct round *round, rk_side side, struct json *json);

#endif
