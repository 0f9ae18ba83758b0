/* SPDX-License-Identifier: MIT */
/* From a plan to the disk and back. What a command makes is first played on the
 * game, to see that it can be, and taken back; then it is one job of the store. When
 * that is on disk it is played for good, acknowledged and shown. So the game is never
 * ahead of its log, whatever the store does. */
#ifndef ROUNDS_LEDGER_H
#define ROUNDS_LEDGER_H

#include "rounds/roundstate.h"

/* Begins a plan for something that came at `at`. No flush is under way. */
struct plan *plan_begin(struct round *round, int64_t at);

/* Plays one more action ahead. On failure the plan is as it was. */
RK_MUST_USE rk_err plan_play(struct plan *plan, rk_action action, rk_fault *fault);
void plan_say(struct plan *plan, const struct event *said);

/* Takes all of it back. */
void plan_abandon(struct plan *plan);

/* Who asked for it, and what the answer is when it is on disk. All may be zero. */
struct asker {
    const char *request; /* as it is kept: request_key() */
    reply_callback *then;
    void *context;
    enum refusal refusal; /* NOT_REFUSED: it is done */
    const char *why;      /* static storage */
};

/* Hands it to the store. */
void plan_commit(struct plan *plan, const struct asker *asker);

/* The round's own answers. */
void reply_done(struct round *round, reply_callback *then, void *context, const char *why);
void reply_refused(struct round *round, enum refusal refusal, const char *why, reply_callback *then,
                   void *context);
/* The first answer to a command that came before; false if there is none. */
bool reply_again(struct round *round, const char *key, const char *name, reply_callback *then,
                 void *context);

/* Something is awaited of the store, until pledge_end(), which says whether the
 * server is still there. */
void pledge_begin(struct server *server, struct pledge *pledge);
bool pledge_end(struct pledge *pledge);

/* Writes down once a second that the server lives, while a clock runs. */
void heartbeat_begin(struct server *server);
void heartbeat(struct server *server); /* one, now */

#endif
