/* SPDX-License-Identifier: MIT */
#include "store/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "store/schema.h"

enum { PATH_SIZE = 4200, BUSY_MS = 10000 };

static rk_err report_error(const char *name, const char *what, char *error, size_t error_size)
{
    snprintf(error, error_size, "%s: %s", name, what);
    return RK_CANNOT_OPEN;
}

static sqlite3 *open_file(const char *file, int flags)
{
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(file, &db, flags, NULL)) {
        sqlite3_close(db);
        return NULL;
    }
    sqlite3_busy_timeout(db, BUSY_MS);
    return db;
}

// ---- taking one ------------------------------------------------------------------------------

/* All pages in one step: a reader of a write-ahead log sees one state and does not block
 * writers. */
static int copy_pages(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup)
        return sqlite3_errcode(to);
    const int code = sqlite3_backup_step(backup, -1);
    sqlite3_backup_finish(backup);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* The copy is one file, without a write-ahead log beside it. */
static rk_err copy_database(const char *source, const char *file, char *error, size_t error_size)
{
    sqlite3 *from = open_file(source, SQLITE_OPEN_READWRITE); // a log may have to be recovered
    sqlite3 *to = open_file(file, SQLITE_OPEN_READWRITE);
    rk_err err = RK_OK;
    if (!from || !to)
        err = report_error(from ? file : source, "cannot be opened", error, error_size);
    else {
        const int code = copy_pages(from, to);
        if (code)
            err = report_error(source, sqlite3_errstr(code), error, error_size);
        else if (sqlite3_exec(to, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL))
            err = report_error(file, sqlite3_errmsg(to), error, error_size);
    }
    sqlite3_close(from);
    sqlite3_close(to);
    return err;
}

static rk_err create_file(const char *file, char *error, size_t error_size)
{
    const int created = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (created < 0)
        return report_error(file, strerror(errno), error, error_size);
    close(created);
    return RK_OK;
}

static bool database_path(const char *folder, char out[PATH_SIZE])
{
    const int size = snprintf(out, PATH_SIZE, "%s/rookery.db", folder);
    return size > 0 && size < PATH_SIZE;
}

/* The copy must survive a power failure that follows. */
static rk_err sync_file(const char *file, char *error, size_t error_size)
{
    const int opened = open(file, O_RDONLY | O_CLOEXEC);
    rk_err err = RK_OK;
    if (opened < 0 || fsync(opened))
        err = report_error(file, strerror(errno), error, error_size);
    if (opened >= 0)
        close(opened);
    return err;
}

rk_err backup_create(const char *folder, const char *file, char *error, size_t error_size)
{
    char source[PATH_SIZE];
    if (!database_path(folder, source))
        return report_error(folder, "path too long", error, error_size);
    rk_err err = create_file(file, error, error_size);
    if (err)
        return err;
    err = copy_database(source, file, error, error_size);
    if (!err)
        err = backup_verify(file, error, error_size);
    if (!err)
        err = sync_file(file, error, error_size);
    if (err)
        unlink(file);
    return err;
}

// ---- checking one ----------------------------------------------------------------------------

static int64_t query_number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *query = NULL;
    int64_t number = -1;
    if (!sqlite3_prepare_v2(db, sql, -1, &query, NULL) && sqlite3_step(query) == SQLITE_ROW)
        number = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return number;
}

/* The first line of integrity_check; "ok" if there is nothing wrong. */
static void check_integrity(sqlite3 *db, char *out, size_t size)
{
    sqlite3_stmt *query = NULL;
    snprintf(out, size, "it cannot be read");
    if (!sqlite3_prepare_v2(db, "PRAGMA integrity_check(1)", -1, &query, NULL) &&
        sqlite3_step(query) == SQLITE_ROW)
        snprintf(out, size, "%s", (const char *)sqlite3_column_text(query, 0));
    sqlite3_finalize(query);
}

/* The file can be read, but is not a backup. */
static rk_err report_bad_data(const char *name, const char *what, char *error, size_t error_size)
{
    (void)report_error(name, what, error, error_size);
    return RK_BAD_RECORD;
}

rk_err backup_verify(const char *file, char *error, size_t error_size)
{
    char fault[256];
    if (access(file, R_OK))
        return report_error(file, strerror(errno), error, error_size);
    sqlite3 *db = open_file(file, SQLITE_OPEN_READONLY);
    if (!db)
        return report_error(file, "cannot be opened", error, error_size);
    const int64_t application = query_number(db, "PRAGMA application_id");
    const int64_t version = query_number(db, "SELECT value FROM meta WHERE key = 'version'");
    check_integrity(db, fault, sizeof fault);
    sqlite3_close(db);
    if (application != SCHEMA_APPLICATION_ID || version < 1)
        return report_bad_data(file, "not a database of rookery", error, error_size);
    if (version > SCHEMA_VERSION)
        return report_bad_data(file, "made by a newer version of rookery", error, error_size);
    if (strcmp(fault, "ok") != 0)
        return report_bad_data(file, fault, error, error_size);
    return RK_OK;
}

// ---- putting one back ------------------------------------------------------------------------

/* With what SQLite keeps beside it. */
static rk_err move_aside(const char *from, const char *to, char *error, size_t error_size)
{
    static const char *const endings[] = {"-wal", "-shm", ""};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char old[PATH_SIZE + 8], new[PATH_SIZE + 8];
        snprintf(old, sizeof old, "%s%s", from, endings[i]);
        snprintf(new, sizeof new, "%s%s", to, endings[i]);
        if (rename(old, new) && errno != ENOENT)
            return report_error(old, strerror(errno), error, error_size);
    }
    return RK_OK;
}

rk_err backup_restore(const char *file, const char *folder, const char *suffix,
                      char kept[BACKUP_PATH_SIZE], char *error, size_t error_size)
{
    char target[PATH_SIZE], fresh[PATH_SIZE + 8];
    if (!database_path(folder, target))
        return report_error(folder, "path too long", error, error_size);
    snprintf(fresh, sizeof fresh, "%s.new", target);
    unlink(fresh); // of a restore that was interrupted
    rk_err err = create_file(fresh, error, error_size);
    if (!err)
        err = copy_database(file, fresh, error, error_size);
    if (!err)
        err = sync_file(fresh, error, error_size);
    if (err) {
        unlink(fresh);
        return err;
    }
    kept[0] = '\0';
    if (!access(target, F_OK)) {
        snprintf(kept, BACKUP_PATH_SIZE, "%s.%s", target, suffix);
        err = move_aside(target, kept, error, error_size);
    }
    if (!err && rename(fresh, target))
        err = report_error(target, strerror(errno), error, error_size);
    return err;
}
