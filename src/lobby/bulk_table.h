/* SPDX-License-Identifier: MIT */
/* The bulk pairings in memory, shared by the files that implement them: bulk_pairings.c (the table,
 * scheduling and cancelling), bulk_booking.c (who may schedule what), bulk_games.c (the games are
 * created and their clocks started at their time), bulk_row.c (the stored form). */
#ifndef LOBBY_BULK_TABLE_H
#define LOBBY_BULK_TABLE_H

#include "base/list.h"
#include "core/pending.h"
#include "lobby/bulk_pairings.h"

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
    unsigned tries;  /* but not for ever */
};

struct bulk_pairings {
    struct list all; /* the oldest first */
    struct pending_list pending;
    bool loaded;
};

struct bulk_entry *bulk_entry_at(struct list *node);
/* NULL: that organizer has none with that id. */
struct bulk_entry *bulk_entry_find(const struct server *server, const char *id, const char *owner);
void bulk_entry_free(struct bulk_entry *entry);

/* Sets the timer for what comes next: the games, their clocks, or the end. */
void bulk_entry_schedule(struct bulk_entry *entry);

/* Whether a bulk can be scheduled; sets `reply`, whose text may be in `out`, if not. A refused one
 * costs nothing. */
bool bulk_may_schedule(struct server *server, const struct bulk_params *params, int64_t pair_at,
                       struct reply *reply, char *out, size_t size);

#endif
