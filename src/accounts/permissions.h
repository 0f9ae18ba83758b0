/* SPDX-License-Identifier: MIT */
/* The named permissions of staff: permissions.def. */
#ifndef ACCOUNTS_PERMISSIONS_H
#define ACCOUNTS_PERMISSIONS_H

#include "accounts/identity.h"

enum permission {
#define ROW(permission, name, roles, description) permission,
#include "accounts/permissions.def"
    PERMISSION_COUNT
};

bool role_has_permission(enum role role, enum permission permission);
/* Whether the role has any permission. */
bool role_is_staff(enum role role);

const char *permission_name(enum permission permission); /* static storage */

#endif
