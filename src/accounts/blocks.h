/* SPDX-License-Identifier: MIT */
/* Who blocks whom, in memory: pairing asks for every pair of people who look for a game, many times
 * a second, and cannot wait for the store. */
#ifndef ACCOUNTS_BLOCKS_H
#define ACCOUNTS_BLOCKS_H

#include "core/state.h"

RK_MUST_USE rk_err blocks_create(struct server *server); /* starts to load them */
bool blocks_ready(const struct server *server);
void blocks_destroy(struct server *server);

/* Whether one of the two people, given by id, blocks the other. */
bool blocks_between(const struct server *server, const char *a, const char *b);

/* For relations.c, when the change is on disk. The other nodes learn of it, too. */
void blocks_set(struct server *server, const char *own, const char *theirs, bool blocks);

#endif
