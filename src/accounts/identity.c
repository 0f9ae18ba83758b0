/* SPDX-License-Identifier: MIT */
#include "accounts/identity.h"

#include <stdio.h>

const char *role_name(enum role role)
{
    static const char *const names[] = {[ROLE_PLAYER] = "player",
                                        [ROLE_BOT] = "bot",
                                        [ROLE_MODERATOR] = "moderator",
                                        [ROLE_ADMIN] = "admin",
                                        [ROLE_GUEST] = "guest",
                                        [ROLE_ENGINE] = "engine"};
    return names[role];
}

struct identity identity_of_engine(unsigned level)
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
