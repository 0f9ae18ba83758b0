/* SPDX-License-Identifier: MIT */
/* A PostgreSQL database as an end of a copy. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "store/copy_endpoint.h"
#include "store/postgres_schema.h"
#include "store/postgres_session.h"
#include "store/postgres_value.h"

enum { CHUNK_SIZE = 64 << 10 };

struct postgres_end {
    struct copy_endpoint head;
    struct postgres_session session;
    struct buffer rows; /* to be sent, in the binary format of COPY */
    unsigned column_count;
};

static struct postgres_end *postgres_of(struct copy_endpoint *end)
{
    return (struct postgres_end *)end;
}

static rk_err report_error(const struct postgres_end *end, const char *what)
{
    snprintf(end->head.error, end->head.error_size, "%s: %.*s", end->session.name,
             (int)strcspn(what, "\n"), what);
    return RK_CANNOT_OPEN;
}

static rk_err report_connection(const struct postgres_end *end)
{
    return report_error(end, PQerrorMessage(end->session.connection));
}

static rk_err execute_sql(struct postgres_end *end, const char *sql)
{
    PGresult *result =
        postgres_session_execute(&end->session, sql, end->head.error, end->head.error_size);
    PQclear(result);
    return result ? RK_OK : RK_CANNOT_OPEN;
}

// ---- reading ----------------------------------------------------------------------------------

static bool read_row(const PGresult *result, int row, struct value out[COPY_COLUMNS_MAX])
{
    for (int i = 0; i < PQnfields(result); i++) {
        out[i] = (struct value){.kind = VALUE_NULL};
        if (!PQgetisnull(result, row, i) &&
            !postgres_value_read(PQftype(result, i), PQgetvalue(result, row, i),
                                 (size_t)PQgetlength(result, row, i), &out[i]))
            return false;
    }
    return true;
}

/* Single rows come as results of their own, so that a large table takes no memory. A reader that
 * has seen enough gets no more, but what was sent has to be taken. */
static rk_err read_rows(struct postgres_end *end, copy_row *each, void *context)
{
    rk_err err = RK_OK;
    bool wanted = true;
    for (PGresult *result; (result = PQgetResult(end->session.connection)); PQclear(result)) {
        struct value row[COPY_COLUMNS_MAX];
        const ExecStatusType status = PQresultStatus(result);
        if (status != PGRES_SINGLE_TUPLE && status != PGRES_TUPLES_OK && !err)
            err = report_connection(end);
        for (int i = 0; i < PQntuples(result) && wanted && !err; i++) {
            if (!read_row(result, i, row))
                err = report_error(end, "a column has an unexpected type");
            else
                wanted = each(context, row);
        }
    }
    return err;
}

static rk_err read_table(struct copy_endpoint *head, const struct copy_table *table, copy_row *each,
                         void *context)
{
    struct postgres_end *end = postgres_of(head);
    char sql[COPY_SQL_SIZE];
    copy_select_sql(table, sql);
    if (!PQsendQueryParams(end->session.connection, sql, 0, NULL, NULL, NULL, NULL, 1) ||
        !PQsetSingleRowMode(end->session.connection))
        return report_connection(end);
    return read_rows(end, each, context);
}

// ---- writing ----------------------------------------------------------------------------------

static void put_number(struct buffer *out, uint32_t number, unsigned size)
{
    for (unsigned i = size; i-- > 0;)
        buffer_put(out, (char)(number >> (8 * i) & 0xff));
}

static rk_err send_rows(struct postgres_end *end)
{
    if (end->rows.failed)
        return report_error(end, "out of memory");
    if (PQputCopyData(end->session.connection, end->rows.bytes, (int)end->rows.size) != 1)
        return report_connection(end);
    buffer_clear(&end->rows);
    return RK_OK;
}

static rk_err begin_table(struct copy_endpoint *head, const struct copy_table *table)
{
    struct postgres_end *end = postgres_of(head);
    char sql[COPY_SQL_SIZE], names[COPY_SQL_SIZE];
    snprintf(sql, sizeof sql, "DELETE FROM %s", table->name);
    const rk_err err = execute_sql(end, sql);
    if (err)
        return err;
    copy_column_names(table, names);
    snprintf(sql, sizeof sql, "COPY %s(%.1500s) FROM STDIN (FORMAT binary)", table->name, names);
    PGresult *result = PQexec(end->session.connection, sql);
    const bool started = PQresultStatus(result) == PGRES_COPY_IN;
    PQclear(result);
    if (!started)
        return report_connection(end);
    end->column_count = table->column_count;
    buffer_add(&end->rows, "PGCOPY\n\377\r\n\0", 11);
    put_number(&end->rows, 0, 4); // no flags
    put_number(&end->rows, 0, 4); // no more header
    return RK_OK;
}

static void put_value(struct buffer *out, const struct value *value)
{
    char number[POSTGRES_NUMBER_SIZE];
    if (value->kind == VALUE_NULL) {
        put_number(out, UINT32_MAX, 4);
    } else if (value->kind == VALUE_INTEGER || value->kind == VALUE_REAL) {
        postgres_number_write(value, number);
        put_number(out, sizeof number, 4);
        buffer_add(out, number, sizeof number);
    } else {
        put_number(out, (uint32_t)value->size, 4);
        buffer_add(out, value->bytes, value->size);
    }
}

static rk_err add_row(struct copy_endpoint *head, const struct value *row)
{
    struct postgres_end *end = postgres_of(head);
    put_number(&end->rows, end->column_count, 2);
    for (unsigned i = 0; i < end->column_count; i++)
        put_value(&end->rows, &row[i]);
    return end->rows.size < CHUNK_SIZE && !end->rows.failed ? RK_OK : send_rows(end);
}

/* The next number that the database chooses must be a new one. */
static rk_err set_next_id(struct postgres_end *end, const struct copy_table *table)
{
    char sql[400];
    for (unsigned i = 0; i < table->column_count; i++)
        if (!strcmp(table->columns[i].name, "id") && table->columns[i].type == 'i') {
            snprintf(sql, sizeof sql,
                     "SELECT setval(s, (SELECT coalesce(max(id), 0) + 1 FROM %s), false) "
                     "FROM pg_get_serial_sequence('%s', 'id') AS s WHERE s IS NOT NULL",
                     table->name, table->name);
            return execute_sql(end, sql);
        }
    return RK_OK;
}

static rk_err end_table(struct copy_endpoint *head, const struct copy_table *table)
{
    struct postgres_end *end = postgres_of(head);
    put_number(&end->rows, UINT16_MAX, 2);
    rk_err err = send_rows(end);
    if (!err && PQputCopyEnd(end->session.connection, NULL) != 1)
        err = report_connection(end);
    for (PGresult *result; !err && (result = PQgetResult(end->session.connection)); PQclear(result))
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            err = report_connection(end);
    return err ? err : set_next_id(end, table);
}

static rk_err commit_copy(struct copy_endpoint *head)
{
    return execute_sql(postgres_of(head), "COMMIT");
}

// ---- opening and closing ----------------------------------------------------------------------

static void close_end(struct copy_endpoint *head)
{
    struct postgres_end *end = postgres_of(head);
    postgres_session_fini(&end->session); // rolls back
    buffer_fini(&end->rows);
    free(end);
}

static const struct copy_endpoint_ops ops = {read_table, begin_table, add_row,
                                             end_table,  commit_copy, close_end};

static rk_err open_session(struct postgres_end *end, bool is_target)
{
    char *error = end->head.error;
    const size_t error_size = end->head.error_size;
    rk_err err = postgres_session_connect(&end->session, error, error_size);
    if (!err)
        err = execute_sql(end, "SET idle_in_transaction_session_timeout = 0");
    if (!err)
        err = is_target ? postgres_schema_migrate(&end->session, false, error, error_size)
                        : postgres_schema_require(&end->session, error, error_size);
    if (!err)
        err = execute_sql(end,
                          is_target ? "BEGIN" : "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    return err;
}

rk_err postgres_copy_open(const char *url, bool is_target, struct copy_endpoint **out, char *error,
                          size_t error_size)
{
    struct postgres_end *end = calloc(1, sizeof *end);
    if (!end)
        return RK_NO_MEMORY;
    end->head = (struct copy_endpoint){&ops, error, error_size};
    const struct postgres_session_options options = {
        .url = url,
        .read_only = !is_target,
        .lock = is_target ? POSTGRES_EXCLUSIVE_LOCK : POSTGRES_NO_LOCK,
        .limit_ms = POSTGRES_NO_LIMIT,
    };
    rk_err err = postgres_session_init(&end->session, &options);
    if (!err)
        err = open_session(end, is_target);
    if (err)
        close_end(&end->head);
    else
        *out = &end->head;
    return err;
}
