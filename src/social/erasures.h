/* SPDX-License-Identifier: MIT */
/* Erasing accounts that their owners closed for good: see account_erase(). Their games stay, but
 * name a ghost instead; conversations are deleted for both people. The ghost has an id of its own,
 * so that statistics and ratings of the others stay what they were.
 *
 * Games are rewritten in small jobs, so that a long history does not hold up the moves of others. A
 * restart continues where it stopped. */
#ifndef SOCIAL_ERASURES_H
#define SOCIAL_ERASURES_H

#include "core/state.h"

RK_MUST_USE rk_err erasures_create(struct server *server); /* continues the unfinished ones */
void erasures_destroy(struct server *server);

/* Starts to erase all accounts that are marked in the store. */
void erasures_run(struct server *server);

#endif
