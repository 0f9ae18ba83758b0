/* SPDX-License-Identifier: MIT */
/* The table of challenges in memory, and the pending requests to create or answer one. Shared by
 * challenges.c and challenge_answer.c. */
#ifndef LOBBY_CHALLENGE_TABLE_H
#define LOBBY_CHALLENGE_TABLE_H

#include "accounts/accounts.h"
#include "accounts/deactivation.h"
#include "accounts/presence.h"
#include "accounts/relations.h"
#include "base/list.h"
#include "cluster/shards.h"
#include "core/stored_state.h"
#include "core/transport.h"
#include "lobby/challenge.h"
#include "lobby/pairing.h"
#include "social/preferences.h"

/* A challenge in the table. */
struct challenge_entry {
    struct challenge challenge;
    struct server *server;
    struct list node;   /* in the list of visible challenges, once it is on disk */
    struct timer timer; /* while active: the next check; afterwards: when to free it */
    int64_t since;      /* a challenger who was never online counts as offline from here */
    bool stored;        /* has a row in the store */
    bool notified;      /* the addressee may have a notification of it */
    bool busy;          /* a change is being written: other answers are refused meanwhile */
};

struct challenges {
    struct server *server;
    struct map by_id;            /* including those that are not on disk yet */
    struct list visible;         /* the oldest first */
    struct pending_list pending; /* challenge_requests */
    struct stored_state stored;
    struct deactivation_listener deactivations;
    struct shards_listener shards;
    challenge_end_callback *on_end;
};

/* Ends the challenges of accounts that were closed or banned. In challenge_answer.c. */
void challenges_end_deactivated(struct server *server, const struct map *accounts);

/* ---- requests ---- */

enum {
    CHALLENGE_CREATOR,
    CHALLENGE_ADDRESSEE,
    CHALLENGE_FIRST_ALLOWED,
    CHALLENGE_SECOND_ALLOWED,
    CHALLENGE_PERSON_COUNT
};

/* A request to create or answer a challenge. */
struct challenge_request {
    struct pending_request pending; /* internal, until it goes to the store */
    struct challenge_entry *entry;
    challenge_callback *callback;
    void *context;
    struct challenge changed; /* the challenge after the change */
    struct pairing pairing;   /* while its game starts */

    /* Creating a challenge: the people to look up, one after the other, and what was found. */
    char names[CHALLENGE_PERSON_COUNT][IDENTITY_NAME_MAX + 1];
    struct identity found[CHALLENGE_PERSON_COUNT];
    int64_t balances[CHALLENGE_PERSON_COUNT];
    bool needs_follower;            /* the addressee must follow the creator */
    struct relations relations;     /* of creator and addressee */
    struct preferences preferences; /* of the addressee */
    unsigned next;                  /* to be looked up */
    unsigned ids_tried;
    char address[ADDRESS_SIZE];
};

struct challenge_request *
challenge_request_create(struct server *server, struct challenge_entry *entry,
                         challenge_callback *callback,
                         void *context); /* NULL: out of memory; the callback was called */

/* Each of these calls back and destroys the request. */
void challenge_request_complete(struct challenge_request *request);
void challenge_request_refuse(struct challenge_request *request, enum refusal refusal,
                              const char *why);
void challenge_request_reply(struct challenge_request *request, const struct reply *reply);

/* ---- challenges ---- */

/* NULL if there is no visible challenge with that id. */
struct challenge_entry *challenge_entry_find(struct server *server, const char *id);

/* Adds a challenge with a new id, busy and not visible yet; NULL if out of memory. Later it is made
 * visible, or freed. */
struct challenge_entry *challenge_entry_reserve(struct server *server,
                                                const struct challenge *challenge);
void challenge_generate_id(struct server *server, const char *from, char out[GAME_ID_SIZE + 1]);
void challenge_entry_publish(struct challenge_entry *entry);
void challenge_entry_free(struct challenge_entry *entry);

/* Ends it and sends notices. It can still be found for a few seconds. */
void challenge_entry_end(struct challenge_entry *entry, enum challenge_status status);

/* Add a statement to a job. */
void challenge_add_row(struct store_job *job, const struct challenge *challenge);
void challenge_delete_row(struct store_job *job, const struct challenge *challenge);
/* Deletes the row without waiting for the result. */
void challenge_entry_delete_row(struct challenge_entry *entry);

/* Bots may not play ultrabullet. */
bool challenge_is_too_fast_for_bot(const struct identity *who,
                                   const struct game_settings *settings);

#endif
