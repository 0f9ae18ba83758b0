/* SPDX-License-Identifier: MIT */
/* Following and blocking other players. A player can follow or block another, not both. A blocked
 * player cannot challenge or follow the one who blocks. */
#ifndef ACCOUNTS_RELATIONS_H
#define ACCOUNTS_RELATIONS_H

#include "accounts/accounts.h"
#include "accounts/relation.h"

enum { FOLLOWED_MAX = 400, BLOCKED_MAX = 500 };

/* How two players relate to each other. Both are given by id. */
struct relations {
    enum relation own, theirs;
};
/* Borrowed for the call; NULL: the store failed. */
typedef void relations_callback(void *context, const struct relations *relations);
void relations_find(struct server *server, const char *own, const char *theirs,
                    relations_callback *callback, void *context);

/* Follows or blocks the player of that name; this replaces the previous relation. Refused if there
 * is no such player (REFUSED_NOT_FOUND), if it is oneself, if the list is full, and for following
 * if the player blocks `own` or has a closed account. */
void relation_set(struct server *server, const struct identity *own, const char *name,
                  enum relation relation, account_callback *callback, void *context);
/* Unfollows or unblocks; succeeds even if there was no such relation. */
void relation_clear(struct server *server, const struct identity *own, const char *name,
                    enum relation relation, account_callback *callback, void *context);

#endif
