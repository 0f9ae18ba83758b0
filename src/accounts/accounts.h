/* SPDX-License-Identifier: MIT */
/* Accounts: registration, login, logout, closing. Secrets and passwords are stored as hashes;
 * passwords are hashed on a worker thread. Results come by callback, immediately where they are
 * known. The caller limits the rate of requests. */
#ifndef ACCOUNTS_ACCOUNTS_H
#define ACCOUNTS_ACCOUNTS_H

#include "accounts/account_row.h"
#include "accounts/callbacks.h"
#include "accounts/identity.h"
#include "accounts/passwords.h"
#include "accounts/sessions.h"
#include "accounts/tokens.h"
#include "core/state.h"

RK_MUST_USE rk_err accounts_create(struct server *server);
/* Pending requests are cancelled. */
void accounts_destroy(struct server *server);

/* The account is borrowed for the call. It is NULL if none has that name (REFUSED_NOT_FOUND), or if
 * the store failed (REFUSED_BUSY): then there may be one. */
typedef void account_found_callback(void *context, enum refusal refusal,
                                    const struct account *account);

/* The form for registration and login. Strings are borrowed for the call; none is NULL. */
struct login_form {
    const char *name, *password;
    const char *email;           /* "" for none; only to register */
    const char *agent, *address; /* of the client */
    const char *code;            /* of the second factor; NULL or "" for none; only to log in */
    bool from_known_device;      /* or address: it goes before others if many log in */
};

/* Returns what is wrong with an e-mail address (static storage), or NULL. "" stands for no address,
 * which is allowed. */
const char *email_fault(const char *email);

/* Checks a form for registration. Returns NULL, or what is wrong (static storage), and sets `where`
 * to the name of the field. */
const char *login_form_fault(const struct login_form *form, const char **where);

/* Creates an account and logs in. */
void account_register(struct server *server, const struct login_form *form,
                      secret_callback *callback, void *context);
/* An unknown name takes as long as a wrong password. An account with a second factor also needs a
 * code: if the password is right and the code is missing, the refusal is REFUSED_CODE_MISSING. */
void account_login(struct server *server, const struct login_form *form, secret_callback *callback,
                   void *context);
void account_logout(struct server *server, const struct caller *caller, bool everywhere,
                    account_callback *callback, void *context);
/* Ends the account's other sessions; tokens stay valid. `owner` has the old password. */
void account_change_password(struct server *server, const struct caller *caller,
                             const struct credentials *owner, const char *new_password,
                             account_callback *callback, void *context);
/* Keeps name and games; deletes password, e-mail address, settings, sessions, tokens and relations.
 * The account's connections get NOTICE_KICKED; then the deactivation listeners are called. */
void account_close(struct server *server, const struct caller *caller,
                   const struct credentials *owner, account_callback *callback, void *context);
/* The same, and marks the account to be erased: see social/erasures.h. */
void account_erase(struct server *server, const struct caller *caller,
                   const struct credentials *owner, account_callback *callback, void *context);
/* Turns an account that has not played and is not playing into a bot, permanently. Its connections
 * are closed, its seeks and challenges withdrawn. */
void account_become_bot(struct server *server, const struct caller *caller,
                        account_callback *callback, void *context);
void account_find(struct server *server, const char *name, account_found_callback *callback,
                  void *context);

/* Creates a guest, who plays casual games without an account and is known by a cookie. */
void account_make_guest(struct server *server, const char *agent, const char *address,
                        secret_callback *callback, void *context);

/* The token of "Bearer ...", within the text; NULL if that is something else. */
const char *accounts_find_token(const char *authorization);

/* Finds who made a request: by "Authorization: Bearer ..." if there is one, otherwise by the
 * cookie. The result is cached for a minute, or until the session ends on this server. */
void accounts_authenticate(struct server *server, const char *authorization, const char *cookie,
                           caller_callback *callback, void *context);

#endif
