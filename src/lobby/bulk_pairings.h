/* SPDX-License-Identifier: MIT */
/* Bulk pairing: an organizer schedules many games at once, with the consent of all players, who
 * gave their tokens. The games are created at one time, and their clocks may be started at another.
 * All of it survives a restart. */
#ifndef LOBBY_BULK_PAIRINGS_H
#define LOBBY_BULK_PAIRINGS_H

#include "lobby/bulk_booking.h"

RK_MUST_USE rk_err bulk_pairings_create(struct server *server); /* starts to load them */
bool bulk_pairings_ready(const struct server *server);
void bulk_pairings_destroy(struct server *server);

/* The bulk, borrowed for the call, or NULL and why. */
typedef void bulk_callback(void *context, const struct reply *reply,
                           const struct bulk_pairing *bulk);

/* Schedules a bulk: all of it or nothing. Called back when it is on disk. */
void bulk_schedule(struct server *server, const struct bulk_params *params, bulk_callback *callback,
                   void *context);
/* Returns the organizer's bulk with that id, borrowed, or NULL. */
const struct bulk_pairing *bulk_find(const struct server *server, const char *id,
                                     const char *owner);
/* An organizer's bulks, the newest first; returns how many there are. */
size_t bulk_list(const struct server *server, const char *owner, const struct bulk_pairing **out,
                 size_t max);
/* Cancels a bulk whose games do not exist yet. */
void bulk_cancel(struct server *server, const char *id, const char *owner, bulk_callback *callback,
                 void *context);

#endif
