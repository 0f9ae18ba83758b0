/* SPDX-License-Identifier: MIT */
/* Who a person or program is, and what it may do: values, copied freely. */
#ifndef ACCOUNTS_IDENTITY_H
#define ACCOUNTS_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>

enum role {
#define ROW(role, name) role,
#include "accounts/roles.def"
    ROLE_COUNT
};
enum { ACCOUNT_ROLE_COUNT = ROLE_GUEST }; /* the roles an account may have come first */

const char *role_name(enum role role); /* static storage */
/* Of an account; false if there is no such role. */
bool role_parse(const char *name, enum role *out);

enum account_status { ACCOUNT_ACTIVE, ACCOUNT_CLOSED, ACCOUNT_BANNED };

const char *account_status_name(enum account_status status); /* static storage */

enum { IDENTITY_ID_MAX = 31, IDENTITY_NAME_MAX = 31, HASH_SIZE = 32 };

struct identity {
    char id[IDENTITY_ID_MAX + 1];     /* the name in lower case; "~" and letters for a guest; "!"
                                         and its level for the engine; "" for nobody */
    char name[IDENTITY_NAME_MAX + 1]; /* as shown to people */
    enum role role;
};

enum { ENGINE_LEVELS = 8 }; /* numbered from 1 */

/* The server's own engine as a player. It has no account, so nobody can log in as it. */
struct identity identity_make_engine(unsigned level);
/* The engine's level; 0: this is not the engine. */
unsigned identity_level(const struct identity *who);

/* A guest, or nobody. */
bool identity_is_accountless(const struct identity *who);

/* "BOT" or NULL, as the API and PGN show it. */
const char *identity_title(const struct identity *who);

/* What a token allows. A session allows everything. */
enum scope {
#define ROW(scope, name) scope,
#include "accounts/scopes.def"
    SCOPE_COUNT
};
enum { ALL_SCOPES = (1 << SCOPE_COUNT) - 1 };

/* Who makes a request, and how they were authenticated. */
struct caller {
    struct identity who;     /* .id is "" if they were not */
    unsigned scopes;         /* bits 1 << scope */
    bool by_token;           /* otherwise by a session's cookie */
    bool is_unsure;          /* the store failed: the request may be from a logged-in user */
    bool kid;                /* a kid's account: no chat, no private messages */
    int64_t expires_at;      /* of a token; 0: never */
    uint8_t hash[HASH_SIZE]; /* of the token or session */
};

#endif
