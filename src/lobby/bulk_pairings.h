/* SPDX-License-Identifier: MIT */
/* Bulk pairing: an organizer schedules many games at once, with the consent of all players, who
 * gave their tokens. The games are created at one time, and their clocks may be started at another.
 * All of it survives a restart. */
#ifndef LOBBY_BULK_PAIRINGS_H
#define LOBBY_BULK_PAIRINGS_H

#include "lobby/bulk_row.h"
#include "rounds/command.h"

RK_MUST_USE rk_err bulk_pairings_create(struct server *server); /* starts to load them */
bool bulk_pairings_ready(const struct server *server);
void bulk_pairings_destroy(struct server *server);

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

/* The bulk, borrowed for the call, or NULL and why. */
typedef void bulk_callback(void *context, const struct reply *reply,
                           const struct bulk_pairing *bulk);

/* Schedules a bulk: all of it or nothing. Called back when it is on disk. */
void bulk_schedule(struct server *server, const struct bulk_params *params, bulk_callback *callback,
                   void *context);
/* An organizer's bulk; NULL: there is none with that id. Borrowed. */
const struct bulk_pairing *bulk_find(const struct server *server, const char *id,
                                     const char *owner);
/* An organizer's bulks, the newest first; returns how many there are. */
size_t bulk_list(const struct server *server, const char *owner, const struct bulk_pairing **out,
                 size_t max);
/* Starts the clocks of all its games now. False: there is no such bulk, or its games do not exist
 * yet. */
bool bulk_start_clocks(struct server *server, const char *id, const char *owner);
/* Cancels a bulk whose games do not exist yet. */
void bulk_cancel(struct server *server, const char *id, const char *owner, bulk_callback *callback,
                 void *context);

#endif
