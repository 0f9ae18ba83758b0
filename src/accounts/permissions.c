/* SPDX-License-Identifier: MIT */
#include "accounts/permissions.h"

enum { MODERATORS = 1 << ROLE_MODERATOR, ADMINS = 1 << ROLE_ADMIN };

static const struct {
    const char *name;
    unsigned roles;
} permissions[PERMISSION_COUNT] = {
#define ROW(permission, name, roles, description) [permission] = {name, roles},
#include "accounts/permissions.def"
};

bool role_has_permission(enum role role, enum permission permission)
{
    return permissions[permission].roles >> role & 1;
}

bool role_is_staff(enum role role)
{
    return role == ROLE_MODERATOR || role == ROLE_ADMIN;
}

const char *permission_name(enum permission permission)
{
    return permissions[permission].name;
}
