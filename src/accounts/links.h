/* SPDX-License-Identifier: MIT */
/* One-time links: to set a new password, and to confirm an e-mail address. Each works once and for
 * an hour. A server that can send e-mail mails the link; otherwise staff create it and pass it on.
 *
 * An invitation is an account without a password and a link with which its owner sets one. It works
 * for a week, because the owner does not wait for it. */
#ifndef ACCOUNTS_LINKS_H
#define ACCOUNTS_LINKS_H

#include "accounts/callbacks.h"
#include "accounts/secret.h"
#include "core/state.h"
#include "wire/page_language.h"

enum { LINK_SIZE = 640 };

enum link_kind { LINK_RESET = 1, LINK_EMAIL = 2 }; /* stored */

/* Makes the secret of a link. */
void link_generate(const struct server_env *env, struct secret *out);
/* Writes the whole URL. */
void link_write(const char *public_url, enum link_kind kind, const struct secret *secret,
                char out[LINK_SIZE]);
/* Adds statements to a job that create a link and replace earlier ones of that kind. The job is
 * refused unless the account is active. `email` is the new address, or NULL. */
void link_add_row(struct store_job *job, const struct secret *secret, enum link_kind kind,
                  const char *account, const char *email, int64_t now);

/* Adds statements to a job that create an account without a password, and its link of the kind
 * LINK_RESET. The job is refused if the name is taken. `email` is "" for none. */
void invitation_add_rows(struct store_job *job, const struct secret *secret,
                         const struct identity *who, const char *email, int64_t now);

/* Whether a link still works, and whose it is; NULL if it does not. Borrowed for the call. */
struct link_owner {
    struct identity who;
    const char *email; /* the new address; "" for none */
    bool is_invited;   /* has never had a password */
};
typedef void link_callback(void *context, const struct link_owner *owner);
void link_find(struct server *server, enum link_kind kind, const char *code,
               link_callback *callback, void *context);

// ---- passwords -------------------------------------------------------------------------------

/* Sends a link, with words in a language, to the owner of an account, found by its name or e-mail
 * address, if there is one with an address. The response does not reveal whether there is one. The
 * caller limits the rate by address. */
void reset_request(struct server *server, const char *name_or_email, enum page_language language);
/* A reset may mean that an attacker had taken over the account. So it ends all sessions, deletes
 * known devices and other links, and revokes the tokens unless the owner keeps them. */
struct password_reset {
    const char *code, *new_password;
    bool keeps_tokens;
};
void reset_password(struct server *server, const struct password_reset *reset,
                    account_callback *callback, void *context);

// ---- e-mail addresses ------------------------------------------------------------------------

/* Changes the caller's address: if mail can be sent, by a link to the new one with words in a
 * language, otherwise at once. `why` says which. An empty address removes it. */
struct email_change {
    const char *email;
    enum page_language language;
};
void email_change(struct server *server, const struct caller *caller,
                  const struct credentials *owner, const struct email_change *change,
                  account_callback *callback, void *context);
void email_confirm(struct server *server, const char *code, account_callback *callback,
                   void *context);

#endif
