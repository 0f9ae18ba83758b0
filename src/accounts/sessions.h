/* SPDX-License-Identifier: MIT */
/* Sessions: who logged in where. A browser holds the secret in a cookie; it is
 * good until ninety days have passed without a visit. A guest is a session and
 * nothing else. */
#ifndef ACCOUNTS_SESSIONS_H
#define ACCOUNTS_SESSIONS_H

#include "accounts/callbacks.h"
#include "accounts/secret.h"
#include "core/state.h"
#include "core/transport.h"

enum { CLIENT_AGENT_MAX = 200, SESSIONS_MAX = 100 };

/* Where somebody logs in from. */
struct visit {
    char agent[CLIENT_AGENT_MAX + 1];
    char address[ADDRESS_SIZE];
};

/* From what the request says, cleaned and cut. */
struct visit client_info_make(const char *agent, const char *address);

/* Adds to a job: this session begins. One of an account begins only if the account is active and
 * has that password's hash; else the job is refused. Sessions beyond the hundredth end. */
void session_add_login_row(struct store_job *job, const struct secret *secret, const char *account,
                           const char *kept, const struct visit *visit, int64_t now);
void session_add_guest_row(struct store_job *job, const struct secret *secret, const char *guest,
                           const struct visit *visit, int64_t now);

/* A new guest: "~" and eight letters, called Guest- and four of them. */
void guest_create(struct server *server, struct identity *out);

/* Who has the session of this cookie header. */
void session_authenticate(struct server *server, const char *cookie, caller_callback *callback,
                          void *context);

/* The session's cookie as the value of Set-Cookie; an empty secret ends it. */
void session_cookie(const struct server *server, const char *secret, char *out, size_t size);

struct session {
    int64_t created_at, seen_at;
    const char *agent, *address;
    bool current; /* the one that asks */
};

/* All of a person's, the latest seen first; NULL: the store failed. Borrowed for the call. */
typedef void sessions_callback(void *context, const struct session *sessions, size_t count);
void sessions_list(struct server *server, const struct caller *caller, sessions_callback *callback,
                   void *context);

/* Ends those that were not seen for ninety days. */
void sessions_sweep(struct server *server);

#endif
