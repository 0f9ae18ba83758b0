/* SPDX-License-Identifier: MIT */
/* Checks whether a bulk can be scheduled: no player may be in two games at the same time, and
 * organizers have limits. */
#ifndef LOBBY_BULK_BOOKING_H
#define LOBBY_BULK_BOOKING_H

#include "lobby/bulk_row.h"
#include "rounds/command.h"

enum {
    BULK_GAMES_MAX = 500,            /* of one bulk */
    BULKS_MAX = 20,                  /* scheduled ones of an organizer, */
    BULK_GAMES_SCHEDULED_MAX = 1000, /* and their games */
    BULK_AHEAD_DAYS = 7
};

/* A new bulk; borrowed for the call. The ids of the games are chosen. */
struct bulk_params {
    const struct identity *by;
    const struct game_settings *settings;
    const struct bulk_game *games;
    size_t count;
    int64_t pair_at;         /* 0: now */
    int64_t start_clocks_at; /* 0: never */
    const char *message;     /* NULL: the usual one */
};

/* Whether a bulk can be scheduled; sets `reply`, whose text may be in `out`, if not. A refused bulk
 * takes no tokens from the rate limit. */
bool bulk_may_schedule(struct server *server, const struct bulk_params *params, int64_t pair_at,
                       struct reply *reply, char *out, size_t size);

#endif
