/* SPDX-License-Identifier: MIT */
/* The ratings of all players. They are read once, when the server starts, and stay in memory, so
 * that they are available without waiting. Guests and the engine have none. What other nodes change
 * follows within a second (rating_sync.h).
 *
 * rating_change.h changes them, leaderboard.h sorts them. */
#ifndef RATINGS_RATINGS_H
#define RATINGS_RATINGS_H

#include "accounts/identity.h"
#include "core/state.h"
#include "ratings/rating.h"

RK_MUST_USE rk_err ratings_create(struct server *server); /* starts to load them */
bool ratings_ready(const struct server *server);
void ratings_destroy(struct server *server);

/* Whether that person can have a rating: an account, which guests and the engine are not. */
bool ratings_apply_to(const struct identity *who);

/* The current rating; the start rating of a player without rated games in that perf. */
struct rating ratings_get(const struct server *server, const struct identity *who, enum perf perf);

/* A rating as it is shown to people. points is 0 for a user without a rating. */
struct shown_rating {
    int points;
    bool provisional;
};
struct shown_rating ratings_show(const struct server *server, const struct identity *who,
                                 enum perf perf);

/* Rated games of that account in all perfs. */
int64_t ratings_count_games(const struct server *server, const char *account);

/* Keeps an account off the leaderboards, or lets it back. Accounts that are closed or banned are
 * kept off without this call; call it with false after an unban. */
void ratings_exclude(struct server *server, const char *account, bool excluded);

/* The account has another name now, for leaderboards. */
void ratings_set_name(struct server *server, const char *account, const char *name);

#endif
