/* SPDX-License-Identifier: MIT */
/* Who somebody is: a value, copied freely. */
#ifndef ACCOUNTS_IDENTITY_H
#define ACCOUNTS_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>

enum role { ROLE_PLAYER, ROLE_BOT, ROLE_MODERATOR, ROLE_ADMIN, ROLE_GUEST, ROLE_ENGINE };
const char *role_name(enum role role); /* "player"; static storage */

enum account_status { ACCOUNT_ACTIVE, ACCOUNT_CLOSED, ACCOUNT_BANNED };

enum { IDENTITY_ID_MAX = 31, IDENTITY_NAME_MAX = 31, HASH_SIZE = 32 };

struct identity {
    char id[IDENTITY_ID_MAX + 1];     /* the name in small letters; "~" and letters for a guest; "!"
                                         and its level for the engine; "" nobody */
    char name[IDENTITY_NAME_MAX + 1]; /* as people read it */
    enum role role;
};

enum { ENGINE_LEVELS = 8 }; /* from 1 on */

/* The server's own engine as a player: no account, so nobody can log in as it. */
struct identity identity_of_engine(unsigned level);
/* Its level; 0: this is not the engine. */
unsigned identity_level(const struct identity *who);

/* What a token allows, and a session always. */
enum scope {
#define ROW(scope, name) scope,
#include "accounts/scopes.def"
    SCOPE_COUNT
};
enum { ALL_SCOPES = (1 << SCOPE_COUNT) - 1 };

/* Somebody who asks, and by what right. */
struct caller {
    struct identity who;     /* .id[0] == 0: nobody knows */
    unsigned scopes;         /* 1 << scope each */
    bool by_token;           /* else by a session's cookie */
    int64_t expires_at;      /* of a token; 0: never */
    uint8_t hash[HASH_SIZE]; /* of the token or session */
};

#endif
