/* SPDX-License-Identifier: MIT */
/* What may be said in a game, by whom, and in which room. */
#ifndef ROUNDS_TALK_H
#define ROUNDS_TALK_H

#include "rounds/roundstate.h"

/* Makes an entry of a line; `side` is 2 for a spectator. Refused with the reason, and
 * for rate with the limit and how long to wait. */
struct talk_refusal {
    enum refusal refusal; /* NOT_REFUSED: it may be said */
    const char *why;      /* static storage */
    const char *limit;
    unsigned wait;
};
struct talk_refusal talk_make(struct round *round, unsigned side, const struct command *command,
                              int64_t at, struct event *out, char *room);

#endif
