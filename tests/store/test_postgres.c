/* SPDX-License-Identifier: MIT */
/* The PostgreSQL store: schema, lost sessions, several sessions at once. Needs TEST_STORE.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/copy.h"
#include "store/postgres_schema.h"
#include "store/postgres_value.h"
#include "store/schema_version.h"
#include "store/statement.h"
#include "support/board.h"
#include "support/folder.h"
#include "support/postgres_schemas.h"

static const char *server_url, *url;
static struct postgres_session raw; /* in the same schema */

static int take_schema(void **state)
{
    (void)state;
    char why[500];
    if (!server_url)
        return 0;
    url = postgres_schema_take(server_url);
    const struct postgres_session_options options = {.url = url, .limit_ms = POSTGRES_NO_LIMIT};
    assert_int_equal(postgres_session_init(&raw, &options), RK_OK);
    if (postgres_session_connect(&raw, why, sizeof why))
        fail_msg("%s", why);
    return 0;
}

static int release_schema(void **state)
{
    (void)state;
    if (!server_url)
        return 0;
    postgres_session_fini(&raw);
    postgres_schema_release(url);
    return 0;
}

static void require_server(void)
{
    if (!server_url)
        skip();
}

static char *query_raw(const char *sql)
{
    static char text[200];
    char why[500];
    PGresult *result = postgres_session_execute(&raw, sql, why, sizeof why);
    if (!result)
        fail_msg("%s", why);
    snprintf(text, sizeof text, "%s", PQntuples(result) ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    return text;
}

static struct store *open_store(const struct store_options *options)
{
    struct store_options chosen = *options;
    struct store *store = NULL;
    char why[500] = "";
    chosen.url = url;
    if (store_open(&chosen, &store, why, sizeof why))
        fail_msg("%s", why);
    return store;
}

static void expect_cannot_open(const struct store_options *options, const char *reason)
{
    struct store_options chosen = *options;
    struct store *store = NULL;
    char why[500] = "";
    chosen.url = url;
    assert_int_equal(store_open(&chosen, &store, why, sizeof why), RK_CANNOT_OPEN);
    if (!strstr(why, reason))
        fail_msg("%s", why);
}

static struct store_job *set_number(int64_t at)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_PLAN_RESTART);
    store_bind_integer(job, at);
    return job;
}

static void record_outcome(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    *(enum store_outcome *)context = outcome;
}

static enum store_outcome write_now(struct store *store, struct store_job *job)
{
    enum store_outcome outcome = STORE_REFUSED;
    store_write(store, job, record_outcome, &outcome);
    store_poll(store);
    return outcome;
}

static void record_number(void *context, struct store_job *job, enum store_outcome outcome)
{
    *(int64_t *)context =
        outcome == STORE_DONE && store_next_row(job) ? store_get_integer(job, 0) : -1;
}

static int64_t read_number(struct store *store)
{
    int64_t at = -2;
    struct store_job *job = store_job_create();
    store_call(job, STORE_PLANNED_RESTART);
    store_read(store, job, record_number, &at);
    store_poll(store);
    return at;
}

/* ---- the statements and the schema ---- */

static void every_statement_can_be_prepared(void **state)
{
    (void)state;
    require_server();
    char why[500];
    store_close(open_store(&(struct store_options){.inline_jobs = true}));
    if (postgres_schema_check(&raw, why, sizeof why))
        fail_msg("%s", why);
    assert_true(PQexitPipelineMode(raw.connection));
    for (unsigned i = 0; i < STATEMENT_COUNT; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%u", i);
        PQsetnonblocking(raw.connection, 0);
        PGresult *described = PQdescribePrepared(raw.connection, name);
        assert_int_equal(PQresultStatus(described), PGRES_COMMAND_OK);
        assert_int_equal(PQnparams(described), strlen(statement_infos[i].types));
        for (int column = 0; column < PQnfields(described); column++)
            if (!postgres_type_is_known(PQftype(described, column)))
                fail_msg("%s: column %d has the type %u", statement_infos[i].name, column,
                         PQftype(described, column));
        PQclear(described);
    }
}

static void a_database_that_lost_a_column_is_refused(void **state)
{
    (void)state;
    require_server();
    store_close(open_store(&(struct store_options){.inline_jobs = true}));
    query_raw("ALTER TABLE note RENAME COLUMN text TO other");
    expect_cannot_open(&(struct store_options){.inline_jobs = true, .exclusive = true},
                       "the database is damaged");
    query_raw("ALTER TABLE note RENAME COLUMN other TO text");
}

static void a_database_that_older_servers_use_is_not_migrated(void **state)
{
    (void)state;
    require_server();
    char sql[100];
    store_close(open_store(&(struct store_options){.inline_jobs = true}));
    query_raw("UPDATE meta SET value = 9 WHERE key = 'version'");
    query_raw(
        "INSERT INTO node(id, number, until, draining, beat, place, address) "
        "VALUES('old', 1, EXTRACT(EPOCH FROM clock_timestamp()) * 1000 + 3000, 0, 0, '', '')");
    expect_cannot_open(&(struct store_options){.inline_jobs = true},
                       "1 other server of an older version uses this database; stop all of them");
    assert_string_equal(query_raw("SELECT value FROM meta WHERE key = 'version'"), "9");
    snprintf(sql, sizeof sql, "UPDATE meta SET value = %d WHERE key = 'version'", SCHEMA_VERSION);
    query_raw(sql);
    store_close(open_store(&(struct store_options){.inline_jobs = true})); // nothing to migrate
}

static void a_database_of_a_newer_version_is_refused(void **state)
{
    (void)state;
    require_server();
    char sql[100];
    store_close(open_store(&(struct store_options){.inline_jobs = true}));
    query_raw("UPDATE meta SET value = 1000 WHERE key = 'version'");
    expect_cannot_open(&(struct store_options){.inline_jobs = true}, "newer");
    snprintf(sql, sizeof sql, "UPDATE meta SET value = %d WHERE key = 'version'", SCHEMA_VERSION);
    query_raw(sql);
    store_close(open_store(&(struct store_options){.must_exist = true, .inline_jobs = true}));
}

static void a_database_of_another_program_is_left_alone(void **state)
{
    (void)state;
    require_server();
    query_raw("CREATE SCHEMA IF NOT EXISTS another; SET search_path = another; "
              "CREATE TABLE IF NOT EXISTS thing(id BIGINT)");
    char other[STORE_URL_MAX + 1];
    const char *mine = url;
    snprintf(other, sizeof other, "%s&options=-csearch_path%%3Danother", server_url);
    url = other;
    expect_cannot_open(&(struct store_options){.inline_jobs = true}, "another program");
    url = mine;
    query_raw("DROP SCHEMA another CASCADE");
}

static void an_empty_database_is_not_created_for_a_reader(void **state)
{
    (void)state;
    require_server();
    query_raw("CREATE SCHEMA IF NOT EXISTS nothing");
    char other[STORE_URL_MAX + 1];
    const char *mine = url;
    snprintf(other, sizeof other, "%s&options=-csearch_path%%3Dnothing", server_url);
    url = other;
    expect_cannot_open(&(struct store_options){.inline_jobs = true, .must_exist = true},
                       "no tables of rookery");
    url = mine;
    query_raw("DROP SCHEMA nothing");
}

static void the_audit_log_cannot_be_edited(void **state)
{
    (void)state;
    require_server();
    store_close(open_store(&(struct store_options){.inline_jobs = true}));
    query_raw("INSERT INTO audit VALUES(1, 1, 'a', 'b', 'c', '{}', '', '')");
    PGresult *result = PQexec(raw.connection, "DELETE FROM audit");
    assert_int_equal(PQresultStatus(result), PGRES_FATAL_ERROR);
    PQclear(result);
}

/* ---- sessions ---- */

static void servers_share_a_database_but_not_with_somebody_exclusive(void **state)
{
    (void)state;
    require_server();
    const struct store_options server = {.inline_jobs = true, .exclusive = true, .shareable = true};
    const struct store_options alone = {.inline_jobs = true, .exclusive = true};
    struct store *first = open_store(&server), *second = open_store(&server);
    expect_cannot_open(&alone, "another server is using this database");
    store_close(open_store(&(struct store_options){.inline_jobs = true})); // an admin's
    store_close(first);
    expect_cannot_open(&alone, "another server is using this database");
    store_close(second);
    first = open_store(&alone);
    expect_cannot_open(&server, "another server is using this database");
    store_close(first);
}

/* Ends the session of the server. */
static void end_sessions(void)
{
    char sql[250];
    snprintf(sql, sizeof sql,
             "SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_locks "
             "WHERE locktype = 'advisory' AND classid = %d "
             "AND objid::bigint = hashtext(current_schema())::bigint & 4294967295",
             POSTGRES_SERVER_LOCK);
    assert_string_equal(query_raw(sql), "1");
}

static void a_lost_session_fails_a_write_and_is_replaced(void **state)
{
    (void)state;
    require_server();
    struct store *store =
        open_store(&(struct store_options){.inline_jobs = true, .exclusive = true});
    assert_int_equal(write_now(store, set_number(1)), STORE_DONE);
    end_sessions();
    assert_true(store_has_failed(write_now(store, set_number(2))));
    enum store_outcome outcome = STORE_FAILED;
    for (int tries = 0; tries < 100 && outcome != STORE_DONE; tries++) {
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
        outcome = write_now(store, set_number(3));
    }
    assert_int_equal(outcome, STORE_DONE);
    assert_int_equal(read_number(store), 3);
    store_close(store);
}

static void a_read_survives_a_session_that_was_lost_before(void **state)
{
    (void)state;
    require_server();
    struct store *store =
        open_store(&(struct store_options){.inline_jobs = true, .exclusive = true});
    assert_int_equal(write_now(store, set_number(7)), STORE_DONE);
    end_sessions();
    assert_int_equal(read_number(store), 7);
    store_close(store);
}

/* The trigger kills the session that commits, after which nobody can tell. */
static void a_commit_without_an_answer_is_unknown(void **state)
{
    (void)state;
    require_server();
    struct store *store = open_store(&(struct store_options){.inline_jobs = true});
    query_raw("CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS "
              "$$BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); "
              "PERFORM pg_sleep(5); RETURN NULL; END$$; "
              "CREATE CONSTRAINT TRIGGER dying AFTER INSERT ON note DEFERRABLE INITIALLY DEFERRED "
              "FOR EACH ROW EXECUTE FUNCTION die()");
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_NOTE);
    store_bind_text(job, "ann");
    store_bind_text(job, "game");
    store_bind_text(job, "text");
    store_bind_integer(job, 1);
    store_bind_integer(job, 10);
    assert_int_equal(write_now(store, job), STORE_UNKNOWN);
    query_raw("DROP FUNCTION die() CASCADE");
    assert_string_equal(query_raw("SELECT count(*) FROM note"), "0");
    assert_int_equal(write_now(store, set_number(5)), STORE_DONE);
    store_close(store);
}

/* The statement takes longer than a store that is being closed waits. */
static void a_store_closes_without_an_answer(void **state)
{
    (void)state;
    require_server();
    enum store_outcome outcome = STORE_DONE;
    struct store *store = open_store(&(struct store_options){.exclusive = true});
    query_raw("CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS "
              "$$BEGIN PERFORM pg_sleep(10); RETURN NEW; END$$; "
              "CREATE TRIGGER waiting BEFORE INSERT OR UPDATE ON meta "
              "FOR EACH ROW EXECUTE FUNCTION wait()");
    store_write(store, set_number(1), record_outcome, &outcome);
    store_close(store);
    end_sessions();
    query_raw("DROP FUNCTION wait() CASCADE");
    assert_true(store_has_failed(outcome));
}

/* ---- groups of jobs ---- */

static struct store_job *add_accounts(const char *first, const char *second)
{
    struct store_job *job = store_job_create();
    for (int i = 0; i < 2; i++) {
        const char *id = i ? second : first;
        if (!id)
            continue;
        store_call(job, STORE_ADD_ACCOUNT);
        store_bind_text(job, id);
        store_bind_text(job, id);
        store_bind_null(job);
        store_bind_null(job);
        store_bind_integer(job, 0);
        store_bind_integer(job, 0);
        store_bind_integer(job, 1);
    }
    return job;
}

/* More of them than attempts to write a group as a whole. */
static void many_refused_jobs_do_not_affect_the_others(void **state)
{
    (void)state;
    require_server();
    enum { JOBS = 40 };
    enum store_outcome outcomes[JOBS];
    struct store *store = open_store(&(struct store_options){.inline_jobs = true});
    assert_int_equal(write_now(store, add_accounts("taken", NULL)), STORE_DONE);
    for (int i = 0; i < JOBS; i++) {
        char id[16];
        snprintf(id, sizeof id, "user%d", i);
        store_write(store, add_accounts(id, i % 2 ? "taken" : NULL), record_outcome, &outcomes[i]);
    }
    store_poll(store);
    for (int i = 0; i < JOBS; i++)
        assert_int_equal(outcomes[i], i % 2 ? STORE_REFUSED : STORE_DONE);
    assert_string_equal(query_raw("SELECT count(*) FROM account"), "21");
    store_close(store);
}

static void an_error_fails_its_own_job_only(void **state)
{
    (void)state;
    require_server();
    enum store_outcome outcomes[3];
    struct store *store = open_store(&(struct store_options){.inline_jobs = true});
    query_raw("ALTER TABLE account ADD CONSTRAINT no_bob CHECK(id <> 'bob')");
    store_write(store, add_accounts("ann", NULL), record_outcome, &outcomes[0]);
    store_write(store, add_accounts("bob", NULL), record_outcome, &outcomes[1]);
    store_write(store, add_accounts("cat", NULL), record_outcome, &outcomes[2]);
    store_poll(store);
    query_raw("ALTER TABLE account DROP CONSTRAINT no_bob");
    assert_int_equal(outcomes[0], STORE_DONE);
    assert_int_equal(outcomes[1], STORE_FAILED);
    assert_int_equal(outcomes[2], STORE_DONE);
    store_close(store);
}

/* Larger than the buffers of the sockets in both directions. */
static void a_large_group_does_not_block(void **state)
{
    (void)state;
    require_server();
    enum { JOBS = 5000 };
    static enum store_outcome outcomes[JOBS];
    struct store *store = open_store(&(struct store_options){.inline_jobs = true});
    for (int i = 0; i < JOBS; i++) {
        char id[16];
        snprintf(id, sizeof id, "user%d", i);
        struct store_job *job = add_accounts(id, NULL);
        store_call(job, STORE_ACCOUNT);
        store_bind_text(job, id);
        store_write(store, job, record_outcome, &outcomes[i]);
    }
    store_poll(store);
    for (int i = 0; i < JOBS; i++)
        assert_int_equal(outcomes[i], STORE_DONE);
    store_close(store);
}

/* ---- copies ---- */

static void add_up(void *context, const struct copied_table *table)
{
    *(uint64_t *)context += table->rows;
}

static void a_store_survives_the_way_to_sqlite_and_back(void **state)
{
    (void)state;
    require_server();
    struct folder folder = folder_make();
    char why[1000] = "";
    uint64_t there = 0, back = 0;
    struct store *store = open_store(&(struct store_options){.inline_jobs = true});
    write_now(store, add_accounts("ann", "bob"));
    store_close(store);
    query_raw("INSERT INTO report(at, reporter, suspect, reason, text, state) "
              "VALUES(1, 'ann', 'bob', 'x', 'y', 0)");
    query_raw("INSERT INTO session VALUES('\\x00ff00', 'ann', 1, 2, NULL, '')");
    query_raw(
        "INSERT INTO rating VALUES('ann', 'blitz', 1, 1500.25, 0.1, 1e-300, 1, 1, 0, 0, 5, '')");
    if (store_copy(url, folder.path, add_up, &there, why, sizeof why))
        fail_msg("%s", why);
    assert_int_not_equal(store_copy(folder.path, url, NULL, NULL, why, sizeof why), RK_OK);
    assert_non_null(strstr(why, "not empty"));
    const char *other = postgres_schema_take(server_url);
    if (store_copy(folder.path, other, add_up, &back, why, sizeof why))
        fail_msg("%s", why);
    assert_int_equal(there, back);
    assert_true(there >= 5);
    postgres_schema_release(other);
    folder_remove(&folder);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, take_schema, release_schema)
    const struct CMUnitTest tests[] = {
        TEST(every_statement_can_be_prepared),
        TEST(a_database_that_lost_a_column_is_refused),
        TEST(a_database_that_older_servers_use_is_not_migrated),
        TEST(a_database_of_a_newer_version_is_refused),
        TEST(a_database_of_another_program_is_left_alone),
        TEST(an_empty_database_is_not_created_for_a_reader),
        TEST(the_audit_log_cannot_be_edited),
        TEST(servers_share_a_database_but_not_with_somebody_exclusive),
        TEST(a_lost_session_fails_a_write_and_is_replaced),
        TEST(a_read_survives_a_session_that_was_lost_before),
        TEST(a_commit_without_an_answer_is_unknown),
        TEST(a_store_closes_without_an_answer),
        TEST(many_refused_jobs_do_not_affect_the_others),
        TEST(an_error_fails_its_own_job_only),
        TEST(a_large_group_does_not_block),
        TEST(a_store_survives_the_way_to_sqlite_and_back),
    };
    server_url = getenv("TEST_STORE");
    return cmocka_run_group_tests_name("postgres", tests, NULL, NULL);
}
