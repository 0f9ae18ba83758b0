/* SPDX-License-Identifier: MIT */
/* Rebuilds a game from its log. */
#ifndef RECORD_REPLAY_H
#define RECORD_REPLAY_H

#include "record/game_info.h"
#include "record/journal.h"

/* The game after all events of the journal; the caller owns *out. Every event is checked again, as
 * when it was played: RK_BAD_RECORD if one is not possible. */
RK_MUST_USE rk_err replay_game(const struct game_info *info, const struct journal *journal,
                               rk_game **out, rk_fault *fault);

/* Plays one more event, the `index`-th from 0, with the same checks. */
RK_MUST_USE rk_err replay_event(const struct game_info *info, rk_game *game,
                                const struct event *event, size_t index, rk_fault *fault);

#endif
