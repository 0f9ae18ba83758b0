/* SPDX-License-Identifier: MIT */
/* The game as messages of the WebSocket protocol (wire/messages.def). All functions return a frame
 * that the caller drops; NULL if out of memory. */
#ifndef ROUNDS_ROUND_MESSAGES_H
#define ROUNDS_ROUND_MESSAGES_H

#include "rounds/round_internal.h"

/* A player goes on vacation or comes back. */
struct shared_buffer *round_message_vacation(const struct round *round, rk_side side, bool on);

/* The snapshot; `side` is the receiver's, RK_NO_SIDE for a spectator. */
struct shared_buffer *round_message_game(const struct round *round, rk_side side);

/* Messages for one entry of the journal. */
struct shared_buffer *round_message_event(const struct round *round, size_t index);
struct shared_buffer *round_message_chat(const struct round *round, size_t index);
struct shared_buffer *round_message_skip(const struct round *round, size_t index);

struct shared_buffer *round_message_presence(const struct round *round, rk_side side,
                                             int64_t claimable_in_ms);
struct shared_buffer *round_message_crowd(const struct round *round);
struct shared_buffer *round_message_rematch(const struct round *round);

#endif
