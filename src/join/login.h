/* SPDX-License-Identifier: MIT */
/* Who joins: what a server asks to know before it speaks with somebody. */
#ifndef JOIN_LOGIN_H
#define JOIN_LOGIN_H

#include <stdbool.h>

#include "client/url.h"

enum { CREDENTIALS_MAX = 512 };

struct login {
    const char *name;     /* NULL: a guest */
    const char *password; /* with a name */
    const char *token;    /* instead of both; NULL for none */
    bool registers;       /* opens the account first */
};

/* Asks the server to be let in, and writes the header that says so from then on. False
 * with the reason on standard error. */
bool login(const struct url *url, const struct login *who, char out[CREDENTIALS_MAX]);

/* Reads a password: the first line of standard input, or typed without being seen, twice if
 * it is new. The caller frees it; NULL with the reason on standard error. */
char *login_read_password(const char *name, bool from_input, bool is_new);

#endif
