/* SPDX-License-Identifier: MIT */
/* Which accounts block each other, kept in memory: pairing checks every pair of waiting players
 * many times a second and cannot wait for the store. */
#ifndef ACCOUNTS_BLOCKS_H
#define ACCOUNTS_BLOCKS_H

#include "core/state.h"

RK_MUST_USE rk_err blocks_create(struct server *server); /* starts to load them */
bool blocks_ready(const struct server *server);
void blocks_destroy(struct server *server);

/* Whether one of the two people, given by id, blocks the other. */
bool blocks_exist_between(const struct server *server, const char *a, const char *b);

/* Called by relations.c when the change is on disk. Also notifies the other nodes. */
void blocks_set(struct server *server, const char *own, const char *theirs, bool blocks);
/* Lets all nodes read from the store whether one blocks the other, if a change may be on disk. */
void blocks_refresh(struct server *server, const char *own, const char *theirs);

#endif
