/* SPDX-License-Identifier: MIT */
/* The SQLite store in a file: schema, threads, and disk errors. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

#include "store/lock.h"
#include "store/schema.h"
#include "store/sqlite_dialect.h"
#include "store/statement.h"
#include "store/store.h"
#include "support/board.h"
#include "support/folder.h"

/* ---- stores, jobs, results ---- */

static struct folder folder;

static int make_folder(void **state)
{
    (void)state;
    folder = folder_make();
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    folder_remove(&folder);
    return 0;
}

static const char *file_path(void)
{
    static char path[FOLDER_PATH_SIZE + 16];
    snprintf(path, sizeof path, "%s/rookery.db", folder.path);
    return path;
}

static struct store *open_with(struct store_options options)
{
    struct store *store = NULL;
    char why[512] = "";
    options.url = folder.path;
    if (store_open(&options, &store, why, sizeof why))
        fail_msg("%s", why);
    return store;
}

static struct store *open_inline(void)
{
    return open_with((struct store_options){.inline_jobs = true});
}

static void expect_open_error_as(rk_err err, const char *text)
{
    struct store *store = NULL;
    char why[512] = "";
    const struct store_options options = {.url = folder.path, .inline_jobs = true, .busy_ms = 50};
    assert_int_equal(store_open(&options, &store, why, sizeof why), err);
    assert_null(store);
    if (!strstr(why, text) || !strstr(why, folder.path))
        fail_msg("\"%s\" does not contain \"%s\" and the file", why, text);
}

static void expect_open_error(const char *text)
{
    expect_open_error_as(RK_CANNOT_OPEN, text);
}

/* Lets SQLite fail at many places while the store is opened. */
static void a_store_that_cannot_be_opened_names_the_file_and_a_reason(void **state)
{
    (void)state;
    unsigned failures = 0;
    for (int64_t bytes = 2048; bytes < 2 << 20; bytes += bytes / 2) {
        struct store *store = NULL;
        char why[512] = "left over";
        const struct store_options options = {.url = folder.path, .inline_jobs = true};
        sqlite3_hard_heap_limit64(bytes);
        const rk_err err = store_open(&options, &store, why, sizeof why);
        sqlite3_hard_heap_limit64(0);
        if (!err) {
            store_close(store);
            continue;
        }
        failures++;
        const char *name = strstr(why, folder.path);
        if (!name || !strstr(name, ": ") || !strstr(name, ": ")[2])
            fail_msg("\"%s\" does not name the file and a reason", why);
    }
    assert_true(failures > 0);
}

/* The database without the store. */
static sqlite3 *open_raw(void)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(file_path(), &db), SQLITE_OK);
    return db;
}

static void run_raw(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL))
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
}

static int64_t query_raw(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *query = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &query, NULL) || sqlite3_step(query) != SQLITE_ROW)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    const int64_t number = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    return number;
}

static void change_raw(const char *sql)
{
    sqlite3 *db = open_raw();
    run_raw(db, sql);
    sqlite3_close(db);
}

static int64_t look_up_raw(const char *sql)
{
    sqlite3 *db = open_raw();
    const int64_t number = query_raw(db, sql);
    sqlite3_close(db);
    return number;
}

static void record_outcome(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    *(int *)context = (int)outcome;
}

/* Runs one writing job. */
static enum store_outcome write_now(struct store *store, struct store_job *job)
{
    int outcome = -1;
    store_write(store, job, record_outcome, &outcome);
    store_poll(store);
    assert_int_not_equal(outcome, -1);
    return (enum store_outcome)outcome;
}

enum { SHARD = 17 };

static void bind_owner(struct store_job *job, int64_t epoch)
{
    store_bind_integer(job, SHARD);
    store_bind_integer(job, epoch);
}

static struct store_job *add_game(const char *id)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_ADD_GAME);
    store_bind_text(job, id);
    store_bind_text(job, "{}");
    store_bind_text(job, "blitz");
    store_bind_integer(job, 0);
    store_bind_integer(job, 0);
    store_bind_integer(job, 1);
    bind_owner(job, 1);
    return job;
}

enum { PART_EVENTS = 4 };

static struct store_job *append_bytes(const char *game, int64_t seq, int64_t epoch, size_t size)
{
    struct store_job *job = store_job_create();
    char *payload = calloc(1, size);
    assert_non_null(payload);
    store_call(job, (seq - 1) % PART_EVENTS ? STORE_APPEND_EVENT : STORE_BEGIN_PART);
    store_bind_text(job, game);
    store_bind_integer(job, (seq - 1) / PART_EVENTS);
    store_bind_integer(job, seq);
    store_bind_bytes(job, payload, size);
    bind_owner(job, epoch);
    free(payload);
    return job;
}

static struct store_job *append(const char *game, int64_t seq, int64_t epoch)
{
    return append_bytes(game, seq, epoch, 3);
}

static struct store_job *finish_game(const char *game, int64_t epoch)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_FINISH_GAME);
    store_bind_text(job, game);
    store_bind_integer(job, 9);
    store_bind_integer(job, 30);
    store_bind_integer(job, 0);
    store_bind_integer(job, 2);
    store_bind_bytes(job, "log", 3);
    bind_owner(job, epoch);
    for (int i = 0; i < 5; i++)
        store_bind_null(job); // not rated
    store_call(job, STORE_DELETE_EVENTS);
    store_bind_text(job, game);
    return job;
}

/* ---- the statements ---- */

static const struct {
    const char *name, *sql;
} statements[] = {
#define ROW(statement, kind, types, sql) [statement] = {#statement, sql},
#include "store/statements.def"
};

static void every_statement_can_be_prepared(void **state)
{
    (void)state;
    store_close(open_inline());
    sqlite3 *db = open_raw();
    for (size_t i = 0; i < STATEMENT_COUNT; i++) {
        sqlite3_stmt *prepared = NULL;
        if (sqlite3_prepare_v2(db, statements[i].sql, -1, &prepared, NULL))
            fail_msg("%s: %s", statements[i].name, sqlite3_errmsg(db));
        assert_true(sqlite3_column_count(prepared) <= 20);
        assert_int_equal(sqlite3_bind_parameter_count(prepared), strlen(statement_infos[i].types));
        sqlite3_finalize(prepared);
    }
    sqlite3_close(db);
}

/* In PostgreSQL a duplicate key would otherwise undo all jobs of the same flush. */
static void every_insert_says_what_to_do_on_conflict(void **state)
{
    (void)state;
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        if (strstr(statements[i].sql, "INSERT") && !strstr(statements[i].sql, "ON CONFLICT"))
            fail_msg("%s", statements[i].name);
}

/* Fails if the query plan contains `bad` or does not contain `good`. */
static void expect_plan(sqlite3 *db, enum statement statement, const char *good, const char *bad)
{
    char sql[2048];
    sqlite3_stmt *plan = NULL;
    bool found = false;
    snprintf(sql, sizeof sql, "EXPLAIN QUERY PLAN %s", statements[statement].sql);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &plan, NULL), SQLITE_OK);
    while (sqlite3_step(plan) == SQLITE_ROW) {
        const char *detail = (const char *)sqlite3_column_text(plan, 3);
        if (strstr(detail, bad) || strstr(detail, "TEMP B-TREE"))
            fail_msg("%s: %s", statements[statement].name, detail);
        found |= strstr(detail, good) != NULL;
    }
    sqlite3_finalize(plan);
    if (!found)
        fail_msg("%s: the plan lacks %s", statements[statement].name, good);
}

static void no_statement_scans_or_sorts_a_growing_table(void **state)
{
    (void)state;
    store_close(open_inline());
    sqlite3 *db = open_raw();
    expect_plan(db, STORE_GAMES_NEWEST_FIRST, "SEARCH p USING PRIMARY KEY (account=? AND", "SCAN");
    expect_plan(db, STORE_GAMES_OLDEST_FIRST, "SEARCH p USING PRIMARY KEY (account=? AND", "SCAN");
    expect_plan(db, STORE_GAME_IDS_NEWEST_FIRST, "SEARCH p USING", "SCAN");
    expect_plan(db, STORE_GAME_IDS_OLDEST_FIRST, "SEARCH p USING", "SCAN");
    expect_plan(db, STORE_RUNNING_GAMES, "game_running", "without");
    expect_plan(db, STORE_RUNNING_EVENTS, "game_running", "SCAN game_part");
    expect_plan(db, STORE_EVENTS, "SEARCH", "SCAN");
    expect_plan(db, STORE_APPEND_EVENT, "SEARCH game_part", "SCAN");
    expect_plan(db, STORE_DELETE_PLAYERS, "player_game", "SCAN");
    expect_plan(db, STORE_DELETE_SESSIONS, "session_account", "SCAN");
    expect_plan(db, STORE_DELETE_TOKENS, "token_account", "SCAN");
    expect_plan(db, STORE_FINISH_GAME, "SEARCH", "SCAN");
    expect_plan(db, STORE_DISABLED_ACCOUNTS, "account_barred", "without");
    expect_plan(db, STORE_ACCOUNTS_BY_EMAIL, "account_email", "SCAN");
    expect_plan(db, STORE_COUNT_ADMINS, "account_admins", "without");
    expect_plan(db, STORE_CROSSTABLE, "player_pair (account=? AND opponent=?)", "SCAN");
    expect_plan(db, STORE_MESSAGES, "SEARCH m", "SCAN");
    expect_plan(db, STORE_CONVERSATIONS, "conversation_newest", "SCAN");
    expect_plan(db, STORE_NOTIFICATIONS, "SEARCH", "SCAN");
    expect_plan(db, STORE_LATEST_RESULTS, "import_game", "SCAN import");
    expect_plan(db, STORE_IMPORTS, "SEARCH i", "SCAN");
    sqlite3_close(db);
}

static void an_event_is_appended_once_and_in_order(void **state)
{
    (void)state;
    struct store *store = open_inline();
    assert_int_equal(write_now(store, add_game("g")), STORE_DONE);
    assert_int_equal(write_now(store, add_game("g")), STORE_REFUSED);
    assert_int_equal(write_now(store, append("g", 1, 1)), STORE_DONE);
    assert_int_equal(write_now(store, append("g", 1, 1)), STORE_REFUSED); // version taken
    assert_int_equal(write_now(store, append("g", 2, 2)), STORE_REFUSED); // not its owner
    assert_int_equal(write_now(store, append("x", 1, 1)), STORE_REFUSED); // no such game
    assert_int_equal(write_now(store, append("g", 2, 1)), STORE_DONE);
    assert_int_equal(write_now(store, append("g", 4, 1)), STORE_REFUSED); // not the next
    store_close(store);
    assert_int_equal(look_up_raw("SELECT coalesce(max(last), 0) FROM game_part"), 2);
}

static void a_finished_game_accepts_no_events(void **state)
{
    (void)state;
    struct store *store = open_inline();
    write_now(store, add_game("g"));
    write_now(store, append("g", 1, 1));
    assert_int_equal(write_now(store, finish_game("g", 2)), STORE_REFUSED);
    assert_int_equal(look_up_raw("SELECT coalesce(max(last), 0) FROM game_part"),
                     1); // the job as a whole
    assert_int_equal(write_now(store, finish_game("g", 1)), STORE_DONE);
    assert_int_equal(write_now(store, append("g", 2, 1)), STORE_REFUSED);
    assert_int_equal(write_now(store, finish_game("g", 1)), STORE_REFUSED);
    store_close(store);
    assert_int_equal(look_up_raw("SELECT coalesce(max(last), 0) FROM game_part"), 0);
    assert_int_equal(look_up_raw("SELECT ended_at FROM game"), 9);
}

static void taking_over_a_shard_fences_off_the_previous_owner(void **state)
{
    (void)state;
    struct store *store = open_inline();
    write_now(store, add_game("g"));
    struct store_job *job = store_job_create();
    store_call(job, STORE_TAKE_SHARD);
    store_bind_integer(job, SHARD);
    store_bind_integer(job, 1);
    store_bind_text(job, "node 2");
    assert_int_equal(write_now(store, job), STORE_DONE);
    assert_int_equal(write_now(store, append("g", 1, 1)), STORE_REFUSED);
    assert_int_equal(write_now(store, finish_game("g", 1)), STORE_REFUSED);
    assert_int_equal(write_now(store, add_game("h")), STORE_REFUSED);
    assert_int_equal(write_now(store, append("g", 1, 2)), STORE_DONE);
    store_close(store);
}

/* ---- the file ---- */

static void writes_survive_closing_the_store(void **state)
{
    (void)state;
    struct store *store = open_inline();
    write_now(store, add_game("g"));
    store_close(store);
    store = open_inline();
    assert_int_equal(write_now(store, append("g", 1, 1)), STORE_DONE);
    store_close(store);
    assert_int_equal(look_up_raw("SELECT coalesce(max(last), 0) FROM game_part"), 1);
}

static void only_the_owner_can_read_the_file(void **state)
{
    (void)state;
    struct stat found;
    folder_remove(&folder); // it is created again
    struct store *store = open_inline();
    write_now(store, add_game("g"));
    assert_int_equal(stat(folder.path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0700);
    const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < 3; i++) {
        char path[FOLDER_PATH_SIZE + 32];
        snprintf(path, sizeof path, "%s%s", file_path(), endings[i]);
        assert_int_equal(stat(path, &found), 0);
        assert_int_equal(found.st_mode & 0777, 0600);
    }
    store_close(store);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"
static const char *const schemas[] = {
#define ROW(version, sql) sql,
#include "store/schema.def"
};
#pragma GCC diagnostic pop

static void events_of_schema_version_1_are_migrated(void **state)
{
    (void)state;
    change_raw(schemas[0]);
    change_raw("PRAGMA application_id = 0x526f6f6b;"
               "INSERT INTO meta VALUES('version', 1);"
               "WITH RECURSIVE n(i) AS (SELECT 18 UNION ALL SELECT i - 1 FROM n WHERE i > 1)"
               "INSERT INTO game_event SELECT 'g', i, 0, x'00ff' FROM n;"
               "UPDATE game_event SET payload = x'0102' WHERE seq = 16");
    store_close(open_inline());
    assert_int_equal(look_up_raw("SELECT count(*) FROM game_part"), 2);
    assert_int_equal(look_up_raw("SELECT last FROM game_part WHERE part = 1"), 18);
    assert_int_equal(look_up_raw("SELECT length(events) FROM game_part WHERE last = 16"), 32);
    assert_int_equal(look_up_raw("SELECT hex(substr(events, 29)) = '00FF0102' FROM game_part "
                                 "WHERE part = 0 AND typeof(events) = 'blob'"),
                     1);
}

/* Makes a database of an older version from the SQL of its migrations, and a server that has used
 * it. */
static void make_version(int version)
{
    char sql[120];
    for (int i = 0; i < version; i++) {
        if (i + 1 == SCHEMA_10) // which turns it into a node
            change_raw("INSERT INTO meta VALUES('heartbeat', 12345)");
        change_raw(schemas[i]);
    }
    if (version < SCHEMA_10)
        change_raw("INSERT INTO meta VALUES('heartbeat', 12345)");
    snprintf(sql, sizeof sql,
             "PRAGMA application_id = 0x526f6f6b; INSERT INTO meta VALUES('version', %d)", version);
    change_raw(sql);
}

static const char *sibling(const char *ending)
{
    static char path[FOLDER_PATH_SIZE + 64];
    snprintf(path, sizeof path, "%s%s", file_path(), ending);
    return path;
}

static void every_older_version_is_migrated_and_kept(void **state)
{
    (void)state;
    for (int version = 1; version < SCHEMA_VERSION; version++) {
        char ending[16];
        snprintf(ending, sizeof ending, ".v%d", version);
        make_version(version);
        store_close(open_inline());
        assert_int_equal(look_up_raw("SELECT value FROM meta WHERE key = 'version'"),
                         SCHEMA_VERSION);
        // One server ran all games, and the next one learns when it was last alive.
        assert_int_equal(look_up_raw("SELECT beat FROM node JOIN shard ON owner = node.id "
                                     "WHERE shard.id = 256 AND node.id = 'local'"),
                         12345);
        assert_int_equal(access(sibling(ending), F_OK), 0);
        assert_int_not_equal(access(sibling(".trial"), F_OK), 0);
        assert_int_not_equal(access(sibling(".part"), F_OK), 0);
        // The copy is a database of the old version: it can take the place of the new one.
        assert_int_equal(rename(sibling(ending), file_path()), 0);
        unlink(sibling("-wal"));
        unlink(sibling("-shm"));
        assert_int_equal(look_up_raw("SELECT value FROM meta WHERE key = 'version'"), version);
        assert_int_equal(unlink(file_path()), 0);
    }
}

static void a_migration_that_fails_in_the_copy_leaves_the_database_alone(void **state)
{
    (void)state;
    make_version(1);
    change_raw("CREATE TABLE relation(in_the_way)"); // version 3 creates it
    expect_open_error("was not changed");
    assert_int_equal(look_up_raw("SELECT value FROM meta WHERE key = 'version'"), 1);
    assert_int_equal(look_up_raw("SELECT count(*) FROM sqlite_schema WHERE name = 'game_part'"), 0);
    assert_int_not_equal(access(sibling(".trial"), F_OK), 0);
    assert_int_not_equal(access(sibling(".v1"), F_OK), 0);
}

static void a_database_that_lost_a_table_or_column_is_refused(void **state)
{
    (void)state;
    store_close(open_inline());
    change_raw("DROP TABLE seek");
    expect_open_error("the table seek is missing");
    assert_int_equal(unlink(file_path()), 0);
    store_close(open_inline());
    change_raw("ALTER TABLE game RENAME COLUMN ended_at TO finished_at");
    expect_open_error("the column game.ended_at is missing");
    assert_int_equal(unlink(file_path()), 0);
    store_close(open_inline());
    change_raw("DROP INDEX game_running");
    expect_open_error("the index game_running is missing");
}

static void an_empty_database_beside_a_full_log_is_refused(void **state)
{
    (void)state;
    struct store *store = open_with((struct store_options){.inline_jobs = true});
    write_now(store, add_game("g"));
    assert_int_equal(truncate(file_path(), 0), 0); // while the log still has everything
    expect_open_error("its log (-wal) has data");
    assert_int_equal(unlink(file_path()), 0);
    expect_open_error("its log (-wal) has data");
    assert_int_equal(access(sibling("-wal"), F_OK), 0);
    store_close(store);
}

static void a_second_server_is_refused_even_without_the_lock_file(void **state)
{
    (void)state;
    const struct store_options options = {
        .url = folder.path, .inline_jobs = true, .exclusive = true};
    struct store *store = open_with(options), *other = NULL;
    char why[512] = "";
    assert_int_equal(store_open(&options, &other, why, sizeof why), RK_CANNOT_OPEN);
    assert_non_null(strstr(why, "another server is using "));
    store_close(open_inline()); // the admin tools are no server
    assert_int_equal(write_now(store, add_game("g")), STORE_DONE);
    store_close(store);
    store_close(open_with(options));
}

static void a_newer_database_is_not_changed(void **state)
{
    (void)state;
    store_close(open_inline());
    change_raw("UPDATE meta SET value = 99 WHERE key = 'version'");
    expect_open_error("version 99");
    assert_int_equal(look_up_raw("SELECT value FROM meta WHERE key = 'version'"), 99);
}

static void a_database_of_another_program_is_not_changed(void **state)
{
    (void)state;
    change_raw("CREATE TABLE notes(text)");
    expect_open_error_as(RK_BAD_RECORD, "another program");
    change_raw("PRAGMA application_id = 7; DROP TABLE notes");
    expect_open_error_as(RK_BAD_RECORD, "another program");
    assert_int_equal(look_up_raw("SELECT count(*) FROM sqlite_schema"), 0);
}

static void a_migration_that_fails_changes_nothing(void **state)
{
    (void)state;
    change_raw("PRAGMA application_id = 0x526f6f6b;" // ours, but without tables
               "CREATE TABLE meta(key TEXT PRIMARY KEY, value INTEGER);"
               "CREATE TABLE player(in_the_way);"
               "INSERT INTO meta VALUES('version', 0)");
    expect_open_error("already exists");
    assert_int_equal(look_up_raw("SELECT count(*) FROM sqlite_schema WHERE name = 'game'"), 0);
    assert_int_equal(look_up_raw("SELECT value FROM meta WHERE key = 'version'"), 0);
}

static void an_empty_file_becomes_a_database(void **state)
{
    (void)state;
    change_raw("PRAGMA user_version = 0"); // an empty file counts as the oldest version
    struct store *store = open_inline();
    assert_int_equal(write_now(store, add_game("g")), STORE_DONE);
    store_close(store);
    assert_true(look_up_raw("SELECT value FROM meta WHERE key = 'version'") >= 1);
    assert_int_equal(look_up_raw("PRAGMA application_id"), 0x526f6f6b);
}

static void corrupt_file(long from, size_t size)
{
    FILE *file = fopen(file_path(), from ? "r+b" : "wb");
    assert_non_null(file);
    assert_int_equal(fseek(file, from, SEEK_SET), 0);
    for (size_t i = 0; i < size; i++)
        fputc((int)(i * 131 + 7) & 0xff, file);
    assert_int_equal(fclose(file), 0);
}

static void a_file_that_is_not_a_database_is_refused(void **state)
{
    (void)state;
    corrupt_file(0, 10000);
    expect_open_error_as(RK_BAD_RECORD, "not a database");
}

static void a_corrupt_schema_is_refused(void **state)
{
    (void)state;
    struct store *store = open_inline();
    for (int64_t i = 0; i < 100; i++) {
        char id[16];
        snprintf(id, sizeof id, "g%d", (int)i);
        write_now(store, add_game(id));
    }
    store_close(store);
    corrupt_file(100, 4000); // the rest of the first page: the schema
    expect_open_error_as(RK_BAD_RECORD, "malformed");
}

static void jobs_fail_when_pages_are_corrupt(void **state)
{
    (void)state;
    struct store *store = open_inline();
    assert_int_equal(write_now(store, add_game("g")), STORE_DONE);
    store_close(store);
    const int64_t pages = look_up_raw("PRAGMA page_count");
    corrupt_file(4096, (size_t)(pages - 1) * 4096);
    struct store_options options = {.url = folder.path, .inline_jobs = true};
    char why[256];
    if (store_open(&options, &store, why, sizeof why))
        return; // detected and reported when opening
    assert_int_equal(write_now(store, add_game("h")), STORE_FAILED);
    assert_int_equal(write_now(store, add_game("i")), STORE_FAILED);
    store_close(store);
}

static void a_folder_instead_of_the_file_is_refused(void **state)
{
    (void)state;
    assert_int_equal(mkdir(file_path(), 0700), 0);
    expect_open_error("unable to open");
    assert_int_equal(rmdir(file_path()), 0);
}

static void a_database_that_must_exist_is_not_created(void **state)
{
    (void)state;
    const struct store_options options = {
        .url = folder.path, .must_exist = true, .inline_jobs = true};
    struct store *store = NULL;
    char why[512] = "";
    assert_int_equal(store_open(&options, &store, why, sizeof why), RK_CANNOT_OPEN);
    assert_null(store);
    assert_non_null(strstr(why, file_path()));
    assert_int_equal(access(file_path(), F_OK), -1);
    store_close(open_inline());
    assert_int_equal(store_open(&options, &store, why, sizeof why), RK_OK);
    store_close(store);
}

static void a_write_waits_for_a_lock_and_then_fails(void **state)
{
    (void)state;
    struct store *store = open_with((struct store_options){.inline_jobs = true, .busy_ms = 50});
    sqlite3 *other = open_raw();
    run_raw(other, "BEGIN IMMEDIATE");
    int outcomes[2] = {-1, -1};
    store_write(store, add_game("a"), record_outcome, &outcomes[0]);
    store_write(store, add_game("b"), record_outcome, &outcomes[1]);
    store_poll(store);
    assert_int_equal(outcomes[0], STORE_FAILED);
    assert_int_equal(outcomes[1], STORE_FAILED);
    run_raw(other, "COMMIT");
    assert_int_equal(write_now(store, add_game("a")), STORE_DONE);
    sqlite3_close(other);
    store_close(store);
}

static void opening_a_locked_database_fails_with_the_reason(void **state)
{
    (void)state;
    sqlite3 *other = open_raw();
    run_raw(other, "BEGIN EXCLUSIVE");
    expect_open_error("locked");
    sqlite3_close(other);
}

/* Holds the lock until it is killed; reports when it has it. */
static void hold_folder(int pipe)
{
    int lock;
    char why[512];
    assert_int_equal(lock_acquire(folder.path, &lock, why, sizeof why), RK_OK);
    assert_int_equal(write(pipe, "x", 1), 1);
    sleep(60);
    _exit(0);
}

static void two_servers_cannot_use_one_folder(void **state)
{
    (void)state;
    int ends[2];
    char byte, why[512] = "";
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (!child)
        hold_folder(ends[1]);
    close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    int lock = -1;
    assert_int_equal(lock_acquire(folder.path, &lock, why, sizeof why), RK_CANNOT_OPEN);
    char process[64];
    snprintf(process, sizeof process, "process %ld", (long)child);
    assert_non_null(strstr(why, "another server is using "));
    assert_non_null(strstr(why, process));
    store_close(open_inline()); // but the admin tools can
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    // A killed process holds no lock.
    assert_int_equal(lock_acquire(folder.path, &lock, why, sizeof why), RK_OK);
    lock_release(lock);
    close(ends[0]);
}

/* Limits the size of files; 0: no limit. */
static void limit_files(rlim_t size)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size ? size : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_full_disk_fails_the_whole_group_and_then_recovers(void **state)
{
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    struct store *store = open_inline();
    write_now(store, add_game("g"));
    int outcomes[3] = {-1, -1, -1};
    store_write(store, append("g", 1, 1), record_outcome, &outcomes[0]);
    store_write(store, append_bytes("g", 2, 1, 8 << 20), record_outcome, &outcomes[1]);
    store_write(store, append("g", 3, 1), record_outcome, &outcomes[2]);
    limit_files(1 << 20);
    store_poll(store);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(outcomes[i], STORE_FAILED);
    assert_int_equal(write_now(store, append("g", 1, 1)), STORE_DONE); // there is room for it
    limit_files(0);
    assert_int_equal(write_now(store, append_bytes("g", 2, 1, 8 << 20)), STORE_DONE);
    store_close(store);
    assert_int_equal(look_up_raw("SELECT coalesce(max(last), 0) FROM game_part"), 2);
}

/* ---- threads ---- */

static atomic_uint wakes;

static void wake(void *context)
{
    (void)context;
    atomic_fetch_add(&wakes, 1);
}

struct tally {
    struct store *store;
    int64_t next; /* the one to be answered next */
    int64_t in_flight, last;
    int pipe; /* where to report it, or -1 */
};

static void pause_shortly(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
}

struct numbered {
    struct tally *tally;
    int64_t number;
};

static void count_in_order(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct numbered *numbered = context;
    struct tally *tally = numbered->tally;
    (void)job;
    assert_int_equal(outcome, STORE_DONE);
    assert_int_equal(numbered->number, tally->next);
    tally->next++;
    tally->in_flight--;
    if (tally->pipe >= 0)
        assert_int_equal(write(tally->pipe, &numbered->number, sizeof numbered->number),
                         sizeof numbered->number);
    free(numbered);
}

static void append_numbered(struct tally *tally)
{
    struct numbered *numbered = malloc(sizeof *numbered);
    assert_non_null(numbered);
    *numbered = (struct numbered){tally, ++tally->last};
    tally->in_flight++;
    store_write(tally->store, append("g", tally->last, 1), count_in_order, numbered);
}

static void writes_are_answered_in_order(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    atomic_store(&wakes, 0);
    struct tally tally = {open_with((struct store_options){.wake = wake}), .next = 1, .pipe = -1};
    store_write(tally.store, add_game("g"), NULL, NULL);
    for (int i = 0; i < COUNT; i++) {
        append_numbered(&tally);
        if (i % 100 == 0)
            store_poll(tally.store);
    }
    for (int i = 0; i < 50000 && tally.in_flight; i++) {
        pause_shortly();
        store_poll(tally.store);
    }
    assert_int_equal(tally.next, COUNT + 1);
    assert_in_range(atomic_load(&wakes), 1, COUNT);
    store_close(tally.store);
    assert_int_equal(look_up_raw("SELECT coalesce(max(last), 0) FROM game_part"), COUNT);
}

struct seen {
    struct store *store;
    unsigned left; /* games still to create */
    unsigned reads;
};

static void expect_row(void *context, struct store_job *job, enum store_outcome outcome);

static void read_created_game(void *context, struct store_job *written, enum store_outcome outcome)
{
    struct seen *seen = context;
    (void)written;
    assert_int_equal(outcome, STORE_DONE);
    char id[16];
    snprintf(id, sizeof id, "g%u", seen->left);
    struct store_job *job = store_job_create();
    store_call(job, STORE_GAME);
    store_bind_text(job, id);
    store_read(seen->store, job, expect_row, seen);
}

static void create_next_game(struct seen *seen)
{
    char id[16];
    snprintf(id, sizeof id, "g%u", seen->left);
    store_write(seen->store, add_game(id), read_created_game, seen);
}

static void expect_row(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct seen *seen = context;
    assert_int_equal(outcome, STORE_DONE);
    assert_true(store_next_row(job));
    seen->reads++;
    if (--seen->left)
        create_next_game(seen);
}

static void an_answered_write_can_be_read(void **state)
{
    (void)state;
    struct seen seen = {open_with((struct store_options){0}), .left = 100};
    create_next_game(&seen);
    store_close(seen.store); // continues until all are answered
    assert_int_equal(seen.reads, 100);
}

/* ---- power failures ---- */

/* Writes forever, and reports acknowledged writes through the pipe. */
static void write_until_killed(int pipe)
{
    struct tally tally = {open_with((struct store_options){0}), .next = 1, .pipe = pipe};
    store_write(tally.store, add_game("g"), NULL, NULL);
    for (int rounds = 0; rounds < 100000; rounds++) {
        while (tally.in_flight < 64)
            append_numbered(&tally);
        pause_shortly();
        store_poll(tally.store);
    }
    _exit(0);
}

static int64_t kill_while_writing(void)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        close(ends[0]);
        write_until_killed(ends[1]);
    }
    close(ends[1]);
    int64_t acknowledged = 0, number;
    while (acknowledged < 1500 && read(ends[0], &number, sizeof number) == sizeof number)
        acknowledged = number;
    kill(child, SIGKILL);
    while (read(ends[0], &number, sizeof number) == sizeof number)
        acknowledged = number;
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    return acknowledged;
}

static void acknowledged_writes_survive_a_kill(void **state)
{
    (void)state;
    const int64_t acknowledged = kill_while_writing();
    assert_true(acknowledged >= 1500);
    struct store *store = open_inline();
    assert_int_equal(write_now(store, add_game("g")), STORE_REFUSED);
    assert_int_equal(write_now(store, add_game("h")), STORE_DONE);
    store_close(store);
    sqlite3 *db = open_raw();
    const int64_t last = query_raw(db, "SELECT coalesce(max(last), 0) FROM game_part");
    assert_true(last >= acknowledged);
    assert_int_equal(query_raw(db, "SELECT sum(length(events)) FROM game_part"),
                     3 * last); // no gap
    sqlite3_close(db);
}

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(a_store_that_cannot_be_opened_names_the_file_and_a_reason),
        IN_A_FOLDER(every_statement_can_be_prepared),
        IN_A_FOLDER(every_insert_says_what_to_do_on_conflict),
        IN_A_FOLDER(no_statement_scans_or_sorts_a_growing_table),
        IN_A_FOLDER(an_event_is_appended_once_and_in_order),
        IN_A_FOLDER(a_finished_game_accepts_no_events),
        IN_A_FOLDER(taking_over_a_shard_fences_off_the_previous_owner),
        IN_A_FOLDER(writes_survive_closing_the_store),
        IN_A_FOLDER(only_the_owner_can_read_the_file),
        IN_A_FOLDER(events_of_schema_version_1_are_migrated),
        IN_A_FOLDER(every_older_version_is_migrated_and_kept),
        IN_A_FOLDER(a_migration_that_fails_in_the_copy_leaves_the_database_alone),
        IN_A_FOLDER(a_database_that_lost_a_table_or_column_is_refused),
        IN_A_FOLDER(an_empty_database_beside_a_full_log_is_refused),
        IN_A_FOLDER(a_second_server_is_refused_even_without_the_lock_file),
        IN_A_FOLDER(a_newer_database_is_not_changed),
        IN_A_FOLDER(a_database_of_another_program_is_not_changed),
        IN_A_FOLDER(a_migration_that_fails_changes_nothing),
        IN_A_FOLDER(an_empty_file_becomes_a_database),
        IN_A_FOLDER(a_file_that_is_not_a_database_is_refused),
        IN_A_FOLDER(a_corrupt_schema_is_refused),
        IN_A_FOLDER(jobs_fail_when_pages_are_corrupt),
        IN_A_FOLDER(a_folder_instead_of_the_file_is_refused),
        IN_A_FOLDER(a_database_that_must_exist_is_not_created),
        IN_A_FOLDER(a_write_waits_for_a_lock_and_then_fails),
        IN_A_FOLDER(opening_a_locked_database_fails_with_the_reason),
        IN_A_FOLDER(two_servers_cannot_use_one_folder),
        IN_A_FOLDER(a_full_disk_fails_the_whole_group_and_then_recovers),
        IN_A_FOLDER(writes_are_answered_in_order),
        IN_A_FOLDER(an_answered_write_can_be_read),
        IN_A_FOLDER(acknowledged_writes_survive_a_kill),
    };
    return cmocka_run_group_tests_name("sqlite", tests, NULL, NULL);
}
