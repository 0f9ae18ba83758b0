/* SPDX-License-Identifier: MIT */
/* Runs scheduled bulks: creates their games, starts the clocks, and deletes the bulk a week
 * later. */
#ifndef LOBBY_BULK_GAMES_H
#define LOBBY_BULK_GAMES_H

#include "lobby/bulk_table.h"

/* Sets the timer for what comes next: the games, their clocks, or the end. */
void bulk_entry_schedule(struct bulk_entry *entry);

/* Starts the clocks of all its games now. False: there is no such bulk, or its games do not exist
 * yet. */
bool bulk_start_clocks(struct server *server, const char *id, const char *owner);
#endif
