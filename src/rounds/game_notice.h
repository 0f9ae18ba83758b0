/* SPDX-License-Identifier: MIT */
/* Notices to players that their game has started or is over. They contain the game as a stream
 * shows it to that player, because the receiving node may not have the game. */
#ifndef ROUNDS_GAME_NOTICE_H
#define ROUNDS_GAME_NOTICE_H

#include "accounts/notice.h"
#include "rounds/round.h"

void game_notice_send(const struct round *round, enum notice_kind kind);

/* What is in the payload; the id of the game is the subject. */
struct game_notice {
    rk_side side;     /* of the receiver */
    const char *json; /* an object, borrowed from the notice: see round_json_info() */
    size_t json_size;
};
/* False if it is not the payload of such a notice. */
bool game_notice_parse(const struct notice *notice, struct game_notice *out);

#endif
