/* SPDX-License-Identifier: MIT */
/* A game in play on this server: its settings and its state. rounds.h starts games and finds
 * them, command.h changes them, round_watch.h follows them.
 *
 * Pointers are borrowed until the next call that changes the round. */
#ifndef ROUNDS_ROUND_H
#define ROUNDS_ROUND_H

#include "ratings/rating_change.h"
#include "record/game_info.h"
#include "record/journal.h"

struct round;

const struct game_info *round_info(const struct round *round);
const struct rating_result *round_rating(const struct round *round); /* when it is over */
int64_t round_ended_at(const struct round *round);                   /* the date, when it is over */
const rk_game *round_game(const struct round *round);
const struct journal *round_journal(const struct round *round);
int64_t round_version(const struct round *round);
size_t round_plies(const struct round *round);

rk_side round_turn(const struct round *round);
bool round_is_over(const struct round *round);
/* In play and not private: anyone may see it. */
bool round_is_public(const struct round *round);
bool round_is_paused(const struct round *round);
bool round_both_have_moved(const struct round *round);
bool round_can_abort(const struct round *round);
/* By the server's `now`. Without an action, when the game was created; that is a date, and the
 * system's clock may have been set before or since, so of the two possible times it is the later.
 */
int64_t round_last_action_at(const struct round *round);
bool round_has_clock(const struct round *round); /* of minutes, not days per move */

/* Whether that person may see the game: only its players may see a private one. */
bool round_may_watch(const struct round *round, const char *id);
bool round_is_present(const struct round *round, rk_side side);
size_t round_spectator_count(const struct round *round);
int64_t round_lag_compensation(const struct round *round, rk_side side); /* total, milliseconds */

#endif
