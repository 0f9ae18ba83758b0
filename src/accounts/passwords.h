/* SPDX-License-Identifier: MIT */
/* Passwords, stored as Argon2id hashes. Hashing is slow on purpose, so the server does it on a
 * worker thread. */
#ifndef ACCOUNTS_PASSWORDS_H
#define ACCOUNTS_PASSWORDS_H

#include "core/state.h"

enum {
    PASSWORD_MIN = 8,
    PASSWORD_IMPORTED_MIN = 4,
    PASSWORD_MAX = 999,
    PASSWORD_HASH_SIZE = 128,
    PASSWORD_SALT_SIZE = 16
};

/* Checks a new password of an account: NULL, or what is wrong (static storage). */
const char *password_fault(const char *password, const char *name);
/* The same for a password that the operator sets, perhaps one from another server: it may be
 * shorter and common. */
const char *password_imported_fault(const char *password, const char *name);

/* The cost of a hash: passes, and memory. */
struct password_cost {
    unsigned ops, mib;
};

/* Writes the hash as NUL-terminated text. Slow. False if out of memory. */
bool password_hash(const char *password, struct password_cost cost,
                   const uint8_t salt[PASSWORD_SALT_SIZE], char out[PASSWORD_HASH_SIZE]);

/* What a worker does with passwords. Strings are borrowed for the call. */
struct password_task {
    const char *stored_hash;  /* to check `password` against; "": the account does not exist, which
                                 takes as long and never matches; NULL: do not check */
    const char *password;     /* as the user typed it */
    const char *new_password; /* to be hashed if `password` matches; NULL: hash `password` again if
                                 its hash has another cost than the server's settings */
    bool urgent;              /* before those that are not */
};

struct password_result {
    bool ok;              /* false: out of memory */
    bool matches;         /* `password` is right */
    const char *new_hash; /* "" if there is none */
};

typedef void password_callback(void *context, const struct password_result *result);

/* Does the task on a worker thread, and calls back on the server's. False: the queue is full, and
 * there will be no callback. */
bool password_check_async(struct server *server, const struct password_task *task,
                          password_callback *callback, void *context);

#endif
