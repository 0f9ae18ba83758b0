/* SPDX-License-Identifier: MIT */
/* The bulk pairings in memory, shared by the files that implement them: bulk_pairings.c
 * (scheduling and cancelling), bulk_booking.c (who may schedule what), bulk_games.c (the games are
 * created and their clocks started at their time), bulk_row.c (the stored form). */
#ifndef LOBBY_BULK_TABLE_H
#define LOBBY_BULK_TABLE_H

#include "base/list.h"
#include "cluster/shards.h"
#include "core/pending.h"
#include "core/stored_state.h"
#include "lobby/bulk_row.h"

/* A bulk in the table. */
struct bulk_entry {
    struct bulk_pairing bulk; /* the first member, so that a pointer to it is one to the entry */
    struct server *server;
    struct list node;
    struct timer timer; /* creates the games, starts the clocks, or forgets the bulk */
    bool busy;          /* being written, or its games are starting */
    bool clocks_started;
    size_t starting; /* games that are not on disk yet */
    bool failed;     /* the store failed for one of them: they are tried again, */
    unsigned tries;  /* but not forever */
};

struct bulk_pairings {
    struct server *server;
    struct list all; /* the oldest first */
    struct pending_list pending;
    struct stored_state stored;
    struct shards_listener shards;
};

struct bulk_entry *bulk_entry_at(struct list *node);
/* NULL: that organizer has none with that id. */
struct bulk_entry *bulk_entry_find(const struct server *server, const char *id, const char *owner);
void bulk_entry_free(struct bulk_entry *entry);
void bulk_entry_delete(struct bulk_entry *entry); /* deletes its row and frees it */

#endif
