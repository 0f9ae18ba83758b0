/* SPDX-License-Identifier: MIT */
/* A SQLite database as an end of a copy. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "store/copy_endpoint.h"
#include "store/database.h"
#include "store/lock.h"
#include "store/schema.h"
#include "store/sqlite_value.h"

enum { FILE_SIZE = 4200 };

struct sqlite_end {
    struct copy_endpoint head;
    char file[FILE_SIZE];
    sqlite3 *db;
    sqlite3_stmt *insert;
    int lock;         /* -1: none */
    bool was_missing; /* before this copy, so that it is removed without a commit */
    bool committed;
};

static struct sqlite_end *sqlite_of(struct copy_endpoint *end)
{
    return (struct sqlite_end *)end;
}

static rk_err report_error(const struct sqlite_end *end, const char *what)
{
    snprintf(end->head.error, end->head.error_size, "%s: %s", end->file, what);
    return RK_CANNOT_OPEN;
}

static rk_err report_sqlite(const struct sqlite_end *end)
{
    return report_error(end, sqlite3_errmsg(end->db));
}

static rk_err execute_sql(const struct sqlite_end *end, const char *sql)
{
    return sqlite3_exec(end->db, sql, NULL, NULL, NULL) ? report_sqlite(end) : RK_OK;
}

static rk_err read_table(struct copy_endpoint *head, const struct copy_table *table, copy_row *each,
                         void *context)
{
    struct sqlite_end *end = sqlite_of(head);
    char sql[COPY_SQL_SIZE];
    sqlite3_stmt *query = NULL;
    struct value row[COPY_COLUMNS_MAX];
    copy_select_sql(table, sql);
    if (sqlite3_prepare_v2(end->db, sql, -1, &query, NULL))
        return report_sqlite(end);
    int code;
    bool wanted = true;
    while (wanted && (code = sqlite3_step(query)) == SQLITE_ROW) {
        for (unsigned i = 0; i < table->column_count; i++)
            row[i] = sqlite_column_value(query, (int)i);
        wanted = each(context, row);
    }
    const rk_err err = !wanted || code == SQLITE_DONE ? RK_OK : report_sqlite(end);
    sqlite3_finalize(query);
    return err;
}

static rk_err begin_table(struct copy_endpoint *head, const struct copy_table *table)
{
    struct sqlite_end *end = sqlite_of(head);
    char sql[COPY_SQL_SIZE], names[COPY_SQL_SIZE];
    copy_column_names(table, names);
    snprintf(sql, sizeof sql, "DELETE FROM %s", table->name);
    const rk_err err = execute_sql(end, sql);
    if (err)
        return err;
    size_t size =
        (size_t)snprintf(sql, sizeof sql, "INSERT INTO %s(%.1500s) VALUES(?1", table->name, names);
    for (unsigned i = 2; i <= table->column_count; i++)
        size += (size_t)snprintf(sql + size, sizeof sql - size, ", ?%u", i);
    snprintf(sql + size, sizeof sql - size, ")");
    return sqlite3_prepare_v2(end->db, sql, -1, &end->insert, NULL) ? report_sqlite(end) : RK_OK;
}

static rk_err add_row(struct copy_endpoint *head, const struct value *row)
{
    struct sqlite_end *end = sqlite_of(head);
    for (int i = 0; i < sqlite3_bind_parameter_count(end->insert); i++)
        if (sqlite_bind_value(end->insert, i + 1, &row[i]))
            return report_sqlite(end);
    const int code = sqlite3_step(end->insert);
    sqlite3_reset(end->insert);
    return code == SQLITE_DONE ? RK_OK : report_sqlite(end);
}

static rk_err end_table(struct copy_endpoint *head, const struct copy_table *table)
{
    struct sqlite_end *end = sqlite_of(head);
    (void)table;
    sqlite3_finalize(end->insert);
    end->insert = NULL;
    return RK_OK;
}

static rk_err commit_copy(struct copy_endpoint *head)
{
    struct sqlite_end *end = sqlite_of(head);
    const rk_err err = execute_sql(end, "COMMIT");
    end->committed = !err;
    return err;
}

static void remove_files(const char *file)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char path[FILE_SIZE + 8];
        snprintf(path, sizeof path, "%s%s", file, endings[i]);
        unlink(path);
    }
}

static void close_end(struct copy_endpoint *head)
{
    struct sqlite_end *end = sqlite_of(head);
    sqlite3_finalize(end->insert);
    sqlite3_close(end->db);
    if (end->was_missing && !end->committed)
        remove_files(end->file);
    lock_release(end->lock);
    free(end);
}

static const struct copy_endpoint_ops ops = {read_table, begin_table, add_row,
                                             end_table,  commit_copy, close_end};

static rk_err open_source(struct sqlite_end *end)
{
    char what[120];
    int64_t version;
    if (access(end->file, F_OK))
        return report_error(end, strerror(errno));
    if (sqlite3_open_v2(end->file, &end->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL))
        return report_error(end, end->db ? sqlite3_errmsg(end->db) : "out of memory");
    sqlite3_busy_timeout(end->db, 5000);
    const rk_err err =
        schema_find_version(end->db, end->file, &version, end->head.error, end->head.error_size);
    if (err)
        return err;
    snprintf(what, sizeof what,
             "its schema has version %lld, not %d: start this version of the server with it first",
             (long long)version, SCHEMA_VERSION);
    return version == SCHEMA_VERSION ? execute_sql(end, "PRAGMA query_only = on; BEGIN")
                                     : report_error(end, what);
}

static rk_err open_target(struct sqlite_end *end, const char *folder)
{
    const struct database_options options = {.file = end->file};
    if (mkdir(folder, 0700) && errno != EEXIST)
        return report_error(end, strerror(errno));
    end->was_missing = access(end->file, F_OK) != 0;
    rk_err err = lock_database(end->file, &end->lock, end->head.error, end->head.error_size);
    if (!err)
        err = database_open(&options, &end->db, end->head.error, end->head.error_size);
    return err ? err : execute_sql(end, "BEGIN IMMEDIATE");
}

rk_err sqlite_copy_open(const char *folder, bool is_target, struct copy_endpoint **out, char *error,
                        size_t error_size)
{
    struct sqlite_end *end = calloc(1, sizeof *end);
    if (!end)
        return RK_NO_MEMORY;
    end->head = (struct copy_endpoint){&ops, error, error_size};
    end->lock = -1;
    const int size = snprintf(end->file, sizeof end->file, "%s/rookery.db", folder);
    rk_err err;
    if (size < 0 || size >= (int)sizeof end->file)
        err = report_error(end, "path too long");
    else
        err = is_target ? open_target(end, folder) : open_source(end);
    if (err)
        close_end(&end->head);
    else
        *out = &end->head;
    return err;
}
