/* SPDX-License-Identifier: MIT */
#include "store/postgres_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres_dialect.h"
#include "store/schema_version.h"
#include "store/statement.h"

static const char *const migrations[] = {
#define ROW(version, sql) [(version)-1] = (sql),
#include "store/schema.def"
};

struct migration {
    struct postgres_session *session;
    char *error;
    size_t error_size;
};

static rk_err report_error(const struct migration *migration, const char *what)
{
    snprintf(migration->error, migration->error_size, "%s: %s", migration->session->name, what);
    return RK_CANNOT_OPEN;
}

static rk_err execute_sql(const struct migration *migration, const char *sql)
{
    PGresult *result =
        postgres_session_execute(migration->session, sql, migration->error, migration->error_size);
    PQclear(result);
    return result ? RK_OK : RK_CANNOT_OPEN;
}

/* Runs a query for one number; 0 if there is no row. */
static rk_err query_number(const struct migration *migration, const char *sql, int64_t *out)
{
    PGresult *result =
        postgres_session_execute(migration->session, sql, migration->error, migration->error_size);
    *out = result && PQntuples(result) ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    PQclear(result);
    return result ? RK_OK : RK_CANNOT_OPEN;
}

/* 0 for an empty database. Only the schema counts in which new tables would be created. */
static rk_err find_version(const struct migration *migration, int64_t *out)
{
    int64_t tables, ours;
    *out = 0;
    rk_err err = query_number(
        migration,
        "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace "
        "AND relkind IN ('r', 'p', 'v', 'm')",
        &tables);
    if (err || !tables)
        return err;
    err = query_number(migration,
                       "SELECT count(*) FROM pg_class WHERE relnamespace = "
                       "current_schema()::regnamespace AND relname IN ('meta', 'game_part')",
                       &ours);
    if (!err && ours == 2)
        err = query_number(migration, "SELECT value FROM meta WHERE key = 'version'", out);
    if (!err && *out <= 0)
        err = report_error(migration, "this database belongs to another program");
    return err;
}

static rk_err check_version(const struct migration *migration, int64_t version, bool must_exist)
{
    char what[128];
    if (!version && must_exist)
        return report_error(migration, "there are no tables of rookery in this database");
    if (version <= SCHEMA_VERSION)
        return RK_OK;
    snprintf(what, sizeof what,
             "schema version %lld is newer than this program's %d; use a newer program",
             (long long)version, SCHEMA_VERSION);
    return report_error(migration, what);
}

/* A server that runs with the older version would fail with the newer one. Versions without the
 * table of nodes had one server, which this one has replaced. */
static rk_err check_nodes(const struct migration *migration, int64_t version)
{
    int64_t has_table, count = 0;
    char what[200];
    if (!version || version >= SCHEMA_COMPATIBLE)
        return RK_OK;
    rk_err err = query_number(
        migration, "SELECT count(*) FROM pg_class WHERE oid = to_regclass('node')", &has_table);
    if (!err && has_table)
        err = query_number(migration, "SELECT count(*) FROM node WHERE until > " NOW_MS, &count);
    if (err || !count)
        return err;
    snprintf(what, sizeof what,
             "%lld other server%s of an older version use%s this database; stop all of them, wait "
             "five seconds, then start this one",
             (long long)count, count == 1 ? "" : "s", count == 1 ? "s" : "");
    return report_error(migration, what);
}

static rk_err save_version(const struct migration *migration)
{
    char sql[160];
    snprintf(sql, sizeof sql,
             "INSERT INTO meta(key, value) VALUES('version', %d) "
             "ON CONFLICT(key) DO UPDATE SET value = excluded.value",
             SCHEMA_VERSION);
    return execute_sql(migration, sql);
}

/* Another process may have been first, so the version is read again under the lock. */
static rk_err run_migrations(const struct migration *migration, bool must_exist)
{
    int64_t version, locked;
    char sql[120];
    snprintf(sql, sizeof sql, "SELECT 1 FROM pg_advisory_xact_lock(%d, hashtext(current_schema()))",
             POSTGRES_SCHEMA_LOCK);
    rk_err err = query_number(migration, sql, &locked);
    if (!err)
        err = find_version(migration, &version);
    if (!err)
        err = check_version(migration, version, must_exist);
    if (!err)
        err = check_nodes(migration, version);
    if (err || version == SCHEMA_VERSION)
        return err;
    if (version)
        log_line(migration->session->options.log, LOG_INFO, "migrating %s from version %lld to %d",
                 migration->session->name, (long long)version, SCHEMA_VERSION);
    for (; !err && version < SCHEMA_VERSION; version++)
        err = execute_sql(migration, migrations[version]);
    return err ? err : save_version(migration);
}

static rk_err run_migration(const struct migration *migration, bool must_exist)
{
    rk_err err = execute_sql(migration, "BEGIN; SET LOCAL lock_timeout = '60s'; "
                                        "SET LOCAL idle_in_transaction_session_timeout = 0");
    if (err)
        return err;
    err = run_migrations(migration, must_exist);
    if (!err)
        return execute_sql(migration, "COMMIT");
    char ignored[200];
    PQclear(postgres_session_execute(migration->session, "ROLLBACK", ignored, sizeof ignored));
    return err;
}

rk_err postgres_schema_migrate(struct postgres_session *session, bool must_exist, char *error,
                               size_t error_size)
{
    const struct migration migration = {session, error, error_size};
    const int limit_ms = session->options.limit_ms;
    session->options.limit_ms = POSTGRES_NO_LIMIT; // a large table takes its time
    const rk_err err = run_migration(&migration, must_exist);
    session->options.limit_ms = limit_ms;
    return err;
}

rk_err postgres_schema_require(struct postgres_session *session, char *error, size_t error_size)
{
    const struct migration migration = {session, error, error_size};
    char what[120];
    int64_t version;
    rk_err err = find_version(&migration, &version);
    if (!err)
        err = check_version(&migration, version, true);
    if (err || version == SCHEMA_VERSION)
        return err;
    snprintf(what, sizeof what,
             "its schema has version %lld, not %d: start this version of the server with it first",
             (long long)version, SCHEMA_VERSION);
    return report_error(&migration, what);
}

rk_err postgres_schema_check(struct postgres_session *session, char *error, size_t error_size)
{
    const struct migration migration = {session, error, error_size};
    char what[512];
    postgres_session_set_limit(session, 60 * 1000);
    for (unsigned i = 0; i < STATEMENT_COUNT; i++)
        if (!postgres_session_prepare(session, (enum statement)i))
            return report_error(&migration, "the connection was lost");
    rk_err err = RK_OK;
    if (!postgres_session_sync(session))
        return report_error(&migration, "the connection was lost");
    for (unsigned i = 0; i < STATEMENT_COUNT; i++) {
        PGresult *answer = postgres_session_prepare_answer(session, (enum statement)i);
        if (!err && PQresultStatus(answer) != PGRES_COMMAND_OK) {
            snprintf(what, sizeof what, "the database is damaged: %s: %.*s",
                     statement_infos[i].name, (int)strcspn(PQresultErrorMessage(answer), "\n"),
                     PQresultErrorMessage(answer));
            err = report_error(&migration, what);
        }
        PQclear(answer);
    }
    return postgres_session_sync_answer(session) || err
               ? err
               : report_error(&migration, "the connection was lost");
}
