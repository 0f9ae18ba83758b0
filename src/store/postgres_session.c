/* SPDX-License-Identifier: MIT */
#include "store/postgres_session.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/monotonic.h"
#include "store/postgres_dialect.h"
#include "store/postgres_value.h"
#include "store/statement.h"

enum {
    VERSION_MIN = 150000,
    RETRY_MS = 250,
    SQL_SIZE = 6000,
    ERROR_SIZE = 1000,
    LOCK_TRIES = 50,
    LIMIT_MS = 10 * 1000,    /* for a statement outside of pipelines */
    CLOSING_LIMIT_MS = 3000, /* for all answers when the store is being closed */
    INTERRUPTION_CHECK_MS = 100
};

static const char *const statements[STATEMENT_COUNT] = {
#define ROW(statement, kind, types, sql) [statement] = (sql),
#include "store/statements.def"
};

static void sleep_ms(int ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

rk_err postgres_session_init(struct postgres_session *session,
                             const struct postgres_session_options *options)
{
    *session = (struct postgres_session){.options = *options};
    store_url_redact(options->url, session->name, sizeof session->name);
    session->options.url = strdup(options->url);
    return session->options.url ? RK_OK : RK_NO_MEMORY;
}

static void close_connection(struct postgres_session *session)
{
    PQfinish(session->connection);
    session->connection = NULL;
    memset(session->prepared, 0, sizeof session->prepared);
}

void postgres_session_fini(struct postgres_session *session)
{
    close_connection(session);
    free((char *)session->options.url);
    session->options.url = NULL;
}

// ---- waiting for answers ----------------------------------------------------------------------

void postgres_session_set_limit(struct postgres_session *session, int limit_ms)
{
    session->deadline = monotonic_ms() + limit_ms;
}

/* A store that is being closed does not wait as long. */
static void shorten_limit(struct postgres_session *session)
{
    if (!session->interrupted)
        return;
    if (!session->close_at)
        session->close_at = monotonic_ms() + CLOSING_LIMIT_MS;
    if (session->deadline > session->close_at)
        session->deadline = session->close_at;
}

/* Sends pending output and receives available input. False: the deadline has passed, or the
 * connection failed. */
static bool exchange_bytes(struct postgres_session *session)
{
    PGconn *connection = session->connection;
    const int unsent = PQflush(connection);
    struct pollfd socket = {.fd = PQsocket(connection),
                            .events = (short)(unsent > 0 ? POLLIN | POLLOUT : POLLIN)};
    shorten_limit(session);
    if (monotonic_ms() >= session->deadline)
        return false;
    const int ready = poll(&socket, 1, INTERRUPTION_CHECK_MS);
    if (ready < 0)
        return errno == EINTR;
    return !(socket.revents & (POLLIN | POLLERR | POLLHUP)) || PQconsumeInput(connection);
}

/* The next result; NULL with *lost unset is the end of the results of a command. */
static PGresult *next_result(struct postgres_session *session, bool *lost)
{
    *lost = false;
    while (PQisBusy(session->connection))
        if (!exchange_bytes(session)) {
            *lost = true;
            return NULL;
        }
    return PQgetResult(session->connection);
}

// ---- connecting -------------------------------------------------------------------------------

/* The message without the line feed at its end, and with blanks for others. */
static rk_err report_error(const struct postgres_session *session, const char *message, char *error,
                           size_t error_size)
{
    const int size = snprintf(error, error_size, "%s: %s", session->name, message);
    char *end = error + (size < 0 ? 0 : (size_t)size < error_size ? (size_t)size : error_size - 1);
    while (end > error && (end[-1] == '\n' || end[-1] == ' '))
        *--end = '\0';
    for (char *at = error; *at; at++)
        if (*at == '\n' || *at == '\t')
            *at = ' ';
    return RK_CANNOT_OPEN;
}

static rk_err report_connection(const struct postgres_session *session, char *error,
                                size_t error_size)
{
    return report_error(session, PQerrorMessage(session->connection), error, error_size);
}

static rk_err report_loss(const struct postgres_session *session, char *error, size_t error_size)
{
    return session->deadline && monotonic_ms() >= session->deadline
               ? report_error(session, "no answer from the server", error, error_size)
               : report_connection(session, error, error_size);
}

/* Notices are for people at a terminal. */
static void ignore_notice(void *context, const PGresult *notice)
{
    (void)context;
    (void)notice;
}

enum { CONNECTION_PARAMETERS = 10 };

/* The parameters before the URL are defaults, which the URL can override. */
static void list_parameters(const struct postgres_session *session,
                            const char *names[CONNECTION_PARAMETERS],
                            const char *values[CONNECTION_PARAMETERS])
{
    const char *const list[CONNECTION_PARAMETERS][2] = {
        {"fallback_application_name", "rookery"},
        {"connect_timeout", "5"},
        {"keepalives_idle", "2"},
        {"keepalives_interval", "1"},
        {"keepalives_count", "3"},
        {"tcp_user_timeout", "1500"},
        {"target_session_attrs", "read-write"},
        {"dbname", session->options.url},
        {"client_encoding", "UTF8"},
        {NULL, NULL},
    };
    for (size_t i = 0; i < CONNECTION_PARAMETERS; i++) {
        names[i] = list[i][0];
        values[i] = list[i][1];
    }
}

/* PQexec() would wait forever for a server that has stopped answering. */
PGresult *postgres_session_execute(struct postgres_session *session, const char *sql, char *error,
                                   size_t error_size)
{
    const int limit_ms = session->options.limit_ms;
    PGresult *result = NULL;
    bool lost = false;
    postgres_session_set_limit(session, limit_ms ? limit_ms : LIMIT_MS);
    if (PQsendQuery(session->connection, sql))
        for (PGresult *next; (next = next_result(session, &lost)); result = next)
            PQclear(result);
    const ExecStatusType status = PQresultStatus(result);
    if (!lost && (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK))
        return result;
    (void)report_loss(session, error, error_size);
    PQclear(result);
    return NULL;
}

/* The first value of the first row; "" if there is none. */
static rk_err query_text(struct postgres_session *session, const char *sql, char *out, size_t size,
                         char *error, size_t error_size)
{
    PGresult *result = postgres_session_execute(session, sql, error, error_size);
    if (!result)
        return RK_CANNOT_OPEN;
    snprintf(out, size, "%s", PQntuples(result) ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    return RK_OK;
}

static rk_err check_server(const struct postgres_session *session, char *error, size_t error_size)
{
    const char *encoding = PQparameterStatus(session->connection, "server_encoding");
    if (PQserverVersion(session->connection) < VERSION_MIN)
        return report_error(session, "PostgreSQL 15 or newer is needed", error, error_size);
    if (!encoding || strcmp(encoding, "UTF8") != 0)
        return report_error(session, "the encoding of the database must be UTF8", error,
                            error_size);
    return RK_OK;
}

/* A transaction of a process that was stopped must not keep its locks for long; locks of sessions
 * that only read block nothing but a migration. Acknowledged writes must be on disk, even if the
 * database is configured otherwise. Generic plans are made once, and JIT compilation would take
 * longer than running them. */
static rk_err set_up(struct postgres_session *session, char *error, size_t error_size)
{
    PGresult *result = postgres_session_execute(
        session,
        "SET plan_cache_mode = force_generic_plan; SET jit = off; SET lock_timeout = '1s'; "
        "SET statement_timeout = 0; SET default_transaction_isolation = 'read committed'",
        error, error_size);
    PQclear(result);
    if (!result)
        return RK_CANNOT_OPEN;
    result = postgres_session_execute(session,
                                      session->options.read_only
                                          ? "SET idle_in_transaction_session_timeout = '30s'"
                                          : "SET idle_in_transaction_session_timeout = '1s'",
                                      error, error_size);
    PQclear(result);
    if (!result)
        return RK_CANNOT_OPEN;
    result = postgres_session_execute(session,
                                      session->options.normal_sync
                                          ? "SET synchronous_commit = off"
                                          : "SELECT set_config('synchronous_commit', 'on', false) "
                                            "WHERE current_setting('synchronous_commit') = 'off'",
                                      error, error_size);
    PQclear(result);
    return result ? RK_OK : RK_CANNOT_OPEN;
}

/* The database may not have noticed that the last session is gone, and may still commit what that
 * session sent. */
static rk_err end_last_session(struct postgres_session *session, char *error, size_t error_size)
{
    char sql[256], ended[8];
    if (!session->process)
        return RK_OK;
    snprintf(sql, sizeof sql,
             "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
             "WHERE pid = %d AND backend_start = '%s'",
             session->process, session->started);
    const rk_err err = query_text(session, sql, ended, sizeof ended, error, error_size);
    if (err || strcmp(ended, "f") != 0)
        return err;
    return report_error(session, "the last session does not end", error, error_size);
}

/* Remembers a session that writes, so that the next one can end it. */
static rk_err remember_session(struct postgres_session *session, char *error, size_t error_size)
{
    session->process = 0;
    if (session->options.read_only)
        return RK_OK;
    const rk_err err = query_text(
        session, "SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()",
        session->started, sizeof session->started, error, error_size);
    if (!err)
        session->process = PQbackendPID(session->connection);
    return err;
}

/* A server that was killed may have left a session that ends in a moment. */
static rk_err lock_database(struct postgres_session *session, char *error, size_t error_size)
{
    char sql[120], locked[8];
    if (session->options.lock == POSTGRES_NO_LOCK)
        return RK_OK;
    snprintf(sql, sizeof sql, "SELECT pg_try_advisory_lock%s(%d, hashtext(current_schema()))",
             session->options.lock == POSTGRES_SHARED_LOCK ? "_shared" : "", POSTGRES_SERVER_LOCK);
    for (int tries = 0; tries < LOCK_TRIES && !session->interrupted; tries++) {
        const rk_err err = query_text(session, sql, locked, sizeof locked, error, error_size);
        if (err || !strcmp(locked, "t"))
            return err;
        sleep_ms(100);
    }
    return report_error(session, "another server is using this database", error, error_size);
}

static rk_err set_up_session(struct postgres_session *session, char *error, size_t error_size)
{
    rk_err err = check_server(session, error, error_size);
    if (!err)
        err = set_up(session, error, error_size);
    if (!err)
        err = end_last_session(session, error, error_size);
    if (!err)
        err = remember_session(session, error, error_size);
    if (!err)
        err = lock_database(session, error, error_size);
    return err;
}

rk_err postgres_session_connect(struct postgres_session *session, char *error, size_t error_size)
{
    const char *names[CONNECTION_PARAMETERS], *values[CONNECTION_PARAMETERS];
    if (session->connection)
        return RK_OK;
    list_parameters(session, names, values);
    session->connection = PQconnectdbParams(names, values, 1);
    if (!session->connection)
        return report_error(session, "out of memory", error, error_size);
    rk_err err;
    if (PQstatus(session->connection) != CONNECTION_OK)
        err = report_connection(session, error, error_size);
    else {
        PQsetNoticeReceiver(session->connection, ignore_notice, NULL);
        err = set_up_session(session, error, error_size);
    }
    if (err)
        close_connection(session);
    return err;
}

bool postgres_session_is_server_down(const struct postgres_session *session)
{
    const char *names[CONNECTION_PARAMETERS], *values[CONNECTION_PARAMETERS];
    list_parameters(session, names, values);
    const PGPing answer = PQpingParams(names, values, 1);
    return answer == PQPING_REJECT || answer == PQPING_NO_RESPONSE;
}

// ---- a session in use -------------------------------------------------------------------------

static void log_problem(struct postgres_session *session, const char *error)
{
    if (!session->loss_was_logged)
        log_line(session->options.log, LOG_ERROR, "store: %s", error);
    session->loss_was_logged = true;
}

bool postgres_session_reconnect(struct postgres_session *session)
{
    char error[ERROR_SIZE];
    if (session->connection)
        return true;
    if (session->interrupted || monotonic_ms() < session->retry_at)
        return false;
    const rk_err err = postgres_session_connect(session, error, sizeof error);
    session->retry_at = monotonic_ms() + RETRY_MS;
    if (err)
        log_problem(session, error);
    else if (session->loss_was_logged) {
        log_line(session->options.log, LOG_WARNING, "store: connected to %s again", session->name);
        session->loss_was_logged = false;
    }
    return !err;
}

bool postgres_session_wait(struct postgres_session *session)
{
    while (!postgres_session_reconnect(session)) {
        if (session->interrupted)
            return false;
        sleep_ms(RETRY_MS / 5);
    }
    return true;
}

void postgres_session_lose(struct postgres_session *session)
{
    char error[ERROR_SIZE];
    if (!session->connection)
        return;
    (void)report_loss(session, error, sizeof error);
    log_problem(session, error);
    close_connection(session);
}

// ---- pipelines --------------------------------------------------------------------------------

/* Sending must not block: the server may wait for us to read answers before it reads on. */
static bool start_pipeline(struct postgres_session *session)
{
    PGconn *connection = session->connection;
    return PQpipelineStatus(connection) == PQ_PIPELINE_ON ||
           (!PQsetnonblocking(connection, 1) && PQenterPipelineMode(connection));
}

bool postgres_session_send(struct postgres_session *session, const char *sql)
{
    return start_pipeline(session) &&
           PQsendQueryParams(session->connection, sql, 0, NULL, NULL, NULL, NULL, 1);
}

static void name_statement(enum statement statement, char out[16])
{
    snprintf(out, 16, "s%u", (unsigned)statement);
}

/* PostgreSQL's parameters are $1, $2... */
static bool convert_parameters(const char *sql, char out[SQL_SIZE])
{
    if ((size_t)snprintf(out, SQL_SIZE, "%s", sql) >= SQL_SIZE)
        return false;
    for (char *at = out; (at = strchr(at, '?')); at++)
        *at = '$';
    return true;
}

bool postgres_session_prepare(struct postgres_session *session, enum statement statement)
{
    char name[16], sql[SQL_SIZE];
    Oid types[POSTGRES_PARAMETERS_MAX];
    const char *letters = statement_infos[statement].types;
    const int count = (int)strlen(letters);
    if (!start_pipeline(session))
        return false;
    if (session->prepared[statement] != NOT_PREPARED)
        return true;
    for (int i = 0; i < count; i++)
        types[i] = (Oid)postgres_type_of(letters[i]);
    name_statement(statement, name);
    if (!convert_parameters(statements[statement], sql) ||
        !PQsendPrepare(session->connection, name, sql, count, types))
        return false;
    session->prepared[statement] = PREPARATION_SENT;
    return true;
}

bool postgres_session_call(struct postgres_session *session, enum statement statement,
                           const struct value *parameters, int count)
{
    static const int all_binary[POSTGRES_PARAMETERS_MAX] = {1, 1, 1, 1, 1, 1, 1, 1,
                                                            1, 1, 1, 1, 1, 1, 1, 1};
    char name[16], numbers[POSTGRES_PARAMETERS_MAX][POSTGRES_NUMBER_SIZE];
    const char *values[POSTGRES_PARAMETERS_MAX];
    int sizes[POSTGRES_PARAMETERS_MAX];
    if (!postgres_session_prepare(session, statement))
        return false;
    for (int i = 0; i < count; i++) {
        const struct value *value = &parameters[i];
        const bool is_number = value->kind == VALUE_INTEGER || value->kind == VALUE_REAL;
        if (is_number)
            postgres_number_write(value, numbers[i]);
        values[i] = value->kind == VALUE_NULL ? NULL : is_number ? numbers[i] : value->bytes;
        sizes[i] = is_number ? POSTGRES_NUMBER_SIZE : (int)value->size;
    }
    name_statement(statement, name);
    return PQsendQueryPrepared(session->connection, name, count, values, sizes, all_binary, 1);
}

bool postgres_session_sync(struct postgres_session *session)
{
    return PQpipelineSync(session->connection);
}

/* An error that libpq made up because the connection is lost has no code. */
static bool is_loss(const PGresult *result)
{
    return PQresultStatus(result) == PGRES_FATAL_ERROR &&
           !PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

PGresult *postgres_session_answer(struct postgres_session *session)
{
    bool lost;
    PGresult *answer = next_result(session, &lost);
    if (!answer || is_loss(answer)) {
        PQclear(answer);
        return NULL;
    }
    for (PGresult *more; (more = next_result(session, &lost));)
        PQclear(more);
    return answer;
}

PGresult *postgres_session_prepare_answer(struct postgres_session *session,
                                          enum statement statement)
{
    if (session->prepared[statement] != PREPARATION_SENT)
        return PQmakeEmptyPGresult(session->connection, PGRES_COMMAND_OK);
    PGresult *answer = postgres_session_answer(session);
    session->prepared[statement] =
        PQresultStatus(answer) == PGRES_COMMAND_OK ? PREPARED : NOT_PREPARED;
    return answer;
}

PGresult *postgres_session_call_answer(struct postgres_session *session, enum statement statement)
{
    if (session->prepared[statement] != PREPARATION_SENT)
        return postgres_session_answer(session);
    PGresult *prepared = postgres_session_prepare_answer(session, statement);
    if (!prepared)
        return NULL;
    PGresult *answer = postgres_session_answer(session);
    if (answer && PQresultStatus(prepared) == PGRES_FATAL_ERROR) { // the call was skipped
        PQclear(answer);
        return prepared;
    }
    PQclear(prepared);
    return answer;
}

bool postgres_session_sync_answer(struct postgres_session *session)
{
    bool lost;
    PGresult *result = next_result(session, &lost);
    const bool synced = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
    PQclear(result);
    return synced;
}
