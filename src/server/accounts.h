/* SPDX-License-Identifier: MIT */
/* Accounts, their passwords, sessions and tokens. Secrets are kept as hashes;
 * passwords are hashed off the server's thread. Answers come by callback, at once
 * where the answer is known. */
#ifndef SERVER_ACCOUNTS_H
#define SERVER_ACCOUNTS_H

#include "server/identity.h"
#include "server/state.h"
#include "wire/words.h"

struct account {
    struct identity who;
    enum account_status status;
    int64_t created_at, seen_at;
    int64_t games, whites; /* played; how many more with White than with Black */
    const char *email;     /* "" if none; borrowed for the length of the call */
    const char *settings;  /* JSON, "" if none; borrowed */
};

enum { PASSWORD_MIN = 4, PASSWORD_MAX = 999, SECRET_TEXT_MAX = 64 };

RK_MUST_USE rk_err accounts_create(struct server *server);
void accounts_destroy(struct server *server);

/* What came of it; `why` in words for a person, static or borrowed for the call. */
typedef void accounts_done(void *context, enum refusal refusal, const char *why);
/* The account, borrowed for the call; NULL: there is none of that name. */
typedef void accounts_found(void *context, const struct account *account);
/* The secret of a new session or token, to be handed to its owner once. */
typedef void accounts_secret(void *context, enum refusal refusal, const char *why,
                             const char *secret);
typedef void accounts_caller(void *context,
                             const struct caller *caller); /* .who.id "" if unknown */

/* Opens an account and logs in. */
void account_register(struct server *server, const char *name, const char *password,
                      const char *email, const char *agent, const char *address,
                      accounts_secret *then, void *context);
/* Takes as long for a name that does not exist as for a wrong password. */
void account_login(struct server *server, const char *name, const char *password, const char *agent,
                   const char *address, accounts_secret *then, void *context);
void account_logout(struct server *server, const struct caller *caller, bool everywhere,
                    accounts_done *then, void *context);
/* Other sessions end. */
void account_change_password(struct server *server, const struct caller *caller, const char *old,
                             const char *wanted, accounts_done *then, void *context);
/* Name and games stay; password, e-mail, settings, sessions and tokens go. */
void account_close(struct server *server, const struct caller *caller, const char *password,
                   accounts_done *then, void *context);
void account_become_bot(struct server *server, const struct caller *caller, accounts_done *then,
                        void *context);
void account_find(struct server *server, const char *name, accounts_found *then, void *context);

/* A guest: casual games, kept in memory and by its cookie; nobody's account. */
void account_make_guest(struct server *server, const char *agent, const char *address,
                        accounts_secret *then, void *context);

/* Tokens of the API: letters, digits and _. `expires_at` 0 is never. */
void token_create(struct server *server, const char *account, unsigned scopes,
                  const char *description, int64_t expires_at, accounts_secret *then,
                  void *context);
void token_revoke(struct server *server, const struct caller *caller, accounts_done *then,
                  void *context);
/* Writes the names of scopes, joined by commas. */
size_t scopes_write(unsigned scopes, char *out, size_t size);
/* Reads them; false at a word that is none. */
bool scopes_parse(const char *text, unsigned *out);

/* Who sent this: by "Authorization: Bearer ..." if there is one, else by the
 * cookie. Remembered for a minute; forgotten at once when the session ends here. */
void caller_of(struct server *server, const char *authorization, const char *cookie,
               accounts_caller *then, void *context);
/* Who a bare token belongs to, and until when it is good. */
void caller_of_token(struct server *server, const char *token, accounts_caller *then,
                     void *context);

/* The session's cookie as the value of Set-Cookie; an empty secret ends it. */
void session_cookie(const struct server *server, const char *secret, char *out, size_t size);

#endif
