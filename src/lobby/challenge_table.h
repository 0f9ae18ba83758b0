/* SPDX-License-Identifier: MIT */
/* The challenges the server knows, and the pending requests to make or answer one. Shared by
 * challenges.c and challenge_answer.c. */
#ifndef LOBBY_CHALLENGE_TABLE_H
#define LOBBY_CHALLENGE_TABLE_H

#include "accounts/accounts.h"
#include "accounts/presence.h"
#include "accounts/relations.h"
#include "base/list.h"
#include "core/transport.h"
#include "lobby/challenge.h"
#include "lobby/pairing.h"

/* A challenge in the table. */
struct challenge_entry {
    struct challenge challenge;
    struct server *server;
    struct list node;   /* among those that can be seen */
    struct timer timer; /* while it stands: the next look at it; then: when to forget it */
    int64_t since;      /* from when on the challenger's absence counts */
    bool stored;        /* has a row in the store */
    bool busy;          /* somebody's answer is being written: nobody else's is taken */
};

struct challenges {
    struct map by_id;            /* also those that are not yet on disk */
    struct list seen;            /* the oldest first */
    struct pending_list pending; /* challenge_requests, and the one that loads */
    struct deactivation_listener bars;
    challenge_end_callback *ended;
    bool ready;
};

/* Those of accounts that were closed or banned are over, on disk, too. In challenge_answer.c. */
void challenge_entry_end_barred(struct server *server, const struct map *barred);

/* ---- requests ---- */

enum { MAKER, ADDRESSEE, FIRST_ALLOWED, SECOND_ALLOWED, PERSON_COUNT };

/* Somebody makes or answers a challenge. */
struct challenge_request {
    struct pending_request pending; /* internal, until it goes to the store */
    struct challenge_entry *entry;
    challenge_callback *callback;
    void *context;
    struct challenge changed; /* what it becomes */
    struct pairing pairing;   /* while its game begins */

    /* making: whom to look up, one after the other, and what was found */
    char names[PERSON_COUNT][IDENTITY_NAME_MAX + 1];
    struct identity found[PERSON_COUNT];
    int64_t balances[PERSON_COUNT];
    bool needs_follower;        /* whom it is for must follow its maker */
    struct relations relations; /* of its maker and whom it is for */
    unsigned next, ids_tried;
    char address[ADDRESS_SIZE];
};

struct challenge_request *
challenge_request_create(struct server *server, struct challenge_entry *entry,
                         challenge_callback *callback,
                         void *context); /* NULL: no memory, and `callback` was told so */

/* Each of these answers and destroys the request. */
void challenge_request_complete(struct challenge_request *request);
void challenge_request_refuse(struct challenge_request *request, enum refusal refusal,
                              const char *why);
void challenge_request_reply(struct challenge_request *request, const struct reply *reply);

/* ---- challenges ---- */

/* The challenge, if it can be seen; NULL if not. */
struct challenge_entry *challenge_entry_find(struct server *server, const char *id);

/* Makes room for a challenge with an id of its own, busy and not to be seen; NULL when
 * memory has run out. Then it is shown, or forgotten. */
struct challenge_entry *challenge_entry_reserve(struct server *server,
                                                const struct challenge *challenge);
void challenge_entry_make_id(struct server *server, char out[GAME_ID_SIZE + 1]);
void challenge_entry_show(struct challenge_entry *entry);
void challenge_entry_forget(struct challenge_entry *entry);

/* Tells everybody whom it concerns, each once. */
void challenge_entry_tell(struct challenge_entry *entry, enum notice_kind kind);

/* Its end: told, and forgotten a little later. */
void challenge_entry_end(struct challenge_entry *entry, enum challenge_status status);

/* Statements for its row, added to a job; and taking it away without waiting for that. */
void challenge_entry_add_row(struct store_job *job, const struct challenge *challenge);
void challenge_entry_end_row(struct store_job *job, const struct challenge *challenge);
void challenge_entry_unstore(struct challenge_entry *entry);

/* Whether a bot would have to play faster than bots may. */
bool is_too_fast_for_bot(const struct identity *who, const struct game_settings *settings);
bool is_guest_or_nobody(const struct identity *who);

/* Bots play so many games a day against each other. False if `own` or `other` has played them: then
 * `reply` says whose are used up, and for how long. */
bool bot_game_is_allowed(struct server *server, const struct identity *own,
                         const struct identity *other, struct reply *reply);
void bot_game_count(struct server *server, const struct identity *own,
                    const struct identity *other);

#endif
