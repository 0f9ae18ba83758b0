/* SPDX-License-Identifier: MIT */
/* Challenges to a person and invitations by link. They are kept on disk until they
 * are answered or expire. A challenge's id becomes the id of its game. */
#ifndef LOBBY_CHALLENGES_H
#define LOBBY_CHALLENGES_H

#include "lobby/challenge.h"
#include "lobby/pairing.h"

RK_MUST_USE rk_err challenges_create(struct server *server); /* begins to load */
bool challenges_ready(const struct server *server);
void challenges_destroy(struct server *server);

/* What somebody wants; texts are borrowed for the call, NULL is not said. */
struct challenge_params {
    const struct caller *by; /* nobody, or a guest: open and casual only */
    const char *address;
    const char *to;             /* a name; NULL: an open one */
    const char *const *allowed; /* two names, White's and Black's, of an open one */
    const char *name;           /* of an open one */
    const char *message;        /* the first line of the players' room */
    bool needs_follower;        /* refused unless whom it is for follows its maker */
    const struct game_settings *settings;
    int64_t expires_at; /* 0: in fourteen days, an open one in one; later than fourteen is cut */
};

void challenge_create(struct server *server, const struct challenge_params *wanted,
                      challenge_callback *callback, void *context);

/* While it stands, or just after it ended (notices are heard meanwhile); NULL if not. */
const struct challenge *challenge_find(struct server *server, const char *id);
/* Those that stand, to him and by him, the newest first. Returns how many were put in. */
size_t challenges_list(struct server *server, const char *who, bool incoming,
                       const struct challenge **out, size_t most);

/* Accepting begins the game, and is done when that is on disk: if the server ends between, either
 * the challenge still stands or its game goes on, never both. Whoever comes first by a link behind
 * which nobody stands takes a seat; the second begins the game. `side` is what somebody who comes
 * by link wants, CHOOSE_RANDOM for none. Declining and cancelling are done when the challenge is
 * gone from the disk. Cancelled by whom it was for it is declined. */
void challenge_accept(struct server *server, const char *id, const struct identity *by,
                      enum side_choice side, challenge_callback *callback, void *context);
void challenge_decline(struct server *server, const char *id, const struct identity *by,
                       enum decline_reason reason, challenge_callback *callback, void *context);
void challenge_cancel(struct server *server, const char *id, const struct identity *by,
                      challenge_callback *callback, void *context);

/* ---- for rematches ---- */

/* Makes a challenge of what is set: from, to, settings, first_is_white, rematch_of, expires_at. It
 * is not limited, and kept in memory only. Borrowed; NULL when memory has run out. */
const struct challenge *challenge_create_rematch(struct server *server,
                                                 const struct challenge *offer);

void challenges_set_end_callback(struct server *server, challenge_end_callback *ended);

#endif
