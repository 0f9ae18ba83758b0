/* SPDX-License-Identifier: MIT */
/* The callbacks of accounts, sessions and tokens. Each is called once, possibly before the function
 * that was given it returns, and never after the server was destroyed. */
#ifndef ACCOUNTS_CALLBACKS_H
#define ACCOUNTS_CALLBACKS_H

#include "accounts/identity.h"
#include "wire/refusals.h"

/* The result of a request; `why` is a message for people, borrowed for the call. */
typedef void account_callback(void *context, enum refusal refusal, const char *why);

/* The secret of a new session or token, which only its owner may see; "" if refused. */
typedef void secret_callback(void *context, enum refusal refusal, const char *why,
                             const char *secret);

/* Who makes a request; .who.id is "" if they were not authenticated. Borrowed for the call. */
typedef void caller_callback(void *context, const struct caller *caller);

#endif
