/* SPDX-License-Identifier: MIT */
/* Challenges that wait for an answer, as the server keeps them, and those who wait
 * for the answer: what making, accepting and declining have in common. */
#ifndef LOBBY_PENDING_H
#define LOBBY_PENDING_H

#include "accounts/accounts.h"
#include "accounts/presence.h"
#include "accounts/relations.h"
#include "base/list.h"
#include "lobby/challenge.h"
#include "lobby/pairing.h"

/* A challenge as it is kept. */
struct pending {
    struct challenge challenge;
    struct server *server;
    struct list node;   /* among those that can be seen */
    struct timer timer; /* while it stands: the next look at it; then: when to forget it */
    int64_t since;      /* from when on the challenger's absence counts */
    bool stored;        /* has a row in the store */
    bool busy;          /* somebody's answer is being written: nobody else's is taken */
};

struct challenges {
    struct map by_id;    /* also those that are not yet on disk */
    struct list seen;    /* the oldest first */
    struct list errands; /* answers the store, accounts or rounds still owe */
    struct bar_listener bars;
    challenge_ended *ended;
    bool ready;
};

/* Those of accounts that were closed or banned are over, on disk, too. In challengeanswer.c. */
void pending_end_barred(struct server *server, const struct map *barred);

/* ---- those who wait ---- */

enum { MAKER, ADDRESSEE, FIRST_ALLOWED, SECOND_ALLOWED, PERSON_COUNT };

/* Somebody who waits for the result of a request. */
struct errand {
    struct list node;
    struct server *server; /* NULL: it has ended meanwhile, and everybody with it */
    struct pending *pending;
    challenge_then *then;
    void *context;
    bool in_store;            /* the store answers, even after the server's end */
    struct challenge changed; /* what it becomes */
    struct pairing pairing;   /* while its game begins */

    /* making: whom to look up, one after the other, and what was found */
    char names[PERSON_COUNT][IDENTITY_NAME_MAX + 1];
    struct identity found[PERSON_COUNT];
    int64_t balances[PERSON_COUNT];
    bool needs_follower;        /* whom it is for must follow its maker */
    struct relations relations; /* of its maker and whom it is for */
    unsigned next, ids_tried;
    char address[64];
};

struct errand *errand_create(struct server *server, struct pending *pending, challenge_then *then,
                             void *context); /* NULL: no memory, and `then` was told so */
void errand_end(struct errand *errand);

/* These answer, and end the errand. */
void errand_agree(struct errand *errand);
void errand_refuse(struct errand *errand, enum refusal refusal, const char *why);
void errand_reply(struct errand *errand, const struct reply *reply);

/* ---- what they wait for ---- */

/* The challenge, if it can be seen; NULL if not. */
struct pending *pending_find(struct server *server, const char *id);

/* Makes room for a challenge with an id of its own, busy and not to be seen; NULL when
 * memory has run out. Then it is shown, or forgotten. */
struct pending *pending_reserve(struct server *server, const struct challenge *challenge);
void pending_make_id(struct server *server, char out[GAME_ID_SIZE + 1]);
void pending_show(struct pending *pending);
void pending_forget(struct pending *pending);

/* Tells everybody whom it concerns, each once. */
void pending_tell(struct pending *pending, enum notice_kind kind);

/* Its end: told, and forgotten a little later. */
void pending_end(struct pending *pending, enum challenge_status status);

/* Statements for its row, added to a job; and taking it away without waiting for that. */
void pending_add_row(struct store_job *job, const struct challenge *challenge);
void pending_end_row(struct store_job *job, const struct challenge *challenge);
void pending_unstore(struct pending *pending);

/* Whether a bot would have to play faster than bots may. */
bool is_too_fast_for(const struct identity *who, const struct game_settings *settings);
bool is_guest_or_nobody(const struct identity *who);

/* Bots play so many games a day against each other. False if `own` or `other` has played them: then
 * `reply` says whose are used up, and for how long. */
bool bots_may_play(struct server *server, const struct identity *own, const struct identity *other,
                   struct reply *reply);
void bots_play(struct server *server, const struct identity *own, const struct identity *other);

#endif
