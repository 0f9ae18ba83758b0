/* SPDX-License-Identifier: MIT */
/* How accounts, sessions and tokens answer: once, at once where the answer is
 * known. If the server ends before the answer comes, none is given. */
#ifndef ACCOUNTS_CALLBACKS_H
#define ACCOUNTS_CALLBACKS_H

#include "accounts/identity.h"
#include "wire/refusals.h"

/* What came of it; `why` in words for a person, borrowed for the call. */
typedef void account_callback(void *context, enum refusal refusal, const char *why);

/* The secret of a new session or token, to be handed to its owner once; "" if refused. */
typedef void secret_callback(void *context, enum refusal refusal, const char *why,
                             const char *secret);

/* Who it is; .who.id is "" if nobody knows. Borrowed for the call. */
typedef void caller_callback(void *context, const struct caller *caller);

#endif
