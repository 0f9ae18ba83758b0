/* SPDX-License-Identifier: MIT */
/* Gets a new password for an account: from standard input, from the terminal, or a random one. */
#ifndef CMD_ADMIN_PASSWORD_H
#define CMD_ADMIN_PASSWORD_H

#include "accounts/passwords.h"
#include "accounts/secret.h"

enum { RANDOM_PASSWORD_SIZE = 20 };

struct new_password {
    char hash[PASSWORD_HASH_SIZE];
    char random[RANDOM_PASSWORD_SIZE + 1]; /* to be shown to the operator; "": it was entered */
};

/* Returns the exit status; an error is printed. With `from_input` it is the first line of standard
 * input. `name` is the account's, which must not be the password. */
int admin_password_get(const struct server_env *env, bool from_input, const char *name,
                       struct new_password *out);

#endif
