/* SPDX-License-Identifier: MIT */
/* Rematches: another game with swapped sides. */
#ifndef LOBBY_REMATCHES_H
#define LOBBY_REMATCHES_H

#include "lobby/pairing.h"

RK_MUST_USE rk_err rematches_create(struct server *server);
void rematches_destroy(struct server *server);

/* Offers a rematch, or accepts the opponent's offer, which starts the game. A player whose offer
 * was declined must wait a minute. RULE_NO_REMATCH forbids rematches. A Chess960 start position is
 * played twice before a new one is drawn. The offer is also a challenge (`rematch_of`), so that
 * bots get it; accepting or declining that has the same effect. */
void rematch_offer(struct server *server, struct round *round, const struct identity *by,
                   reply_callback *callback, void *context);
void rematch_decline(struct server *server, struct round *round, const struct identity *by,
                     reply_callback *callback, void *context);

#endif
