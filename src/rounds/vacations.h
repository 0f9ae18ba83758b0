/* SPDX-License-Identifier: MIT */
/* Vacations: while a player is on vacation, the clocks of their correspondence games are stopped.
 * The log of each game has the pause, like any other. A player has a number of days in a year
 * (config.vacation_days); each vacation costs at least one, so that it cannot be used to gain time
 * for a single move. A vacation ends when the player ends it or the days are used up. */
#ifndef ROUNDS_VACATIONS_H
#define ROUNDS_VACATIONS_H

#include "accounts/callbacks.h"
#include "rounds/round.h"

RK_MUST_USE rk_err vacations_create(struct server *server); /* starts to load the current ones */
bool vacations_ready(const struct server *server);
void vacations_destroy(struct server *server);

bool vacation_is_on(const struct server *server, const char *account);

/* What an account has; times in milliseconds since 1970. */
struct vacation_state {
    bool on;
    int64_t since, until; /* while it is on: until the days are used up */
    int64_t left_ms;      /* of this year's days */
};
/* `why` and a refusal if the store fails. */
typedef void vacation_callback(void *context, enum refusal refusal, const char *why,
                               const struct vacation_state *state);

void vacation_find(struct server *server, const char *account, vacation_callback *callback,
                   void *context);
/* Starts or ends a vacation. Refused for guests and bots, if it is on or off already, and to start
 * one with less than a day left. */
void vacation_set(struct server *server, const struct identity *who, bool on,
                  vacation_callback *callback, void *context);

/* ---- for rounds ---- */

/* Whether it is a correspondence game whose player to move is on vacation. */
bool vacation_stops_clock(const struct round *round);
/* Who is on vacation in a correspondence game: "white", "black" or "both"; NULL: nobody. */
const char *round_vacation(const struct round *round);
/* Called when a vacation has started or ended, on disk. */
typedef void vacation_listener(struct server *server, const char *account, bool on);
void vacations_listen(struct server *server, vacation_listener *on_changed);

#endif
