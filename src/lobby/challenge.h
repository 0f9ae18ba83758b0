/* SPDX-License-Identifier: MIT */
/* One challenge, a value: who wants to play whom on which settings, how it is shown
 * and how it is kept. */
#ifndef LOBBY_CHALLENGE_H
#define LOBBY_CHALLENGE_H

#include "accounts/identity.h"
#include "core/state.h"
#include "rounds/game_settings.h"
#include "wire/event.h"

enum challenge_status {
#define ROW(status, name) status,
#include "lobby/challenge_statuses.def"
};

enum decline_reason {
#define ROW(reason, key, text) reason,
#include "lobby/decline_reasons.def"
    DECLINE_COUNT
};

struct challenge {
    char id[GAME_ID_SIZE + 1];
    enum challenge_status status;
    struct identity from; /* .id "": an open one nobody stands behind yet */
    struct identity to;   /* .id "": whoever has the link */
    struct identity
        allowed[2]; /* an open one for two named persons: White and Black; .id "" if not */
    char maker[IDENTITY_ID_MAX + 1]; /* who made it, and may take it back; "" if nobody knows */
    struct game_settings settings;
    bool first_is_white; /* drawn at once: the API tells */
    char rematch_of[GAME_ID_SIZE + 1];
    char name[101]; /* of an open one; "" for none */
    /* What the challenger says when the game begins; "" for nothing. */
    char message[EVENT_TEXT_MAX + 1];
    enum decline_reason reason;
    int64_t created_at, expires_at;
};

/* Called once with the result of a request. If it was refused the challenge is NULL; else it is
 * borrowed for the call. */
struct reply;
typedef void challenge_callback(void *context, const struct reply *reply,
                                const struct challenge *challenge);
/* Called for each challenge that has ended, before anybody is answered. */
typedef void challenge_end_callback(struct server *server, const struct challenge *challenge);

/* Nobody has said yes or no yet. */
bool challenge_is_active(const struct challenge *challenge);
bool challenge_is_open(const struct challenge *challenge);
/* Whether it is that person's business: a party to it or, of an open one for anybody, everybody. */
bool challenge_concerns(const struct challenge *challenge, const char *who);
/* Whether that person is asked, or asks. */
bool challenge_is_to(const struct challenge *challenge, const char *who);
bool challenge_is_by(const struct challenge *challenge, const char *who);

enum decline_reason decline_reason_parse(const char *key); /* any case; unknown is the first */
const char *decline_reason_text(enum decline_reason reason);
const char *challenge_status_name(enum challenge_status status);

/* The API's Challenge object, fields only (the caller opens and closes). `viewer` decides
 * "direction"; NULL or "" is nobody. */
void challenge_write(struct server *server, const struct challenge *challenge, const char *viewer,
                     struct json *json);

/* For keeping: what challenge_parse() reads back. */
void challenge_serialize(const struct challenge *challenge, struct buffer *out);
RK_MUST_USE rk_err challenge_parse(const char *id, const char *body, size_t size,
                                   int64_t expires_at, struct challenge *out, rk_fault *fault);

#endif
