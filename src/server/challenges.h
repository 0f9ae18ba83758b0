/* SPDX-License-Identifier: MIT */
/* Challenges to a person and invitations by link. They are kept on disk until they
 * are answered or expire. A challenge's id becomes the id of its game. */
#ifndef SERVER_CHALLENGES_H
#define SERVER_CHALLENGES_H

#include "server/pairing.h"

enum challenge_status {
#define ROW(status, name) status,
#include "server/challenge_statuses.def"
};

enum decline_reason {
#define ROW(reason, key, text) reason,
#include "server/decline_reasons.def"
    DECLINE_COUNT
};

struct challenge {
    char id[GAME_ID_SIZE + 1];
    enum challenge_status status;
    struct identity from; /* .id "": an open one nobody stands behind */
    struct identity to;   /* .id "": whoever has the link */
    struct identity
        allowed[2]; /* an open one for two named persons: White and Black; .id "" if not */
    struct terms terms;
    bool first_is_white; /* drawn at once: the API tells */
    char rematch_of[GAME_ID_SIZE + 1];
    char name[101]; /* of an open one; "" for none */
    enum decline_reason reason;
    int64_t created_at, expires_at;
};

RK_MUST_USE rk_err challenges_create(struct server *server); /* begins to load */
bool challenges_ready(const struct server *server);
void challenges_destroy(struct server *server);

/* Called once. If it was refused the challenge is NULL; else it is borrowed for the call. */
typedef void challenge_then(void *context, const struct reply *reply,
                            const struct challenge *challenge);

/* What somebody wants; texts are borrowed for the call, NULL is not said. */
struct challenge_wanted {
    const struct caller *by; /* nobody, or a guest: open and casual only */
    const char *address;
    const char *to;             /* a name; NULL: an open one */
    const char *const *allowed; /* two names, White's and Black's, of an open one */
    const char *name;           /* of an open one */
    const struct terms *terms;
    int64_t expires_at; /* 0: as usual; never later than that */
};

void challenge_make(struct server *server, const struct challenge_wanted *wanted,
                    challenge_then *then, void *context);

/* While it stands, or just after it ended (notices are heard meanwhile); NULL if not. */
const struct challenge *challenge_find(struct server *server, const char *id);
bool challenge_concerns(const struct challenge *challenge, const char *who);
/* Those that stand, to him and by him, the newest first. Returns how many were put in. */
size_t challenges_of(struct server *server, const char *who, bool incoming,
                     const struct challenge **out, size_t most);

/* Accepting begins the game. `side` is what somebody who comes by link wants, WISH_RANDOM for none.
 */
void challenge_accept(struct server *server, const char *id, const struct identity *by,
                      enum wish side, challenge_then *then, void *context);
void challenge_decline(struct server *server, const char *id, const struct identity *by,
                       enum decline_reason reason, challenge_then *then, void *context);
void challenge_cancel(struct server *server, const char *id, const struct identity *by,
                      challenge_then *then, void *context);

enum decline_reason decline_reason_from(const char *key); /* any case; unknown is the first */
const char *decline_reason_key(enum decline_reason reason);
const char *decline_reason_text(enum decline_reason reason);
const char *challenge_status_name(enum challenge_status status);

/* The API's Challenge object, fields only (the caller opens and closes). `viewer` decides
 * "direction". */
void challenge_write(struct server *server, const struct challenge *challenge, const char *viewer,
                     struct json *json);

#endif
