/* SPDX-License-Identifier: MIT */
/* Commands to a game: what players and spectators send, and the replies they get. */
#ifndef ROUNDS_COMMAND_H
#define ROUNDS_COMMAND_H

#include "accounts/identity.h"
#include "core/limits.h"
#include "wire/event.h"
#include "wire/refusals.h"
#include "wire/verbs.h"

struct round;

enum {
    CHAT_LINE_CHARACTERS = 140, /* the longest chat line */
    ADD_TIME_MIN_S = 5,         /* seconds a player can give the opponent */
    ADD_TIME_MAX_S = 60
};

struct command {
    enum verb verb;
    struct identity by;
    bool kid;                            /* in kid mode, without chat */
    int64_t version;                     /* of the game it was made for; -1: any, never stale */
    char request[EVENT_REQUEST_MAX + 1]; /* idempotency key; "": none */
    char move[12];                       /* UCI or SAN; "": none */
    bool offers_draw;                    /* with the move */
    unsigned seconds;                    /* VERB_ADD_TIME; 0: the default */
    bool agreed; /* both players have asked for it: VERB_START_CLOCK needs that, and VERB_ABORT when
                  * one player alone may not abort */
    enum chat_room room;
    char text[EVENT_TEXT_MAX + 1];
    const char *address; /* for the log of refused commands; may be NULL */
};

struct reply {
    enum refusal refusal;
    const char *why;   /* a message for people */
    int64_t version;   /* of the game now; of an accepted command: the version it made */
    int64_t left[2];   /* the clocks at that version; INT64_MAX without a clock */
    unsigned wait;     /* seconds until a retry, if a rate limit refused it */
    const char *limit; /* the key of that rate limit; NULL: none */
    bool repeated;     /* the command was executed before; this is its first reply */
};
/* Builds a reply to a request without a game, as in the lobby. If `why` is NULL it has the default
 * text of the refusal; NOT_REFUSED means success. */
struct reply reply_make(enum refusal refusal, const char *why);
struct reply reply_rate_limited(enum limit limit, unsigned seconds);

typedef void reply_callback(void *context, const struct reply *reply);

/* Executes a command, or queues it while another one of the game is being written; see
 * command_queue.c. `callback` is called exactly once, now or when the command is on disk, unless
 * the server is destroyed before. Its context must live until then. */
void round_command(struct round *round, const struct command *command, reply_callback *callback,
                   void *context);

#endif
