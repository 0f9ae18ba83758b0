/* SPDX-License-Identifier: MIT */
#include "store/database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/schema.h"

enum { BUSY_MS = 5000 }; /* the default */

static rk_err report_error(const char *file, const char *what, char *error, size_t error_size)
{
    snprintf(error, error_size, "%s: %s", file, what);
    return RK_CANNOT_OPEN;
}

/* An empty or missing database beside a log with data has lost its content: SQLite would delete the
 * log, and the server would start with nothing. */
static rk_err check_log(const char *file, char *error, size_t error_size)
{
    char log[4096 + 8];
    struct stat database, found;
    snprintf(log, sizeof log, "%s-wal", file);
    const bool is_empty = stat(file, &database) || !database.st_size;
    if (!is_empty || stat(log, &found) || !found.st_size)
        return RK_OK;
    return report_error(file,
                        "the database is empty or missing, but its log (-wal) has data: restore a "
                        "backup, or put the right file back",
                        error, error_size);
}

/* Creates the file before SQLite does, because SQLite gives its other files the same mode. Does not
 * open an existing file: closing it would release this process's locks on it. */
static rk_err create_file(const char *file, char *error, size_t error_size)
{
    const rk_err err = check_log(file, error, error_size);
    if (err)
        return err;
    const int created = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (created < 0 && errno != EEXIST)
        return report_error(file, strerror(errno), error, error_size);
    if (created >= 0)
        close(created);
    return RK_OK;
}

static rk_err execute_sql(sqlite3 *db, const char *name, const char *sql, char *error,
                          size_t error_size)
{
    const int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    if (!code)
        return RK_OK;
    const rk_err err = report_error(name, sqlite3_errmsg(db), error, error_size);
    return schema_code_is_damage(code) ? RK_BAD_RECORD : err;
}

/* Some network file systems do not support WAL. */
static rk_err enable_wal(sqlite3 *db, const char *file, char *error, size_t error_size)
{
    sqlite3_stmt *query = NULL;
    bool enabled = false;
    if (!sqlite3_prepare_v2(db, "PRAGMA journal_mode = WAL", -1, &query, NULL) &&
        sqlite3_step(query) == SQLITE_ROW)
        enabled = !strcmp((const char *)sqlite3_column_text(query, 0), "wal");
    const int code = sqlite3_finalize(query);
    if (enabled)
        return RK_OK;
    return report_error(
        file, code ? sqlite3_errmsg(db) : "this file system does not support a write-ahead log",
        error, error_size);
}

/* Checks the tables first, so that a database of another program is not changed. */
static rk_err set_up_to_write(sqlite3 *db, const struct database_options *options, char *error,
                              size_t error_size)
{
    const char *name = options->file ? options->file : "memory:";
    if (sqlite3_db_readonly(db, "main"))
        return report_error(name, "the database is read-only", error, error_size);
    rk_err err = schema_migrate(db, name, error, error_size);
    if (!err && options->file)
        err = schema_check(db, name, error, error_size);
    if (!err && options->file)
        err = enable_wal(db, name, error, error_size);
    if (!err && options->normal_sync)
        err = execute_sql(db, name, "PRAGMA synchronous = NORMAL", error, error_size);
    return err;
}

/* Memory mapping is off, because a disk error would then raise a signal. Deleted data is
 * overwritten, because it may be personal. The log is written back to the database every 16 MB. The
 * writer's cache should hold all pages that running games write to; only the part in use takes
 * memory. */
static rk_err set_up(sqlite3 *db, const struct database_options *options, char *error,
                     size_t error_size)
{
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, options->busy_ms ? options->busy_ms : BUSY_MS);
    const rk_err err = execute_sql(
        db, options->file ? options->file : "memory:",
        "PRAGMA mmap_size = 0; PRAGMA temp_store = memory;"
        "PRAGMA secure_delete = on;"
        "PRAGMA foreign_keys = off; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384;"
        "PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864",
        error, error_size);
    if (err)
        return err;
    return options->read_only
               ? execute_sql(db, options->file, "PRAGMA query_only = on; PRAGMA cache_size = -2048",
                             error, error_size)
               : set_up_to_write(db, options, error, error_size);
}

rk_err database_open(const struct database_options *options, sqlite3 **out, char *error,
                     size_t error_size)
{
    const char *name = options->file ? options->file : ":memory:";
    rk_err err = options->file ? create_file(name, error, error_size) : RK_OK;
    if (err)
        return err;
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(name, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL))
        err = report_error(name, db ? sqlite3_errmsg(db) : "out of memory", error, error_size);
    else
        err = set_up(db, options, error, error_size);
    if (err)
        sqlite3_close(db);
    else
        *out = db;
    return err;
}
