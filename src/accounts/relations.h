/* SPDX-License-Identifier: MIT */
/* Whom somebody follows, and whom somebody blocks: of another person one or the other, or neither.
 * Who is blocked challenges nobody and follows nobody who does not want it. */
#ifndef ACCOUNTS_RELATIONS_H
#define ACCOUNTS_RELATIONS_H

#include "accounts/accounts.h"

/* As they are kept. */
enum relation { RELATION_NONE, RELATION_FOLLOWS, RELATION_BLOCKS };

enum { FOLLOWED_MAX = 400, BLOCKED_MAX = 500 };

/* What two persons are to each other; none of it if the store cannot say. Ids. */
struct relations {
    enum relation own, theirs;
};
typedef void relations_callback(void *context, struct relations relations);
void relations_find(struct server *server, const char *own, const char *theirs,
                    relations_callback *callback, void *context);

/* `own` follows or blocks whoever has that name, instead of what was before. Refused: nobody has it
 * (REFUSED_NOT_FOUND), it is one's own, the list is full, or it would follow who blocks it or has
 * left. */
void relation_set(struct server *server, const struct identity *own, const char *name,
                  enum relation relation, account_callback *callback, void *context);
/* No more; done also if it was not so. */
void relation_clear(struct server *server, const struct identity *own, const char *name,
                    enum relation relation, account_callback *callback, void *context);

#endif
