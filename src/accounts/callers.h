/* SPDX-License-Identifier: MIT */
/* Who was recognised lately by a session or token: remembered for a minute, so
 * that not every request asks the store. */
#ifndef ACCOUNTS_CALLERS_H
#define ACCOUNTS_CALLERS_H

#include "accounts/answers.h"
#include "core/state.h"

RK_MUST_USE rk_err callers_create(struct server *server);
void callers_destroy(struct server *server);

/* Reads a row of the statement below; false if nobody is to be recognised by it any more. */
typedef bool callers_read(struct server *server, const struct store_job *row, struct caller *out);

/* Who has the secret of nobody's hash: from memory, or by a statement that finds it. */
struct callers_search {
    struct caller nobody; /* what is known before: the hash, and whether it is a token's */
    enum statement statement;
    callers_read *read;
};
void callers_search(struct server *server, const struct callers_search *search,
                    accounts_caller *then, void *context);

/* At once, when a session or token ends, or all of a person's change. */
void callers_forget(struct server *server, const uint8_t hash[HASH_SIZE]);
void callers_forget_person(struct server *server, const char *id);

#endif
