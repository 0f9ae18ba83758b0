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

/* The new secret of a second factor, borrowed for the call: as text, and as an otpauth:// URI for a
 * QR code; "" if refused. */
typedef void enrolment_callback(void *context, enum refusal refusal, const char *why,
                                const char *secret, const char *uri);

enum { RECOVERY_CODES = 10, RECOVERY_CODE_SIZE = 20 }; /* "abcd-efgh-jkmn-pqrs" and a NUL */

/* The new recovery codes, borrowed for the call; NULL if refused. */
typedef void recovery_callback(void *context, enum refusal refusal, const char *why,
                               char (*codes)[RECOVERY_CODE_SIZE]);

/* The owner's credentials: the password, and a code if the account has a second factor. Strings are
 * borrowed for the call; none is NULL. */
struct credentials {
    const char *password, *code;
};

/* Who makes a request; .who.id is "" if they were not authenticated. Borrowed for the call. */
typedef void caller_callback(void *context, const struct caller *caller);

#endif
