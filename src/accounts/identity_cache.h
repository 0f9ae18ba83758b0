/* SPDX-License-Identifier: MIT */
/* Who was recognised lately by a session or token: remembered for a minute, so
 * that not every request asks the store. */
#ifndef ACCOUNTS_IDENTITY_CACHE_H
#define ACCOUNTS_IDENTITY_CACHE_H

#include "accounts/callbacks.h"
#include "core/state.h"

RK_MUST_USE rk_err identity_cache_create(struct server *server);
void identity_cache_destroy(struct server *server);

/* Reads a row of the statement below; false if nobody is to be recognised by it any more. */
typedef bool identity_reader(struct server *server, const struct store_job *row,
                             struct caller *out);

/* Who has the secret of nobody's hash: from memory, or by a statement that finds it. */
struct identity_cache_lookup {
    struct caller nobody; /* what is known before: the hash, and whether it is a token's */
    enum statement statement;
    identity_reader *read;
};
void identity_cache_lookup(struct server *server, const struct identity_cache_lookup *search,
                           caller_callback *callback, void *context);

/* At once, when a session or token ends, or all of a person's change. */
void identity_cache_forget(struct server *server, const uint8_t hash[HASH_SIZE]);
void identity_cache_forget_person(struct server *server, const char *id);

#endif
