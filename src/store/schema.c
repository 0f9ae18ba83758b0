/* SPDX-License-Identifier: MIT */
#include "store/schema.h"

#include <stdint.h>
#include <stdio.h>

#include "store/sqlite_dialect.h"

static const char *const migrations[] = {
#define ROW(version, sql) [(version)-1] = (sql),
#include "store/schema.def"
};

struct migration {
    sqlite3 *db;
    const char *name;
    char *error;
    size_t error_size;
};

static rk_err report_error(const struct migration *migration, const char *what)
{
    snprintf(migration->error, migration->error_size, "%s: %s", migration->name, what);
    return RK_CANNOT_OPEN;
}

bool schema_code_is_damage(int code)
{
    const int primary = code & 0xff; // without the details
    return primary == SQLITE_NOTADB || primary == SQLITE_CORRUPT;
}

/* The file can be read, but is not a database of this program. */
static rk_err report_bad_data(const struct migration *migration, const char *what)
{
    (void)report_error(migration, what);
    return RK_BAD_RECORD;
}

static rk_err report_sqlite_error(const struct migration *migration)
{
    const int code = sqlite3_errcode(migration->db);
    const char *what = sqlite3_errmsg(migration->db);
    return schema_code_is_damage(code) ? report_bad_data(migration, what)
                                       : report_error(migration, what);
}

/* Runs a query for one number; 0 if there is no row. */
static rk_err query_number(const struct migration *migration, const char *sql, int64_t *out)
{
    sqlite3_stmt *query = NULL;
    int code = sqlite3_prepare_v2(migration->db, sql, -1, &query, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(query);
    *out = code == SQLITE_ROW ? sqlite3_column_int64(query, 0) : 0;
    const rk_err err =
        code == SQLITE_ROW || code == SQLITE_DONE ? RK_OK : report_sqlite_error(migration);
    sqlite3_finalize(query);
    return err;
}

/* 0 for an empty database. */
static rk_err find_version(const struct migration *migration, int64_t *out)
{
    int64_t application_id, tables;
    *out = 0;
    rk_err err = query_number(migration, "PRAGMA application_id", &application_id);
    if (!err)
        err = query_number(migration, "SELECT count(*) FROM sqlite_schema", &tables);
    if (err)
        return err;
    if (application_id != SCHEMA_APPLICATION_ID && (application_id || tables))
        return report_bad_data(migration, "this database belongs to another program");
    return tables ? query_number(migration, "SELECT value FROM meta WHERE key = 'version'", out)
                  : RK_OK;
}

static rk_err check_version(const struct migration *migration, int64_t version)
{
    if (version >= 0 && version <= SCHEMA_VERSION)
        return RK_OK;
    snprintf(migration->error, migration->error_size,
             "%s: schema version %lld is newer than this program's %d; use a newer program",
             migration->name, (long long)version, SCHEMA_VERSION);
    return RK_CANNOT_OPEN;
}

static rk_err execute_sql(const struct migration *migration, const char *sql)
{
    return sqlite3_exec(migration->db, sql, NULL, NULL, NULL) ? report_sqlite_error(migration)
                                                              : RK_OK;
}

static rk_err save_version(const struct migration *migration)
{
    char sql[160];
    snprintf(sql, sizeof sql,
             "INSERT INTO meta(key, value) VALUES('version', %d) "
             "ON CONFLICT(key) DO UPDATE SET value = excluded.value; PRAGMA application_id = %d",
             SCHEMA_VERSION, SCHEMA_APPLICATION_ID);
    return execute_sql(migration, sql);
}

/* Checks the version again inside the transaction: another process may have been first. */
static rk_err run_migrations(const struct migration *migration)
{
    int64_t version;
    rk_err err = find_version(migration, &version);
    if (!err)
        err = check_version(migration, version);
    for (; !err && version < SCHEMA_VERSION; version++)
        err = execute_sql(migration, migrations[version]);
    return err ? err : save_version(migration);
}

rk_err schema_find_version(sqlite3 *db, const char *name, int64_t *out, char *error,
                           size_t error_size)
{
    return find_version(&(struct migration){db, name, error, error_size}, out);
}

rk_err schema_migrate(sqlite3 *db, const char *name, char *error, size_t error_size)
{
    const struct migration migration = {db, name, error, error_size};
    int64_t version;
    rk_err err = find_version(&migration, &version);
    if (!err)
        err = check_version(&migration, version);
    if (err || version == SCHEMA_VERSION)
        return err;
    err = execute_sql(&migration, "BEGIN IMMEDIATE");
    if (err)
        return err;
    err = run_migrations(&migration);
    if (!err)
        err = execute_sql(&migration, "COMMIT");
    if (err)
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return err;
}
