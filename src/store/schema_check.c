/* SPDX-License-Identifier: MIT */
/* Compares a database with a new one: every table, column, index and trigger must be there. A file
 * that lost a table would otherwise start, and fail at the first statement that needs it. */
#include <stdbool.h>
#include <stdio.h>

#include "store/schema.h"

/* The parts of a schema, as "kind" and "name"; a column is "table.column". */
static const char parts[] =
    "SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' "
    "UNION ALL SELECT 'column', m.name || '.' || c.name FROM sqlite_schema m, "
    "pragma_table_info(m.name) c WHERE m.type = 'table'";

static rk_err report_error(const char *name, const char *what, char *error, size_t error_size)
{
    snprintf(error, error_size, "%s: %s", name, what);
    return RK_CANNOT_OPEN;
}

/* Copies the parts of the database to a table of the new one. */
static bool copy_parts(sqlite3 *db, sqlite3 *expected)
{
    sqlite3_stmt *from = NULL, *to = NULL;
    bool copied =
        !sqlite3_prepare_v2(db, parts, -1, &from, NULL) &&
        !sqlite3_exec(expected, "CREATE TEMP TABLE found(type, name)", NULL, NULL, NULL) &&
        !sqlite3_prepare_v2(expected, "INSERT INTO found VALUES(?1, ?2)", -1, &to, NULL);
    int code = SQLITE_DONE;
    while (copied && (code = sqlite3_step(from)) == SQLITE_ROW) {
        sqlite3_bind_value(to, 1, sqlite3_column_value(from, 0));
        sqlite3_bind_value(to, 2, sqlite3_column_value(from, 1));
        copied = sqlite3_step(to) == SQLITE_DONE;
        sqlite3_reset(to);
    }
    sqlite3_finalize(from);
    sqlite3_finalize(to);
    return copied && code == SQLITE_DONE;
}

static rk_err find_missing(sqlite3 *expected, const char *name, char *error, size_t error_size)
{
    char sql[sizeof parts + 256], what[256];
    sqlite3_stmt *query = NULL;
    snprintf(sql, sizeof sql,
             "SELECT type, name FROM (%s) AS wanted WHERE NOT EXISTS (SELECT 1 FROM found "
             "WHERE found.type = wanted.type AND found.name = wanted.name) "
             "ORDER BY type = 'column', type <> 'table', name",
             parts);
    int code = sqlite3_prepare_v2(expected, sql, -1, &query, NULL);
    code = code ? code : sqlite3_step(query);
    if (code == SQLITE_ROW)
        snprintf(what, sizeof what,
                 "the database is damaged: the %s %s is missing; restore a backup",
                 (const char *)sqlite3_column_text(query, 0),
                 (const char *)sqlite3_column_text(query, 1));
    else
        snprintf(what, sizeof what, "cannot check the schema: %s", sqlite3_errmsg(expected));
    sqlite3_finalize(query);
    return code == SQLITE_DONE ? RK_OK : report_error(name, what, error, error_size);
}

rk_err schema_check(sqlite3 *db, const char *name, char *error, size_t error_size)
{
    sqlite3 *expected = NULL;
    rk_err err = RK_CANNOT_OPEN;
    if (sqlite3_open_v2(":memory:", &expected, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL))
        report_error(name, "out of memory", error, error_size);
    else if (!schema_migrate(expected, name, error, error_size))
        err = copy_parts(db, expected) ? find_missing(expected, name, error, error_size)
                                       : report_error(name, sqlite3_errmsg(db), error, error_size);
    sqlite3_close(expected);
    return err;
}
