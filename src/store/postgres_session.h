/* SPDX-License-Identifier: MIT */
/* A session of a PostgreSQL server: connecting, and connecting again when it was lost; sending
 * statements in a pipeline and taking their answers. Use it from one thread at a time. */
#ifndef STORE_POSTGRES_SESSION_H
#define STORE_POSTGRES_SESSION_H

#include <limits.h>
#include <stdatomic.h>

#include <libpq-fe.h>

#include "store/store.h"
#include "store/store_url.h"
#include "store/value.h"

enum { POSTGRES_PARAMETERS_MAX = 16, POSTGRES_STARTED_SIZE = 40 };

/* Advisory locks, the second number of which is that of the schema: of the servers that use it, and
 * of whoever changes its tables. */
enum { POSTGRES_SERVER_LOCK = 0x526f6f6b /* "Rook" */, POSTGRES_SCHEMA_LOCK };

enum postgres_preparation { NOT_PREPARED, PREPARATION_SENT, PREPARED };

/* How a session locks the schema against others. */
enum postgres_lock { POSTGRES_NO_LOCK, POSTGRES_SHARED_LOCK, POSTGRES_EXCLUSIVE_LOCK };

struct postgres_session_options {
    const char *url;
    const struct log *log;
    bool read_only;
    enum postgres_lock lock;
    bool normal_sync; /* as in store_options */
    int limit_ms;     /* for a statement outside of pipelines; 0: ten seconds */
};

enum { POSTGRES_NO_LIMIT = INT_MAX };

struct postgres_session {
    struct postgres_session_options options; /* its url is owned */
    char name[STORE_URL_MAX + 1];            /* the URL without its password */
    PGconn *connection;                      /* NULL: not connected */
    enum postgres_preparation prepared[STATEMENT_COUNT];
    int64_t retry_at;        /* the earliest time of the next attempt to connect, in milliseconds */
    int64_t deadline;        /* answers that arrive later count as lost */
    int64_t close_at;        /* the same when the store is being closed; 0: it is not */
    bool loss_was_logged;    /* the loss has been logged */
    atomic_bool interrupted; /* the store is being closed */

    /* the last session, by its process and its start; 0: none */
    int process;
    char started[POSTGRES_STARTED_SIZE];
};

/* Does not connect yet. */
RK_MUST_USE rk_err postgres_session_init(struct postgres_session *session,
                                         const struct postgres_session_options *options);
void postgres_session_fini(struct postgres_session *session);

/* Connects unless it is connected. When this returns RK_OK, the last session, if there was one, has
 * ended: none of its transactions can take effect any more. On failure `error` gets the reason. */
RK_MUST_USE rk_err postgres_session_connect(struct postgres_session *session, char *error,
                                            size_t error_size);

/* The same for a session in use, which may have lost its connection: logs the reason of a failure,
 * and does not try more often than a few times a second. False: there is no connection now. */
bool postgres_session_reconnect(struct postgres_session *session);

/* Waits until it is connected again. False if the store is being closed first. */
bool postgres_session_wait(struct postgres_session *session);

/* Whether a connection could not be made because the server is down or starting, which may change.
 */
bool postgres_session_is_server_down(const struct postgres_session *session);

/* Runs statements without parameters outside of pipelines; NULL if they failed or took longer than
 * limit_ms, after which the session cannot be used. The caller clears the result, which is that of
 * the last statement. */
PGresult *postgres_session_execute(struct postgres_session *session, const char *sql, char *error,
                                   size_t error_size);

/* ---- pipelines: send commands, then postgres_session_sync(), then take one answer for each ----
 */

/* Sets the time limit for the answers, in milliseconds from now. */
void postgres_session_set_limit(struct postgres_session *session, int limit_ms);

/* False if the connection is lost. */
bool postgres_session_send(struct postgres_session *session, const char *sql);
bool postgres_session_call(struct postgres_session *session, enum statement statement,
                           const struct value *parameters, int count);
bool postgres_session_prepare(struct postgres_session *session, enum statement statement);
bool postgres_session_sync(struct postgres_session *session);

/* Takes the answer to the next command; NULL if the connection is lost. The caller clears it. */
PGresult *postgres_session_answer(struct postgres_session *session);

/* The same for a statement that was prepared but not called; an empty one if it was known. */
PGresult *postgres_session_prepare_answer(struct postgres_session *session,
                                          enum statement statement);

/* The same for a call. */
PGresult *postgres_session_call_answer(struct postgres_session *session, enum statement statement);

/* Takes the answer to the sync; false if the connection is lost. */
bool postgres_session_sync_answer(struct postgres_session *session);

/* Closes a connection that has failed, and logs why. */
void postgres_session_lose(struct postgres_session *session);

#endif
