/* SPDX-License-Identifier: MIT */
/* Another game after one that is over, sides swapped. */
#ifndef LOBBY_REMATCHES_H
#define LOBBY_REMATCHES_H

#include "lobby/pairing.h"

RK_MUST_USE rk_err rematches_create(struct server *server);
void rematches_destroy(struct server *server);

/* Offers, or accepts what the opponent offers: then the game begins. Not twice a
 * minute; after a refusal one waits a minute; RULE_NO_REMATCH forbids it. A Chess960
 * start is played once more, then drawn anew. The offer is a challenge too (`rematch_of`),
 * so that bots hear of it; accepting or declining that is the same. */
void rematch_offer(struct server *server, struct round *round, const struct identity *by,
                   reply_callback *callback, void *context);
void rematch_decline(struct server *server, struct round *round, const struct identity *by,
                     reply_callback *callback, void *context);

#endif
