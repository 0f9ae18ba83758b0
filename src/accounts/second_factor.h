/* SPDX-License-Identifier: MIT */
/* The second factor of a login: the codes of an authenticator app, or one of ten recovery codes.
 *
 * A user enrols, which shows the secret; confirms with a first code, which shows the recovery
 * codes; and from then on needs a code for each login. Every code works once. */
#ifndef ACCOUNTS_SECOND_FACTOR_H
#define ACCOUNTS_SECOND_FACTOR_H

#include "accounts/account_request.h"
#include "accounts/callbacks.h"
#include "accounts/totp.h"
#include "core/state.h"

/* Whether an account has a second factor, and how many recovery codes it has left; NULL: the store
 * failed. */
struct second_factor_status {
    bool enabled;
    int64_t recovery_codes;
};
typedef void second_factor_status_callback(void *context,
                                           const struct second_factor_status *status);
void second_factor_find(struct server *server, const struct caller *caller,
                        second_factor_status_callback *callback, void *context);

/* Makes a new secret; nothing changes until it is confirmed. `issuer` is the server's name. */
void second_factor_enrol(struct server *server, const struct caller *caller, const char *password,
                         const char *issuer, enrolment_callback *callback, void *context);

void second_factor_confirm(struct server *server, const struct caller *caller, const char *code,
                           recovery_callback *callback, void *context);
/* These two need the password and a code. */
void second_factor_renew_codes(struct server *server, const struct caller *caller,
                               const char *password, const char *code, recovery_callback *callback,
                               void *context);
void second_factor_disable(struct server *server, const struct caller *caller, const char *password,
                           const char *code, account_callback *callback, void *context);

/* ---- for other requests ---- */

/* Checks the code of a request whose password is right, if the account has a second factor, and
 * adds a statement that uses it up to the job. False: the code is missing or wrong; the request has
 * ended and the job is destroyed. */
bool second_factor_check(struct account_request *request, struct store_job *job);
/* That job is done. False: the request has ended. It is refused if another request has used the
 * code meanwhile, or if a recovery code does not exist. */
bool second_factor_check_write(struct account_request *request, enum store_outcome outcome);

/* Adds statements to a job that remove the factor and its recovery codes: for an account that is
 * closed, and for staff when somebody has lost both. */
void second_factor_add_removal(struct store_job *job, const char *account);

#endif
