/* SPDX-License-Identifier: MIT */
/* A pending request to log in or to change an account.
 *
 * Most requests take several steps: they read the store, check a password on a worker thread, and
 * write to the store. The account may change between two steps, so the final job has a condition,
 * such as the password hash that was checked, and is refused if it no longer holds.
 *
 * Each step ends with a callback, which first calls one of the functions below that return a bool.
 * False means that the request has ended, because the step failed or the server is gone. */
#ifndef ACCOUNTS_ACCOUNT_REQUEST_H
#define ACCOUNTS_ACCOUNT_REQUEST_H

#include "accounts/account_row.h"
#include "accounts/callbacks.h"
#include "accounts/passwords.h"
#include "accounts/sessions.h"
#include "accounts/totp.h"
#include "core/client_counts.h"
#include "core/pending.h"
#include "wire/page_language.h"

#define ACCOUNT_NO_MEMORY "the server is out of memory; try again later"
#define ACCOUNT_CHANGED   "the account has changed in the meantime; try again"

enum { CODE_MAX = 40, ISSUER_MAX = 60 };

/* The second factor of an account. */
struct factor {
    bool usable;  /* there is a secret */
    bool enabled; /* it was confirmed: a login needs a code, even if the secret is damaged */
    uint8_t secret[TOTP_SECRET_SIZE];
    int64_t last_step; /* of the last code that was used */
};

struct account_request {
    struct pending_request pending;
    secret_callback *secret_callback; /* one of these four is set */
    account_callback *callback;
    enrolment_callback *on_enrolled;
    recovery_callback *on_codes;
    void *context;
    password_callback *next; /* after the password was checked */

    struct identity who;
    enum account_status status;
    struct caller caller;
    struct client_info client;
    struct client_slot hash_slot; /* while its password is hashed */
    bool from_known_device;
    struct secret secret; /* of the new session */
    const char *kick;     /* why all connections close, in a word; NULL: they stay */
    bool closes;          /* closes the account */
    bool erases;          /* and marks it for social/erasures.h */
    bool keeps_tokens;    /* when the password is reset */
    struct factor factor;
    bool keeps_own_session; /* the caller's session stays, and only the others end */
    char stored_hash[PASSWORD_HASH_SIZE];
    char password[PASSWORD_MAX + 1], new_password[PASSWORD_MAX + 1];
    char code[CODE_MAX + 1]; /* for the second factor, as typed */
    char email[EMAIL_MAX + 1];
    enum page_language language; /* of the mail that is sent */
    char issuer[ISSUER_MAX + 1]; /* the name of the server, for an authenticator app */
    char recovery_codes[RECOVERY_CODES][RECOVERY_CODE_SIZE];
};

/* Destroys the request and calls back. */
void account_request_finish(struct account_request *request, enum refusal refusal, const char *why);

/* A longer password or code is truncated, so it does not match. */
void account_request_set_credentials(struct account_request *request,
                                     const struct credentials *owner);

/* Something was read; request->pending.server is set. */
bool account_request_check_read(struct account_request *request, enum store_outcome outcome);

/* Reads the account of request->who.id and its second factor. */
void account_request_read(struct account_request *request, store_done *callback);
/* The account was read. If it does not exist, the stored hash stays empty. */
bool account_request_load_row(struct account_request *request, struct store_job *job,
                              enum store_outcome outcome);

/* Checks a password on a worker thread. */
void account_request_check_password(struct account_request *request,
                                    const struct password_task *task, password_callback *callback);
/* Reads the account, then checks the password of the request against it. */
void account_request_verify_password(struct account_request *request, password_callback *callback);
/* The worker is done. The caller checks result->matches. */
bool account_request_check_result(struct account_request *request,
                                  const struct password_result *result);
/* The same, and the request is refused if the password was wrong. */
bool account_request_check_match(struct account_request *request,
                                 const struct password_result *result);

/* The final write is done. The request is finished with this refusal if its condition did not
 * hold. */
bool account_request_check_write(struct account_request *request, enum store_outcome outcome,
                                 enum refusal refusal, const char *why);

/* Adds a statement that changes the password hash to a job, which is refused if the stored hash is
 * another than the one that was read. */
void account_request_add_password(struct store_job *job, const struct account_request *request,
                                  const char *new_hash);

#endif
