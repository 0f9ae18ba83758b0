/* SPDX-License-Identifier: MIT */
/* Challenges to a player, and open challenges: invitations by link. They are stored until they are
 * answered or expire. The id of a challenge becomes the id of its game. */
#ifndef LOBBY_CHALLENGES_H
#define LOBBY_CHALLENGES_H

#include "lobby/challenge.h"
#include "lobby/pairing.h"

RK_MUST_USE rk_err challenges_create(struct server *server); /* starts to load them */
bool challenges_ready(const struct server *server);
void challenges_destroy(struct server *server);

/* A new challenge. Strings are borrowed for the call, and may be NULL. */
struct challenge_params {
    const struct caller *by; /* guests and unauthenticated clients: open and casual only */
    const char *address;
    const char *to;             /* a name; NULL: an open challenge */
    const char *const *allowed; /* the names of White and Black of an open challenge */
    const char *name;           /* of an open challenge */
    const char *message;        /* the first line in the players' chat */
    bool needs_follower;        /* refused unless the addressee follows the creator */
    const struct game_settings *settings;
    int64_t expires_at; /* 0: after 14 days, an open challenge after one; at most 14 days */
};

void challenge_create(struct server *server, const struct challenge_params *params,
                      challenge_callback *callback, void *context);

/* The text of REFUSED_NOT_FOUND, also for challenges of others: another text would reveal them. */
#define CHALLENGE_NOT_FOUND "no such challenge"

/* Finds a challenge that is active or has just ended; NULL if there is none. */
const struct challenge *challenge_find(struct server *server, const char *id);
/* Lists a person's active challenges, incoming or outgoing, the newest first; returns the count. */
size_t challenges_list(struct server *server, const char *who, bool incoming,
                       const struct challenge **out, size_t max);

/* Accepting starts the game, and is complete when the game is on disk. If the server crashes
 * before, either the challenge is still active or its game has started, never both. The first
 * player who accepts an open challenge without a challenger takes a side; the second one starts the
 * game. `side` is the side that a player of an open challenge wants. Declining and cancelling are
 * complete when the challenge is deleted from disk. If the addressee cancels a challenge, it is
 * declined. */
void challenge_accept(struct server *server, const char *id, const struct identity *by,
                      enum side_choice side, challenge_callback *callback, void *context);
void challenge_decline(struct server *server, const char *id, const struct identity *by,
                       enum decline_reason reason, challenge_callback *callback, void *context);
void challenge_cancel(struct server *server, const char *id, const struct identity *by,
                      challenge_callback *callback, void *context);

/* ---- for rematches ---- */

/* Creates a challenge from these fields: from, to, settings, first_is_white, rematch_of,
 * expires_at. There is no rate limit, and it is not stored. Borrowed; NULL if out of memory. */
const struct challenge *challenge_create_rematch(struct server *server,
                                                 const struct challenge *offer);

void challenges_set_end_callback(struct server *server, challenge_end_callback *callback);

#endif
