/* SPDX-License-Identifier: MIT */
/* The game as others see it: messages of the WebSocket protocol, and lines of the
 * bot and board API. All return a frame with one holder; NULL when memory has run
 * out. */
#ifndef ROUNDS_ROUNDVIEW_H
#define ROUNDS_ROUNDVIEW_H

#include "rounds/roundstate.h"

/* Messages. `index` is an entry of the journal. */
struct shared_buffer *view_snapshot(const struct round *round, unsigned side);
struct shared_buffer *view_event(const struct round *round, size_t index);
struct shared_buffer *view_chat(const struct round *round, size_t index);
struct shared_buffer *view_skip(const struct round *round, size_t index);
struct shared_buffer *view_presence(const struct round *round, unsigned side,
                                    int64_t claimable_in_ms);
struct shared_buffer *view_crowd(const struct round *round);
struct shared_buffer *view_rematch(const struct round *round);

/* Lines, each with its end of line. */
struct shared_buffer *view_full_line(const struct round *round);
struct shared_buffer *view_state_line(const struct round *round);
struct shared_buffer *view_chat_line(const struct round *round, size_t index);
struct shared_buffer *view_gone_line(const struct round *round, bool gone, int64_t claimable_in_ms);

/* Whether an entry is the last action: after it the game stands as it stands now. */
bool view_is_latest(const struct round *round, size_t index);

#endif
