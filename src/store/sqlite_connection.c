/* SPDX-License-Identifier: MIT */
#include "store/sqlite_connection.h"

#include <stdio.h>
#include <stdlib.h>

#include <sqlite3.h>

#include "store/job.h"
#include "store/sqlite_dialect.h"
#include "store/sqlite_value.h"
#include "store/statement.h"

/* Transaction statements, prepared and cached like the others. */
enum control {
    BEGIN_READING,
    BEGIN_WRITING,
    COMMIT,
    ROLLBACK,
    SAVEPOINT,
    RELEASE,
    ROLLBACK_TO,
    CONTROL_COUNT
};

struct sqlite_connection {
    struct connection head;
    sqlite3 *db;
    const struct log *log;
    sqlite3_stmt *prepared[STATEMENT_COUNT + CONTROL_COUNT]; /* on first use */
};

static const char *const statements[STATEMENT_COUNT + CONTROL_COUNT] = {
#define ROW(statement, kind, types, sql) [statement] = (sql),
#include "store/statements.def"
    [STATEMENT_COUNT + BEGIN_READING] = "BEGIN",
    [STATEMENT_COUNT + BEGIN_WRITING] = "BEGIN IMMEDIATE",
    [STATEMENT_COUNT + COMMIT] = "COMMIT",
    [STATEMENT_COUNT + ROLLBACK] = "ROLLBACK",
    [STATEMENT_COUNT + SAVEPOINT] = "SAVEPOINT job",
    [STATEMENT_COUNT + RELEASE] = "RELEASE job",
    [STATEMENT_COUNT + ROLLBACK_TO] = "ROLLBACK TO job",
};

static struct sqlite_connection *sqlite_of(struct connection *connection)
{
    return (struct sqlite_connection *)connection;
}

// ---- one statement ----------------------------------------------------------------------------

static enum store_outcome fail_statement(struct sqlite_connection *connection, unsigned index,
                                         const char *what)
{
    const char *name = index < STATEMENT_COUNT ? statement_infos[index].name : statements[index];
    log_line(connection->log, LOG_ERROR, "store: %s: %s", name, what);
    return STORE_FAILED;
}

static enum store_outcome fail_with_sqlite_error(struct sqlite_connection *connection,
                                                 unsigned index)
{
    return fail_statement(connection, index, sqlite3_errmsg(connection->db));
}

static sqlite3_stmt *prepare_statement(struct sqlite_connection *connection, unsigned index)
{
    sqlite3_stmt **prepared = &connection->prepared[index];
    if (!*prepared)
        sqlite3_prepare_v3(connection->db, statements[index], -1, SQLITE_PREPARE_PERSISTENT,
                           prepared, NULL);
    return *prepared;
}

static bool run_control(struct sqlite_connection *connection, enum control which)
{
    const unsigned index = STATEMENT_COUNT + which;
    sqlite3_stmt *statement = prepare_statement(connection, index);
    const bool done = statement && sqlite3_step(statement) == SQLITE_DONE;
    if (!done)
        fail_with_sqlite_error(connection, index);
    sqlite3_reset(statement);
    return done;
}

/* Binds the values from *at up to the next call. */
static enum store_outcome bind_all(struct sqlite_connection *connection, unsigned index,
                                   const struct store_job *job, size_t *at)
{
    sqlite3_stmt *statement = connection->prepared[index];
    struct value value;
    int count = 0;
    for (size_t next = *at; value_read(&job->calls, &next, &value) && value.kind != VALUE_CALL;
         *at = next)
        if (sqlite_bind_value(statement, ++count, &value))
            return fail_with_sqlite_error(connection, index);
    return STORE_DONE;
}

static void copy_row(sqlite3_stmt *statement, struct buffer *rows)
{
    const int count = sqlite3_column_count(statement);
    value_write(rows, &(struct value){.kind = VALUE_ROW, .integer = count});
    for (int column = 0; column < count; column++) {
        const struct value value = sqlite_column_value(statement, column);
        if (value.size && !value.bytes)
            rows->failed = true;
        value_write(rows, &value);
    }
}

static bool is_conflict(int code)
{
    return code == SQLITE_CONSTRAINT_PRIMARYKEY || code == SQLITE_CONSTRAINT_UNIQUE ||
           code == SQLITE_CONSTRAINT_ROWID;
}

static enum store_outcome step_statement(struct sqlite_connection *connection, unsigned index,
                                         struct store_job *job)
{
    sqlite3_stmt *statement = connection->prepared[index];
    if (sqlite3_column_count(statement) > COLUMNS_MAX)
        return fail_statement(connection, index, "too many columns");
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        copy_row(statement, &job->rows);
        if (job->rows.failed)
            return fail_statement(connection, index, "out of memory");
        if (job->rows.size > ROWS_SIZE_MAX)
            return fail_statement(connection, index, "result too large");
    }
    if (is_conflict(code))
        return STORE_REFUSED;
    if (code != SQLITE_DONE)
        return fail_with_sqlite_error(connection, index);
    if (statement_infos[index].kind == STATEMENT_READ)
        return STORE_DONE;
    const size_t changes = (size_t)sqlite3_changes64(connection->db);
    job->changes += changes;
    return changes || statement_infos[index].kind == STATEMENT_MAY_CHANGE ? STORE_DONE
                                                                          : STORE_REFUSED;
}

/* Runs the call at *at and advances *at. */
static enum store_outcome run_call(struct sqlite_connection *connection, struct store_job *job,
                                   size_t *at)
{
    struct value value;
    if (!value_read(&job->calls, at, &value) || value.kind != VALUE_CALL) {
        log_line(connection->log, LOG_ERROR, "store: a job does not start with a statement");
        return STORE_FAILED;
    }
    const unsigned index = (unsigned)value.integer;
    if (!job->writes && statement_infos[index].kind != STATEMENT_READ)
        return fail_statement(connection, index, "a writing statement in a reading job");
    if (!prepare_statement(connection, index))
        return fail_with_sqlite_error(connection, index);
    enum store_outcome outcome = bind_all(connection, index, job, at);
    if (outcome == STORE_DONE)
        outcome = step_statement(connection, index, job);
    sqlite3_reset(connection->prepared[index]);
    sqlite3_clear_bindings(connection->prepared[index]);
    return outcome;
}

static enum store_outcome run_calls(struct sqlite_connection *connection, struct store_job *job)
{
    enum store_outcome outcome = STORE_DONE;
    if (!job_is_valid(job, connection->log))
        return STORE_FAILED;
    for (size_t at = 0; at < job->calls.size && outcome == STORE_DONE;)
        outcome = run_call(connection, job, &at);
    return outcome;
}

// ---- jobs -------------------------------------------------------------------------------------

/* All of the job or nothing, inside the transaction of its group. */
static enum store_outcome write_job(struct sqlite_connection *connection, struct store_job *job)
{
    if (job->call_count <= 1) // a single statement is atomic
        return run_calls(connection, job);
    if (!run_control(connection, SAVEPOINT))
        return STORE_FAILED;
    const enum store_outcome outcome = run_calls(connection, job);
    if (sqlite3_get_autocommit(connection->db)) // the error has rolled back the whole group
        return STORE_FAILED;
    const bool rolled_back = outcome == STORE_DONE || run_control(connection, ROLLBACK_TO);
    if (!run_control(connection, RELEASE) || !rolled_back)
        run_control(connection, ROLLBACK);
    return outcome;
}

static void fail_jobs(struct list *jobs)
{
    for (struct list *node = jobs->next; node != jobs; node = node->next)
        job_complete(LIST_OWNER(node, struct store_job, node), STORE_FAILED);
}

static bool write_jobs(struct sqlite_connection *connection, struct list *jobs)
{
    if (!run_control(connection, BEGIN_WRITING))
        return false;
    for (struct list *node = jobs->next; node != jobs; node = node->next) {
        struct store_job *job = LIST_OWNER(node, struct store_job, node);
        job_complete(job, write_job(connection, job));
        if (sqlite3_get_autocommit(connection->db))
            return false;
    }
    return run_control(connection, COMMIT);
}

static void write_group(struct connection *head, struct list *jobs)
{
    struct sqlite_connection *connection = sqlite_of(head);
    if (list_is_empty(jobs) || write_jobs(connection, jobs))
        return;
    if (!sqlite3_get_autocommit(connection->db))
        run_control(connection, ROLLBACK);
    fail_jobs(jobs);
}

static void read_job(struct connection *head, struct store_job *job)
{
    struct sqlite_connection *connection = sqlite_of(head);
    const bool many = job->call_count > 1; // all must see the same state
    if (many && !run_control(connection, BEGIN_READING)) {
        job_complete(job, STORE_FAILED);
        return;
    }
    job_complete(job, run_calls(connection, job));
    if (many && !sqlite3_get_autocommit(connection->db))
        run_control(connection, COMMIT);
}

// ---- opening and closing ----------------------------------------------------------------------

static void close_connection(struct connection *head)
{
    struct sqlite_connection *connection = sqlite_of(head);
    for (size_t i = 0; i < STATEMENT_COUNT + CONTROL_COUNT; i++)
        sqlite3_finalize(connection->prepared[i]);
    sqlite3_close(connection->db); // the last connection checkpoints the log
    free(connection);
}

static const struct connection_ops sqlite_ops = {
    .write = write_group, .read = read_job, .close = close_connection};

rk_err sqlite_connection_open(const struct sqlite_connection_options *options,
                              struct connection **out, char *error, size_t error_size)
{
    struct sqlite_connection *connection = calloc(1, sizeof *connection);
    if (!connection) {
        snprintf(error, error_size, "out of memory");
        return RK_NO_MEMORY;
    }
    connection->head.ops = &sqlite_ops;
    connection->log = options->log;
    const rk_err err = database_open(&options->database, &connection->db, error, error_size);
    if (err)
        close_connection(&connection->head);
    else
        *out = &connection->head;
    return err;
}
