/* SPDX-License-Identifier: MIT */
/* One challenge, a value: who wants to play whom with which settings, its JSON for the API, and its
 * stored form. */
#ifndef LOBBY_CHALLENGE_H
#define LOBBY_CHALLENGE_H

#include "accounts/identity.h"
#include "core/state.h"
#include "record/game_settings.h"
#include "wire/event.h"

enum challenge_status {
#define ROW(status, name) status,
#include "lobby/challenge_statuses.def"
};

enum decline_reason {
#define ROW(reason, key, text) reason,
#include "wire/decline_reasons.def"
    DECLINE_COUNT
};

struct challenge {
    char id[GAME_ID_SIZE + 1];
    enum challenge_status status;
    struct identity from; /* .id "": an open challenge whose first player has not come yet */
    struct identity to;   /* .id "": an open challenge, for anyone who has the link */
    /* White and Black of an open challenge that only these two may accept; .id "" otherwise. */
    struct identity allowed[2];
    char creator[IDENTITY_ID_MAX + 1]; /* who created it and may cancel it; "" if unknown */
    struct game_settings settings;
    bool first_is_white; /* drawn when it is created, because the API shows it */
    char rematch_of[GAME_ID_SIZE + 1];
    char name[101]; /* of an open challenge; "" for none */
    /* The first chat line of the game, by the challenger; "" for none. */
    char message[EVENT_TEXT_MAX + 1];
    enum decline_reason reason;
    int64_t created_at, expires_at;
};

/* Called once with the result of a request. The challenge is borrowed for the call, and NULL if the
 * request was refused. */
struct reply;
typedef void challenge_callback(void *context, const struct reply *reply,
                                const struct challenge *challenge);
/* Called for each challenge that has ended, before the callback of the request. */
typedef void challenge_end_callback(struct server *server, const struct challenge *challenge);

/* Whether it is still waiting for an answer. */
bool challenge_is_active(const struct challenge *challenge);
/* Whether it is for anyone who has the link. */
bool challenge_is_open(const struct challenge *challenge);
/* Whether a person may see it: its players and creator, or everybody if it is open to all. */
bool challenge_involves(const struct challenge *challenge, const char *who);
/* Whether a person is challenged, or challenges. */
bool challenge_is_to(const struct challenge *challenge, const char *who);
bool challenge_is_by(const struct challenge *challenge, const char *who);

enum decline_reason
decline_reason_parse(const char *key); /* case-insensitive; DECLINE_GENERIC if unknown */
const char *decline_reason_key(enum decline_reason reason);
const char *decline_reason_text(enum decline_reason reason);
const char *challenge_status_name(enum challenge_status status);

/* Writes the fields of the API's Challenge object; the caller begins and ends the object.
 * "direction" is that of `viewer`, who is nobody if NULL or "". */
void challenge_write(struct server *server, const struct challenge *challenge, const char *viewer,
                     struct json *json);

/* The form in the store and in notices, as JSON. */
void challenge_serialize(const struct challenge *challenge, struct buffer *out);
RK_MUST_USE rk_err challenge_parse(const char *id, const char *body, size_t size,
                                   int64_t expires_at, struct challenge *out, rk_fault *fault);

#endif
