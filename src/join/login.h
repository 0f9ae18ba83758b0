/* SPDX-License-Identifier: MIT */
/* Logs in to a server: as a guest, with a name and a password, or with a token. */
#ifndef JOIN_LOGIN_H
#define JOIN_LOGIN_H

#include <stdbool.h>

#include "client/url.h"

enum { CREDENTIALS_MAX = 512 };

struct login {
    const char *name;      /* NULL: a guest */
    const char *password;  /* with a name */
    const char *token;     /* instead of both; NULL for none */
    const char *code;      /* of the second factor; NULL: asked for if the server needs it */
    bool register_account; /* create the account first */
};

/* Logs in and writes the header line that authenticates further requests. On failure, returns false
 * and prints the reason on standard error. */
bool login_perform(const struct url *url, const struct login *who, char out[CREDENTIALS_MAX]);

/* Reads a password: the first line of standard input, or from the terminal without echo, twice if
 * it is new. The caller frees it. On failure, returns NULL and prints the reason on standard error.
 */
char *login_read_password(const char *name, bool from_input, bool is_new);

#endif
