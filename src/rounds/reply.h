/* SPDX-License-Identifier: MIT */
/* Replies to commands. A NULL callback means that nobody waits for one. */
#ifndef ROUNDS_REPLY_H
#define ROUNDS_REPLY_H

#include "rounds/round_internal.h"

/* Acknowledges the command that created the newest version. `note` is sent with the reply; NULL:
 * none. */
void reply_done(struct round *round, reply_callback *callback, void *context, const char *note);

/* `why` may be NULL: the refusal's own text. */
void reply_refused(struct round *round, enum refusal refusal, const char *why,
                   reply_callback *callback, void *context);

/* A rate limit refuses the command for `wait` seconds. */
void reply_refused_for_rate(struct round *round, enum limit limit, unsigned wait,
                            reply_callback *callback, void *context);

/* Repeats the first reply to a command that the journal has under that key; false: it has none.
 * Spectators' keys are not quite unique, so the name must match too. */
bool reply_repeat(struct round *round, const char *key, const char *name, reply_callback *callback,
                  void *context);

#endif
