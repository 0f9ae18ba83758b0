/* SPDX-License-Identifier: MIT */
#include "accounts/identity.h"

#include <stdio.h>
#include <string.h>

static const char *const role_names[ROLE_COUNT] = {
#define ROW(role, name) name,
#include "accounts/roles.def"
};

const char *role_name(enum role role)
{
    return role_names[(unsigned)role < ROLE_COUNT ? role : ROLE_PLAYER];
}

bool role_parse(const char *name, enum role *out)
{
    for (unsigned role = 0; role < ACCOUNT_ROLE_COUNT; role++)
        if (!strcmp(role_names[role], name)) {
            *out = (enum role)role;
            return true;
        }
    return false;
}

const char *account_status_name(enum account_status status)
{
    static const char *const names[] = {
        [ACCOUNT_ACTIVE] = "active", [ACCOUNT_CLOSED] = "closed", [ACCOUNT_BANNED] = "banned"};
    return (unsigned)status < sizeof names / sizeof *names ? names[status] : "unknown";
}

const char *identity_title(const struct identity *who)
{
    return who->role == ROLE_BOT ? "BOT" : NULL;
}

struct identity identity_make_engine(unsigned level)
{
    struct identity who = {.role = ROLE_ENGINE};
    snprintf(who.id, sizeof who.id, "!%u", level);
    snprintf(who.name, sizeof who.name, "Rookery level %u", level);
    return who;
}

unsigned identity_level(const struct identity *who)
{
    const unsigned level = (unsigned)(who->id[1] - '0');
    const bool is_engine = who->role == ROLE_ENGINE && who->id[0] == '!' && !who->id[2];
    return is_engine && level >= 1 && level <= ENGINE_LEVELS ? level : 0;
}

bool identity_is_accountless(const struct identity *who)
{
    return !*who->id || who->role == ROLE_GUEST;
}
