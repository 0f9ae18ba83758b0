/* SPDX-License-Identifier: MIT */
/* A notice for a person, and its form on the bus. It may come from another node, and only that node
 * has the game or challenge it is about, so it contains everything that its receivers show. */
#ifndef ACCOUNTS_NOTICE_H
#define ACCOUNTS_NOTICE_H

#include "accounts/identity.h"
#include "base/buffer.h"
#include "rookery/err.h"

enum notice_kind {
    NOTICE_GAME_START,         /* the payload is the game: see rounds/game_notice.h */
    NOTICE_GAME_FINISH,        /* the same */
    NOTICE_CHALLENGE,          /* created, or changed while active; the payload is the challenge:
                                  see lobby/challenge_notice.h */
    NOTICE_CHALLENGE_CANCELED, /* the same */
    NOTICE_CHALLENGE_DECLINED, /* the same */
    NOTICE_KICKED,  /* all sessions ended, or the account was closed or banned: connections close */
    NOTICE_REVOKED, /* one session or token ended: connections made with it close */
    NOTICE_NOTIFICATION,    /* the payload is a WebSocket message: see social/notifications.h */
    NOTICE_PRIVATE_MESSAGE, /* the same, not for connections made with a token */
    NOTICE_OTHERS_REVOKED,  /* all sessions but one ended: connections made with the others close */
    NOTICE_KID,             /* the subject is "on" or "off": see social/kid.h */
    NOTICE_CHALLENGE_ACCEPTED, /* the payload is the challenge; its game has started */
    NOTICE_KIND_COUNT
};

struct notice {
    enum notice_kind kind;
    char subject[IDENTITY_ID_MAX + 1]; /* the id of the game or challenge; KICKED: why, in a word;
                                          REVOKED: the first bytes of the hash, in hexadecimal;
                                          OTHERS_REVOKED: those of the session that stays */
    const char *payload;               /* borrowed for the call; most kinds have none */
    size_t payload_size;
};

/* A version, the kind, the subject with its NUL, the payload. */
void notice_write(const struct notice *notice, struct buffer *out);
/* The payload points into the bytes. RK_BAD_RECORD: of another version, or not a notice. */
RK_MUST_USE rk_err notice_parse(const void *bytes, size_t size, struct notice *out);

#endif
