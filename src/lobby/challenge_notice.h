/* SPDX-License-Identifier: MIT */
/* Notices about a challenge. They carry all of it, because the node that gets one may not have the
 * challenge. */
#ifndef LOBBY_CHALLENGE_NOTICE_H
#define LOBBY_CHALLENGE_NOTICE_H

#include "accounts/notice.h"
#include "lobby/challenge.h"

/* Sends a notice to everybody involved, once each. */
void challenge_notice_send(struct server *server, const struct challenge *challenge,
                           enum notice_kind kind);

/* The challenge as it was when the notice was sent, without its expiry. RK_BAD_RECORD or
 * RK_BAD_SYNTAX if there is none. */
RK_MUST_USE rk_err challenge_notice_parse(const struct notice *notice, struct challenge *out);

#endif
