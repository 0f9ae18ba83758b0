/* SPDX-License-Identifier: MIT */
/* Passwords, kept as Argon2id hashes. Hashing is slow on purpose, so the server
 * has it done by a worker. */
#ifndef ACCOUNTS_PASSWORDS_H
#define ACCOUNTS_PASSWORDS_H

#include "core/state.h"

enum { PASSWORD_MIN = 4, PASSWORD_MAX = 999, PASSWORD_HASH_SIZE = 128, PASSWORD_SALT_SIZE = 16 };

/* NULL, or what is wrong with it as somebody's password, in words (static storage). */
const char *password_fault(const char *password, const char *name);

/* How hard the hash is made: passes over so much memory. */
struct password_cost {
    unsigned ops, mib;
};

/* Writes the hash as text, NUL-terminated. Slow. False when memory has run out. */
bool password_hash(const char *password, struct password_cost cost,
                   const uint8_t salt[PASSWORD_SALT_SIZE], char out[PASSWORD_HASH_SIZE]);

/* What is to be done with passwords; texts are borrowed for the length of the call. */
struct password_task {
    const char *kept;   /* the hash `given` is checked against; "": there is none, which takes as
                           long and never fits; NULL: nothing is checked */
    const char *given;  /* what somebody typed */
    const char *wanted; /* to be hashed if `given` fits; NULL: `given`, if its hash is of another
                           cost than is asked for now */
};

struct password_result {
    bool worked;      /* there was memory for it */
    bool fits;        /* `given` is the right one */
    const char *made; /* the new hash; "" if none was asked for */
};

typedef void password_callback(void *context, const struct password_result *result);

/* Has it done by the server's worker, in the server's thread `callback` is called.
 * False: too much waits already, and nothing will come. */
bool password_check_async(struct server *server, const struct password_task *task,
                          password_callback *callback, void *context);

#endif
