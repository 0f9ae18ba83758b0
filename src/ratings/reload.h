/* SPDX-License-Identifier: MIT */
/* Reads ratings again after the store refused a change because another process had changed them. */
#ifndef RATINGS_RELOAD_H
#define RATINGS_RELOAD_H

#include "accounts/identity.h"
#include "core/state.h"
#include "ratings/perf.h"

enum { RELOAD_MAX = 40 }; /* ratings in one read */

/* A read of some ratings: add them, then start it. */
struct ratings_reload;

typedef void ratings_reloaded(void *context);

struct ratings_reload *ratings_reload_create(struct server *server); /* NULL: out of memory */
void ratings_reload_add(struct ratings_reload *reload, const char *account, enum perf perf);
/* The callback is called once, and not after the server was destroyed. A rating that is being
 * written is not replaced; if it is outdated too, the store refuses the next change again. */
void ratings_reload_start(struct ratings_reload *reload, ratings_reloaded *callback, void *context);

#endif
