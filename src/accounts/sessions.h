/* SPDX-License-Identifier: MIT */
/* Sessions. A browser has the session's secret in a cookie; it expires after ninety days without a
 * request. A guest is a session without an account. */
#ifndef ACCOUNTS_SESSIONS_H
#define ACCOUNTS_SESSIONS_H

#include "accounts/callbacks.h"
#include "accounts/secret.h"
#include "core/state.h"
#include "core/transport.h"

enum { CLIENT_AGENT_MAX = 200, SESSIONS_MAX = 100 };

/* The client that logs in, as the list of sessions shows it. */
struct client_info {
    char agent[CLIENT_AGENT_MAX + 1];
    char address[ADDRESS_SIZE];
};

/* From the headers of the request, sanitized and cut to size. */
struct client_info client_info_make(const char *agent, const char *address);

/* Statements that create a session, added to a job. The job is refused unless the account is active
 * and still has that password hash. Only the account's latest hundred sessions remain. */
void session_add_login_row(struct store_job *job, const struct secret *secret, const char *account,
                           const char *password_hash, const struct client_info *client,
                           int64_t now);
void session_add_guest_row(struct store_job *job, const struct secret *secret, const char *guest,
                           const struct client_info *client, int64_t now);

/* A new guest. Its id is "~" and eight letters, its name Guest- and the first four of them. */
void guest_create(struct server *server, struct identity *out);

/* Finds who the session in a Cookie header belongs to. */
void session_authenticate(struct server *server, const char *cookie, caller_callback *callback,
                          void *context);

/* The same for a session that was authenticated before. */
void session_find_caller(struct server *server, const uint8_t hash[HASH_SIZE],
                         caller_callback *callback, void *context);

/* Writes the value of Set-Cookie; an empty secret deletes the cookie. */
void session_cookie(const struct server *server, const char *secret, char *out, size_t size);

struct session {
    int64_t created_at, seen_at;
    const char *agent, *address;
    uint8_t hash[HASH_SIZE];
    char id[PUBLIC_ID_LETTERS + 1]; /* see secret_public_id() */
    bool current;                   /* the session of the request itself */
};

/* All sessions of a person, the most recently used first; NULL: the store failed. Borrowed for the
 * call. */
typedef void sessions_callback(void *context, const struct session *sessions, size_t count);
void sessions_list(struct server *server, const struct caller *caller, sessions_callback *callback,
                   void *context);

/* Ends one of the caller's own sessions; connections made with it close at once. */
void session_end(struct server *server, const struct caller *caller, const char *id,
                 account_callback *callback, void *context);
/* Ends all but the one that the request was made with. */
void sessions_end_others(struct server *server, const struct caller *caller,
                         account_callback *callback, void *context);

/* Drops a person's sessions from the caches of all nodes and closes the connections made with them;
 * `why` is a word. */
void sessions_disconnect(struct server *server, const char *id, const char *why);

/* The same for all sessions but the caller's own; connections made with tokens stay. */
void sessions_disconnect_others(struct server *server, const struct caller *caller);
/* On this node only, with a message for the user. For changes that every node finds by itself, such
 * as entries of the audit log: if one node also notified the others, a late message could
 * disconnect a user who has already reconnected. */
void sessions_kick(struct server *server, const char *id, const char *word, const char *sentence);

/* Deletes the sessions and tokens that have expired. */
void sessions_sweep(struct server *server);

#endif
