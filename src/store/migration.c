/* SPDX-License-Identifier: MIT */
#include "store/migration.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <sqlite3.h>

#include "store/schema.h"

enum {
    PATH_SIZE = 4096 + 32,
    BUSY_MS = 5000,
    COPIES =
        3 /* room for the trial, for the copy that is kept, and for what the migration writes */
};

struct preparation {
    const char *file;
    const struct log *log;
    sqlite3 *db;
    int64_t version;
    char *error;
    size_t error_size;
};

static rk_err report_error(const struct preparation *preparation, const char *what,
                           const char *reason)
{
    snprintf(preparation->error, preparation->error_size, "%s: %s: %s", preparation->file, what,
             reason);
    return RK_CANNOT_OPEN;
}

// ---- copies ----------------------------------------------------------------------------------

static void remove_database(const char *file)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "%s%s", file, endings[i]);
        unlink(path);
    }
}

/* Copies the database with what its write-ahead log holds. The copy is for its owner only. */
static rk_err copy_database(const struct preparation *preparation, const char *path, sqlite3 **out)
{
    sqlite3 *copy = NULL;
    remove_database(path);
    const mode_t before = umask(077);
    int code = sqlite3_open_v2(path, &copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    sqlite3_backup *backup =
        code ? NULL : sqlite3_backup_init(copy, "main", preparation->db, "main");
    if (backup) {
        sqlite3_backup_step(backup, -1);
        code = sqlite3_backup_finish(backup);
    }
    umask(before);
    if (backup && !code) {
        *out = copy;
        return RK_OK;
    }
    const rk_err err = report_error(preparation, "cannot copy the database before its migration",
                                    copy ? sqlite3_errmsg(copy) : "out of memory");
    sqlite3_close(copy);
    remove_database(path);
    return err;
}

static rk_err check_space(const struct preparation *preparation)
{
    struct stat file;
    struct statvfs system;
    if (stat(preparation->file, &file) || statvfs(preparation->file, &system))
        return report_error(preparation, "cannot find out how much space there is",
                            strerror(errno));
    const uint64_t needed = (uint64_t)file.st_size * COPIES;
    const uint64_t available = (uint64_t)system.f_bavail * system.f_frsize;
    if (available >= needed)
        return RK_OK;
    snprintf(preparation->error, preparation->error_size,
             "%s: its migration needs %llu MiB of disk space, but only %llu MiB are free",
             preparation->file, (unsigned long long)(needed >> 20) + 1,
             (unsigned long long)(available >> 20));
    return RK_CANNOT_OPEN;
}

// ---- the trial -------------------------------------------------------------------------------

static rk_err check_integrity(const struct preparation *preparation, sqlite3 *copy)
{
    sqlite3_stmt *query = NULL;
    char result[200] = "cannot be checked";
    if (!sqlite3_prepare_v2(copy, "PRAGMA integrity_check(1)", -1, &query, NULL) &&
        sqlite3_step(query) == SQLITE_ROW)
        snprintf(result, sizeof result, "%s", (const char *)sqlite3_column_text(query, 0));
    sqlite3_finalize(query);
    return strcmp(result, "ok") ? report_error(preparation, "the database is damaged", result)
                                : RK_OK;
}

static rk_err migrate_copy(const struct preparation *preparation, sqlite3 *copy)
{
    char reason[512];
    rk_err err = schema_migrate(copy, "the migration", reason, sizeof reason);
    if (!err)
        err = schema_check(copy, "after the migration", reason, sizeof reason);
    return err ? report_error(preparation,
                              "the migration failed in a copy, and the database was not changed",
                              reason)
               : check_integrity(preparation, copy);
}

static rk_err try_migration(const struct preparation *preparation)
{
    char path[PATH_SIZE];
    sqlite3 *copy;
    snprintf(path, sizeof path, "%s.trial", preparation->file);
    rk_err err = copy_database(preparation, path, &copy);
    if (err)
        return err;
    err = migrate_copy(preparation, copy);
    sqlite3_close(copy);
    remove_database(path);
    return err;
}

/* The copy gets its name when it is complete. */
static rk_err keep_old_version(const struct preparation *preparation)
{
    char part[PATH_SIZE], path[PATH_SIZE];
    sqlite3 *copy;
    snprintf(path, sizeof path, "%s.v%lld", preparation->file, (long long)preparation->version);
    snprintf(part, sizeof part, "%s.part", preparation->file);
    const rk_err err = copy_database(preparation, part, &copy);
    if (err)
        return err;
    sqlite3_close(copy);
    if (rename(part, path))
        return report_error(preparation, "cannot keep a copy of the old version", strerror(errno));
    log_line(preparation->log, LOG_INFO, "the database of version %lld is kept as %s",
             (long long)preparation->version, path);
    return RK_OK;
}

static rk_err prepare_database(const struct preparation *preparation)
{
    log_line(preparation->log, LOG_INFO,
             "migrating %s from version %lld to %d: trying it in a copy first", preparation->file,
             (long long)preparation->version, SCHEMA_VERSION);
    rk_err err = check_space(preparation);
    if (!err)
        err = try_migration(preparation);
    return err ? err : keep_old_version(preparation);
}

rk_err migration_prepare(const char *file, const struct log *log, char *error, size_t error_size)
{
    struct preparation preparation = {
        .file = file, .log = log, .error = error, .error_size = error_size};
    struct stat found;
    if (stat(file, &found) || !found.st_size)
        return RK_OK; // a new one
    if (sqlite3_open_v2(file, &preparation.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL)) {
        sqlite3_close(preparation.db);
        return RK_OK; // whoever opens it reports the error
    }
    sqlite3_busy_timeout(preparation.db, BUSY_MS);
    rk_err err = RK_OK;
    if (!schema_find_version(preparation.db, file, &preparation.version, error, error_size) &&
        preparation.version > 0 && preparation.version < SCHEMA_VERSION)
        err = prepare_database(&preparation);
    sqlite3_close(preparation.db);
    return err;
}
