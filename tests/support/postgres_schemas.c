/* SPDX-License-Identifier: MIT */
/* Creating tables takes much longer than emptying them, so a schema is used again and again. */
#include "support/postgres_schemas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/postgres_session.h"
#include "support/board.h"

enum { SCHEMAS_MAX = 32, SQL_SIZE = 8000, NAME_SIZE = 40 };

static struct {
    bool exists, taken;
    char url[STORE_URL_MAX + 1];
} schemas[SCHEMAS_MAX];

static struct postgres_session server_session;

static void run(const char *sql)
{
    char why[500];
    PGresult *result = postgres_session_execute(&server_session, sql, why, sizeof why);
    if (!result)
        fail_msg("%s", why);
    PQclear(result);
}

static void name_schema(size_t index, char out[NAME_SIZE])
{
    snprintf(out, NAME_SIZE, "test_%ld_%zu", (long)getpid(), index);
}

static void drop_schemas(void)
{
    char sql[100], name[NAME_SIZE];
    for (size_t i = 0; i < SCHEMAS_MAX && server_session.connection; i++) {
        name_schema(i, name);
        snprintf(sql, sizeof sql, "DROP SCHEMA IF EXISTS %s CASCADE", name);
        if (schemas[i].exists)
            PQclear(PQexec(server_session.connection, sql));
    }
    snprintf(sql, sizeof sql, "DROP SCHEMA IF EXISTS test_%ld_clock CASCADE", (long)getpid());
    if (server_session.connection)
        PQclear(PQexec(server_session.connection, sql));
    postgres_session_fini(&server_session);
}

/* Sessions find this clock before that of PostgreSQL. Its time is kept in a sequence. */
static void create_clock(void)
{
    char sql[500];
    const long id = (long)getpid();
    snprintf(sql, sizeof sql,
             "CREATE SCHEMA test_%ld_clock; CREATE SEQUENCE test_%ld_clock.now; "
             "CREATE FUNCTION test_%ld_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS "
             "'SELECT CASE WHEN is_called THEN to_timestamp(last_value / 1000.0) "
             "ELSE pg_catalog.clock_timestamp() END FROM test_%ld_clock.now'",
             id, id, id, id);
    run(sql);
}

static void connect_to(const char *server)
{
    char why[500];
    if (server_session.connection)
        return;
    const struct postgres_session_options options = {.url = server, .limit_ms = POSTGRES_NO_LIMIT};
    if (postgres_session_init(&server_session, &options) ||
        postgres_session_connect(&server_session, why, sizeof why))
        fail_msg("%s", why);
    atexit(drop_schemas);
    create_clock();
}

static void create_schema(const char *server, size_t index)
{
    char sql[100], name[NAME_SIZE];
    name_schema(index, name);
    snprintf(sql, sizeof sql, "CREATE SCHEMA %s", name);
    run(sql);
    snprintf(schemas[index].url, sizeof schemas[index].url,
             "%s&options=-csearch_path%%3D%s%%2Ctest_%ld_clock%%2Cpg_catalog", server, name,
             (long)getpid());
    schemas[index].exists = true;
}

/* The triggers of the audit log do not let anybody delete it. */
static void empty_schema(size_t index)
{
    char sql[SQL_SIZE], name[NAME_SIZE];
    name_schema(index, name);
    snprintf(sql, sizeof sql,
             "SET session_replication_role = replica; SET search_path = %s; "
             "DO $$ DECLARE name text; BEGIN "
             "FOR name IN SELECT relname FROM pg_class WHERE relkind = 'r' "
             "AND relnamespace = '%s'::regnamespace LOOP "
             "EXECUTE CASE name WHEN 'meta' THEN 'DELETE FROM meta WHERE key <> ''version''' "
             "WHEN 'audit_head' THEN 'UPDATE audit_head SET sequence = 0, "
             "hash = decode(repeat(''00'', 32), ''hex'')' "
             "WHEN 'shard' THEN 'UPDATE shard SET owner = NULL, epoch = 1, alive_until = NULL' "
             "WHEN 'puzzle_search' THEN 'UPDATE puzzle_search SET ended_at = 0, game = ''''' "
             "ELSE format('DELETE FROM %%I', name) END; END LOOP; "
             "FOR name IN SELECT relname FROM pg_class WHERE relkind = 'S' "
             "AND relnamespace = '%s'::regnamespace LOOP "
             "PERFORM setval(name, 1, false); END LOOP; END $$",
             name, name, name);
    run(sql);
}

const char *postgres_schema_take(const char *server)
{
    size_t index = 0;
    connect_to(server);
    while (index < SCHEMAS_MAX && schemas[index].taken)
        index++;
    if (index == SCHEMAS_MAX)
        fail_msg("more than %d stores at once", SCHEMAS_MAX);
    if (schemas[index].exists)
        empty_schema(index);
    else
        create_schema(server, index);
    schemas[index].taken = true;
    return schemas[index].url;
}

void postgres_clock_set(const char *server, int64_t ms)
{
    char sql[100];
    connect_to(server);
    snprintf(sql, sizeof sql, "SELECT setval('test_%ld_clock.now', %lld)", (long)getpid(),
             (long long)ms);
    run(sql);
}

void postgres_schema_release(const char *url)
{
    for (size_t i = 0; i < SCHEMAS_MAX; i++)
        if (!strcmp(schemas[i].url, url))
            schemas[i].taken = false;
}
