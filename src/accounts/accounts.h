/* SPDX-License-Identifier: MIT */
/* Accounts: opening, entering, leaving and closing them. Secrets are kept as
 * hashes; passwords are hashed off the server's thread. Answers come by callback,
 * at once where the answer is known. How often somebody may try is for whoever
 * calls this to limit. */
#ifndef ACCOUNTS_ACCOUNTS_H
#define ACCOUNTS_ACCOUNTS_H

#include "accounts/callbacks.h"
#include "accounts/identity.h"
#include "accounts/passwords.h"
#include "accounts/sessions.h"
#include "accounts/tokens.h"
#include "core/state.h"

enum { EMAIL_MAX = 254 };

struct account {
    struct identity who;
    enum account_status status;
    int64_t created_at, seen_at;
    int64_t games, whites; /* played; how many more with White than with Black */
    const char *email;     /* "" if none; borrowed for the length of the call */
    const char *settings;  /* JSON, "" if none; borrowed */
};

RK_MUST_USE rk_err accounts_create(struct server *server);
/* Answers that are still to come go nowhere. */
void accounts_destroy(struct server *server);

/* Who keeps something of people's hears which accounts were closed or banned: their ids are the
 * keys. Some are told of more than once, and more than are new. */
struct deactivation_listener {
    struct list node;
    void (*hear)(struct server *server, const struct map *barred);
};
void accounts_listen_deactivated(struct server *server, struct deactivation_listener *listener);
/* Has all of them told anew, also those of long ago. */
void accounts_report_deactivated(struct server *server);

/* The account, borrowed for the call; NULL: there is none of that name. */
typedef void account_found_callback(void *context, const struct account *account);

/* Somebody at the door. Texts are borrowed for the length of the call, none is NULL. */
struct login_form {
    const char *name, *password;
    const char *email; /* "" for none; only to register */
    const char *agent, *address;
};

/* NULL, or what is wrong with it, in words (static storage), and the field's name in `where`. */
const char *login_form_fault(const struct login_form *login_form, const char **where);

/* Opens an account and logs in. */
void account_register(struct server *server, const struct login_form *login_form,
                      secret_callback *callback, void *context);
/* Takes as long for a name that does not exist as for a wrong password. */
void account_login(struct server *server, const struct login_form *login_form,
                   secret_callback *callback, void *context);
void account_logout(struct server *server, const struct caller *caller, bool everywhere,
                    account_callback *callback, void *context);
/* Other sessions end; tokens stay. */
void account_change_password(struct server *server, const struct caller *caller, const char *old,
                             const char *wanted, account_callback *callback, void *context);
/* Name and games stay; password, e-mail, settings, sessions, tokens and whom it followed or blocked
 * go, and whoever is connected hears NOTICE_KICKED; then those who hear of the barred do. */
void account_close(struct server *server, const struct caller *caller, const char *password,
                   account_callback *callback, void *context);
/* Only one that has played nothing; it stays a bot. */
void account_become_bot(struct server *server, const struct caller *caller,
                        account_callback *callback, void *context);
void account_find(struct server *server, const char *name, account_found_callback *callback,
                  void *context);
/* The row a job is at, of STORE_ACCOUNT or one like it; its texts are borrowed from the row. */
struct account account_from_row(const struct store_job *job);

/* A guest: casual games, known by its cookie; nobody's account. */
void account_make_guest(struct server *server, const char *agent, const char *address,
                        secret_callback *callback, void *context);

/* Adds to a job: the account begins, with a password's hash. Refused if the name is taken. */
void account_add_row(struct store_job *job, const struct identity *who, const char *hash,
                     const char *email, int64_t now);
/* Adds to a job: the account is closed. Refused if it is not active. */
void account_close_row(struct store_job *job, const struct identity *who, int64_t now);

/* Who sent this: by "Authorization: Bearer ..." if there is one, else by the
 * cookie. Remembered for a minute; forgotten at once when the session ends here. */
void accounts_authenticate(struct server *server, const char *authorization, const char *cookie,
                           caller_callback *callback, void *context);

#endif
