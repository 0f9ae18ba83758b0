/* SPDX-License-Identifier: MIT */
#include "store/schema.h"

#include <stdint.h>
#include <stdio.h>

static const char *const migrations[] = {
#define ROW(version, sql) [(version)-1] = (sql),
#include "store/schema.def"
};

struct settling {
    sqlite3 *db;
    const char *name;
    char *why;
    size_t why_size;
};

static rk_err refuse(const struct settling *s, const char *what)
{
    snprintf(s->why, s->why_size, "%s: %s", s->name, what);
    return RK_CANNOT_OPEN;
}

static rk_err refuse_as_sqlite_says(const struct settling *s)
{
    return refuse(s, sqlite3_errmsg(s->db));
}

/* The one number that a query gives, 0 if it gives none. */
static rk_err ask(const struct settling *s, const char *sql, int64_t *out)
{
    sqlite3_stmt *query = NULL;
    int code = sqlite3_prepare_v2(s->db, sql, -1, &query, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(query);
    *out = code == SQLITE_ROW ? sqlite3_column_int64(query, 0) : 0;
    const rk_err err = code == SQLITE_ROW || code == SQLITE_DONE ? RK_OK : refuse_as_sqlite_says(s);
    sqlite3_finalize(query);
    return err;
}

/* 0 for a database with nothing in it. */
static rk_err find_version(const struct settling *s, int64_t *out)
{
    int64_t mark, tables;
    *out = 0;
    rk_err err = ask(s, "PRAGMA application_id", &mark);
    if (!err)
        err = ask(s, "SELECT count(*) FROM sqlite_schema", &tables);
    if (err)
        return err;
    if (mark != SCHEMA_MARK && (mark || tables))
        return refuse(s, "this is a database of another program");
    return tables ? ask(s, "SELECT value FROM meta WHERE key = 'version'", out) : RK_OK;
}

static rk_err check_version(const struct settling *s, int64_t version)
{
    if (version >= 0 && version <= SCHEMA_VERSION)
        return RK_OK;
    snprintf(s->why, s->why_size,
             "%s: its tables are of version %lld, this program knows them up to %d; "
             "use a newer one",
             s->name, (long long)version, SCHEMA_VERSION);
    return RK_CANNOT_OPEN;
}

static rk_err execute(const struct settling *s, const char *sql)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) ? refuse_as_sqlite_says(s) : RK_OK;
}

static rk_err note_version(const struct settling *s)
{
    char sql[160];
    snprintf(sql, sizeof sql,
             "INSERT INTO meta(key, value) VALUES('version', %d) "
             "ON CONFLICT(key) DO UPDATE SET value = excluded.value; PRAGMA application_id = %d",
             SCHEMA_VERSION, SCHEMA_MARK);
    return execute(s, sql);
}

/* Looks again now that nobody else can write: another process may have been first. */
static rk_err migrate(const struct settling *s)
{
    int64_t version;
    rk_err err = find_version(s, &version);
    if (!err)
        err = check_version(s, version);
    for (; !err && version < SCHEMA_VERSION; version++)
        err = execute(s, migrations[version]);
    return err ? err : note_version(s);
}

rk_err schema_migrate(sqlite3 *db, const char *name, char *why, size_t why_size)
{
    const struct settling s = {db, name, why, why_size};
    int64_t version;
    rk_err err = find_version(&s, &version);
    if (!err)
        err = check_version(&s, version);
    if (err || version == SCHEMA_VERSION)
        return err;
    err = execute(&s, "BEGIN IMMEDIATE");
    if (err)
        return err;
    err = migrate(&s);
    if (!err)
        err = execute(&s, "COMMIT");
    if (err)
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return err;
}
