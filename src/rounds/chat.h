/* SPDX-License-Identifier: MIT */
/* Chat: who may write what, and in which room. */
#ifndef ROUNDS_CHAT_H
#define ROUNDS_CHAT_H

#include "rounds/round_internal.h"

struct chat_refusal {
    enum refusal refusal; /* NOT_REFUSED: the line is accepted */
    const char *why;      /* static storage, or borrowed from mutes.h */
    unsigned wait;        /* REFUSED_RATE: seconds until a retry */
};

/* Makes an event of the command's chat line. `side` is RK_NO_SIDE for a spectator; `text` has room
 * for EVENT_TEXT_MAX + 1 bytes and must live as long as *out. */
struct chat_refusal chat_make_line(struct round *round, rk_side side, const struct command *command,
                                   int64_t at, struct event *out, char *text);

#endif
