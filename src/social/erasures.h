/* SPDX-License-Identifier: MIT */
/* Erases accounts on request of their owners; see account_erase(). Their games are kept, but under
 * the name of a placeholder ("ghost"); conversations are deleted for both sides. Each placeholder
 * has a unique id, so that statistics and ratings of other players do not change.
 *
 * Games are rewritten in small jobs, so that a long history does not hold up the moves of others. A
 * restart continues where it stopped. */
#ifndef SOCIAL_ERASURES_H
#define SOCIAL_ERASURES_H

#include "core/state.h"

RK_MUST_USE rk_err erasures_create(struct server *server); /* continues the unfinished ones */
void erasures_destroy(struct server *server);

/* Starts to erase all accounts that are marked in the store and not being erased already. */
void erasures_run(struct server *server);

/* Called when this server begins to rewrite the games of an account, and when that has ended or
 * failed (it is retried at the next start). For modules that keep copies of players' names. Other
 * servers get INVALIDATE_NAMES when it has ended. */
struct erasure_listener {
    struct list node;
    void (*begun)(struct erasure_listener *listener);
    void (*ended)(struct erasure_listener *listener);
};

/* Listens until the server is destroyed. */
void erasures_listen(struct server *server, struct erasure_listener *listener);

#endif
