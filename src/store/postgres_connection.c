/* SPDX-License-Identifier: MIT */
/* Jobs in pipelines. The jobs of a group are sent as one transaction, without waiting for answers
 * in between. If each has a single statement, COMMIT goes with them: a statement that changes no
 * row needs no undoing. Otherwise COMMIT is held back until the answers are there; if a job of
 * several statements has to be undone, the transaction is rolled back and the other jobs are sent
 * again, which is rare. */
#include "store/postgres_connection.h"

#include <stdlib.h>
#include <string.h>

#include "store/job.h"
#include "store/postgres_value.h"
#include "store/statement.h"

enum {
    WRITE_LIMIT_MS = 10 * 1000,
    READ_LIMIT_MS = 60 * 1000,
    ATTEMPTS_MAX = 4, /* of a group, before its jobs are written one by one */
    CODE_SIZE = 5     /* of an SQLSTATE */
};

struct postgres_connection {
    struct connection head;
    struct postgres_session session;
};

/* Jobs of a list that are written together: all from `first` to `end` that are not settled. */
struct group {
    struct postgres_session *session;
    struct list *first, *end;
    struct store_job *culprit; /* that has to be undone; NULL: none */
    bool is_aborted;           /* by an error */
    bool is_broken;            /* by an error that would hit every job */
    bool commit_sent;
};

static struct postgres_session *session_of(struct connection *connection)
{
    return &((struct postgres_connection *)connection)->session;
}

static struct store_job *job_of(struct list *node)
{
    return LIST_OWNER(node, struct store_job, node);
}

static void finish_job(struct store_job *job, enum store_outcome outcome)
{
    job_complete(job, outcome);
    job->settled = true;
}

// ---- calls ------------------------------------------------------------------------------------

/* Reads the call at *at and its parameters; returns their number. */
static int read_call(const struct store_job *job, size_t *at, enum statement *out,
                     struct value parameters[POSTGRES_PARAMETERS_MAX])
{
    struct value value;
    int count = 0;
    value_read(&job->calls, at, &value);
    *out = (enum statement)value.integer;
    for (size_t next = *at; value_read(&job->calls, &next, &value) && value.kind != VALUE_CALL;
         *at = next)
        parameters[count++] = value;
    return count;
}

static bool send_calls(struct postgres_session *session, const struct store_job *job)
{
    struct value parameters[POSTGRES_PARAMETERS_MAX];
    for (size_t at = 0; at < job->calls.size;) {
        enum statement statement;
        const int count = read_call(job, &at, &statement, parameters);
        if (!postgres_session_call(session, statement, parameters, count))
            return false;
    }
    return true;
}

static enum store_outcome fail_call(const struct postgres_session *session,
                                    enum statement statement, const char *what)
{
    log_line(session->options.log, LOG_ERROR, "store: %s: %.*s", statement_infos[statement].name,
             (int)strcspn(what, "\n"), what);
    return STORE_FAILED;
}

static bool copy_column(const PGresult *answer, int row, int column, struct buffer *rows)
{
    struct value value = {.kind = VALUE_NULL};
    if (!PQgetisnull(answer, row, column) &&
        !postgres_value_read(PQftype(answer, column), PQgetvalue(answer, row, column),
                             (size_t)PQgetlength(answer, row, column), &value))
        return false;
    value_write(rows, &value);
    return true;
}

static enum store_outcome copy_rows(const struct postgres_session *session,
                                    enum statement statement, const PGresult *answer,
                                    struct store_job *job)
{
    const int count = PQnfields(answer);
    if (count > COLUMNS_MAX)
        return fail_call(session, statement, "too many columns");
    for (int row = 0; row < PQntuples(answer); row++) {
        value_write(&job->rows, &(struct value){.kind = VALUE_ROW, .integer = count});
        for (int column = 0; column < count; column++)
            if (!copy_column(answer, row, column, &job->rows))
                return fail_call(session, statement, "a column has an unexpected type");
        if (job->rows.failed)
            return fail_call(session, statement, "out of memory");
        if (job->rows.size > ROWS_SIZE_MAX)
            return fail_call(session, statement, "result too large");
    }
    return STORE_DONE;
}

static enum store_outcome count_changes(enum statement statement, PGresult *answer,
                                        struct store_job *job)
{
    const size_t changes = (size_t)strtoull(PQcmdTuples(answer), NULL, 10);
    job->changes += changes;
    return changes || statement_infos[statement].kind == STATEMENT_MAY_CHANGE ? STORE_DONE
                                                                              : STORE_REFUSED;
}

static bool has_class(const char *code, const char *class)
{
    return !strncmp(code, class, 2);
}

/* Whether other jobs may still succeed: after bad data, a violated constraint, a lock timeout or a
 * bug in a statement they may; not if the server is stopping or its disk is full. */
static bool is_fault_of_job(const char *code)
{
    return has_class(code, "22") || has_class(code, "23") || has_class(code, "40") ||
           has_class(code, "42") || has_class(code, "55") || has_class(code, "P0");
}

static enum store_outcome classify_error(struct group *group, enum statement statement,
                                         const PGresult *answer)
{
    static const char unique_violation[] = "23505";
    const char *code = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    group->is_aborted = true;
    if (!strcmp(code, unique_violation))
        return STORE_REFUSED;
    group->is_broken = !is_fault_of_job(code);
    return fail_call(group->session, statement, PQresultErrorMessage(answer));
}

static enum store_outcome classify_answer(struct group *group, enum statement statement,
                                          PGresult *answer, struct store_job *job)
{
    switch (PQresultStatus(answer)) {
    case PGRES_TUPLES_OK:
        return copy_rows(group->session, statement, answer, job);
    case PGRES_COMMAND_OK:
        return count_changes(statement, answer, job);
    case PGRES_PIPELINE_ABORTED:
        return STORE_DONE; // it will be sent again
    default:
        return classify_error(group, statement, answer);
    }
}

/* Reads the answers to all calls of a job, whatever the first ones say. False if the connection is
 * lost. */
static bool read_results(struct group *group, struct store_job *job)
{
    struct value parameters[POSTGRES_PARAMETERS_MAX];
    job->outcome = STORE_DONE;
    for (size_t at = 0; at < job->calls.size;) {
        enum statement statement;
        (void)read_call(job, &at, &statement, parameters);
        PGresult *answer = postgres_session_call_answer(group->session, statement);
        if (!answer)
            return false;
        const enum store_outcome outcome = classify_answer(group, statement, answer, job);
        PQclear(answer);
        if (job->outcome == STORE_DONE)
            job->outcome = outcome;
    }
    return true;
}

// ---- transactions -----------------------------------------------------------------------------

/* Reads the answer to BEGIN, COMMIT or ROLLBACK. */
static PGresult *read_control_result(struct group *group)
{
    PGresult *answer = postgres_session_answer(group->session);
    if (answer &&
        PQresultStatus(answer) == PGRES_FATAL_ERROR) { // without an answer, the outcome is unknown
        log_line(group->session->options.log, LOG_ERROR, "store: %.*s",
                 (int)strcspn(PQresultErrorMessage(answer), "\n"), PQresultErrorMessage(answer));
        group->is_aborted = group->is_broken = true;
    }
    return answer;
}

static bool run_control(struct group *group, const char *sql)
{
    struct postgres_session *session = group->session;
    if (!postgres_session_send(session, sql) || !postgres_session_sync(session))
        return false;
    PGresult *answer = read_control_result(group);
    PQclear(answer);
    return answer && postgres_session_sync_answer(session);
}

/* Whatever went wrong, the next group starts outside of a transaction. */
static void roll_back(struct group *group)
{
    PGconn *connection = group->session->connection;
    if (connection && PQtransactionStatus(connection) != PQTRANS_IDLE &&
        !run_control(group, "ROLLBACK"))
        postgres_session_lose(group->session);
}

static struct list *next_unsettled(const struct group *group, struct list *node)
{
    while (node != group->end && job_of(node)->settled)
        node = node->next;
    return node;
}

static void finish_all(struct group *group, enum store_outcome outcome)
{
    for (struct list *node = next_unsettled(group, group->first); node != group->end;
         node = next_unsettled(group, node->next))
        finish_job(job_of(node), outcome);
}

/* Finishes the jobs of a committed group, each with its own outcome. */
static void finish_committed(struct group *group)
{
    for (struct list *node = next_unsettled(group, group->first); node != group->end;
         node = next_unsettled(group, node->next))
        finish_job(job_of(node), job_of(node)->outcome);
}

static bool has_long_job(struct group *group)
{
    for (struct list *node = next_unsettled(group, group->first); node != group->end;
         node = next_unsettled(group, node->next))
        if (job_of(node)->call_count > 1)
            return true;
    return false;
}

static bool send_group(struct group *group, bool with_commit)
{
    struct postgres_session *session = group->session;
    if (!postgres_session_send(session, "BEGIN"))
        return false;
    for (struct list *node = next_unsettled(group, group->first); node != group->end;
         node = next_unsettled(group, node->next)) {
        job_clear_result(job_of(node));
        if (!send_calls(session, job_of(node)))
            return false;
    }
    group->commit_sent = with_commit;
    return (!with_commit || postgres_session_send(session, "COMMIT")) &&
           postgres_session_sync(session);
}

/* Finds the first job that has to be undone. The outcomes of the jobs before it are final. */
static bool read_group_results(struct group *group)
{
    PGresult *begun = read_control_result(group);
    PQclear(begun);
    if (!begun)
        return false;
    for (struct list *node = next_unsettled(group, group->first); node != group->end;
         node = next_unsettled(group, node->next)) {
        struct store_job *job = job_of(node);
        if (!read_results(group, job))
            return false;
        if (!group->culprit && job->outcome != STORE_DONE &&
            (job->call_count > 1 || group->is_aborted))
            group->culprit = job;
    }
    return true;
}

/* An error that is not the end of the session means that nothing was committed. */
static bool is_known_failure(const PGresult *answer)
{
    const char *severity = PQresultErrorField(answer, PG_DIAG_SEVERITY_NONLOCALIZED);
    return PQresultStatus(answer) == PGRES_PIPELINE_ABORTED ||
           (severity && !strcmp(severity, "ERROR"));
}

/* Reads the answer to COMMIT. */
static void read_commit_result(struct group *group)
{
    PGresult *answer = read_control_result(group);
    if (PQresultStatus(answer) == PGRES_COMMAND_OK) {
        const bool committed = !strcmp(PQcmdStatus(answer), "COMMIT");
        if (committed)
            finish_committed(group);
        else
            finish_all(group, STORE_FAILED); // it was rolled back
    } else if (!group->culprit)
        finish_all(group, answer && is_known_failure(answer) ? STORE_FAILED : STORE_UNKNOWN);
    PQclear(answer);
    if (!answer || !postgres_session_sync_answer(group->session))
        postgres_session_lose(group->session);
}

static void commit_held(struct group *group)
{
    struct postgres_session *session = group->session;
    group->commit_sent = true;
    if (postgres_session_send(session, "COMMIT") && postgres_session_sync(session))
        read_commit_result(group);
    else {
        postgres_session_lose(session);
        finish_all(group, STORE_UNKNOWN);
    }
}

/* The connection is lost. An error before COMMIT means that nothing was committed. */
static void lose_group(struct group *group)
{
    postgres_session_lose(group->session);
    finish_all(group, group->commit_sent && !group->is_aborted ? STORE_UNKNOWN : STORE_FAILED);
}

/* One attempt to write the jobs. Those that are not settled then have to be written again. */
static void attempt_group(struct group *group)
{
    struct postgres_session *session = group->session;
    const bool held = has_long_job(group);
    postgres_session_set_limit(session, WRITE_LIMIT_MS);
    if (!send_group(group, !held) || !read_group_results(group)) {
        lose_group(group);
        return;
    }
    if (!held)
        read_commit_result(group);
    else if (!postgres_session_sync_answer(session)) {
        lose_group(group);
        return;
    } else if (!group->is_aborted && !group->culprit)
        commit_held(group);
    if (group->is_broken)
        finish_all(group, STORE_FAILED);
    else if (group->culprit)
        finish_job(group->culprit, group->culprit->outcome);
    roll_back(group);
}

/* Nothing may be answered before it is certain that the lost session cannot commit any more. */
static void wait_if_unknown(struct group *group)
{
    for (struct list *node = group->first; node != group->end; node = node->next)
        if (job_of(node)->outcome == STORE_UNKNOWN) {
            log_line(group->session->options.log, LOG_WARNING,
                     "store: it is not known whether the last writes were committed");
            (void)postgres_session_wait(group->session);
            return;
        }
}

static void write_jobs(struct postgres_session *session, struct list *first, struct list *end,
                       int attempts)
{
    while (attempts-- > 0) {
        struct group group = {.session = session, .first = first, .end = end};
        if (next_unsettled(&group, first) == end)
            return;
        if (postgres_session_reconnect(session))
            attempt_group(&group);
        else
            finish_all(&group, STORE_FAILED);
        wait_if_unknown(&group);
    }
}

static void write_group(struct connection *head, struct list *jobs)
{
    struct postgres_session *session = session_of(head);
    for (struct list *node = jobs->next; node != jobs; node = node->next)
        if (!job_is_valid(job_of(node), session->options.log))
            finish_job(job_of(node), STORE_FAILED);
    write_jobs(session, jobs->next, jobs, ATTEMPTS_MAX);
    for (struct list *node = jobs->next; node != jobs; node = node->next)
        write_jobs(session, node, node->next, ATTEMPTS_MAX);
}

// ---- reading ----------------------------------------------------------------------------------

/* Several statements must see the same state. */
static bool send_query(struct group *group, const struct store_job *job)
{
    struct postgres_session *session = group->session;
    const bool many = job->call_count > 1;
    return (!many ||
            postgres_session_send(session, "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")) &&
           send_calls(session, job) && (!many || postgres_session_send(session, "COMMIT")) &&
           postgres_session_sync(session);
}

static bool read_query_results(struct group *group, struct store_job *job)
{
    const bool many = job->call_count > 1;
    PGresult *control = NULL;
    if (many)
        PQclear(control = read_control_result(group));
    if ((many && !control) || !read_results(group, job))
        return false;
    if (many)
        PQclear(control = read_control_result(group));
    return (!many || control) && postgres_session_sync_answer(group->session);
}

static bool is_reading(const struct postgres_session *session, const struct store_job *job)
{
    struct value parameters[POSTGRES_PARAMETERS_MAX];
    for (size_t at = 0; at < job->calls.size;) {
        enum statement statement;
        (void)read_call(job, &at, &statement, parameters);
        if (statement_infos[statement].kind != STATEMENT_READ) {
            fail_call(session, statement, "a writing statement in a reading job");
            return false;
        }
    }
    return true;
}

/* False if the connection was lost. */
static bool attempt_reading(struct postgres_session *session, struct store_job *job)
{
    struct group group = {.session = session, .first = &job->node, .end = job->node.next};
    job_clear_result(job);
    postgres_session_set_limit(session, READ_LIMIT_MS);
    if (!send_query(&group, job) || !read_query_results(&group, job)) {
        postgres_session_lose(session);
        return false;
    }
    roll_back(&group);
    job_complete(job, group.is_broken ? STORE_FAILED : job->outcome);
    return true;
}

/* A connection may have been lost while nobody used it, so a read is tried twice. */
static void read_job(struct connection *head, struct store_job *job)
{
    struct postgres_session *session = session_of(head);
    if (!job_is_valid(job, session->options.log) || !is_reading(session, job)) {
        job_complete(job, STORE_FAILED);
        return;
    }
    for (int attempts = 0; attempts < 2; attempts++)
        if (postgres_session_reconnect(session) && attempt_reading(session, job))
            return;
    job_complete(job, STORE_FAILED);
}

// ---- opening and closing ----------------------------------------------------------------------

static void close_connection(struct connection *head)
{
    postgres_session_fini(session_of(head));
    free(head);
}

static void interrupt_connection(struct connection *head)
{
    session_of(head)->interrupted = true;
}

static const struct connection_ops postgres_ops = {.write = write_group,
                                                   .read = read_job,
                                                   .close = close_connection,
                                                   .interrupt = interrupt_connection};

rk_err postgres_connection_open(struct postgres_session *session, struct connection **out)
{
    struct postgres_connection *connection = calloc(1, sizeof *connection);
    if (!connection)
        return RK_NO_MEMORY;
    connection->head.ops = &postgres_ops;
    connection->session = *session;
    *out = &connection->head;
    return RK_OK;
}
