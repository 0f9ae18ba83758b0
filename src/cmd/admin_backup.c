/* SPDX-License-Identifier: MIT */
/* rookery admin: backup, restore and check. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/admin_staff.h"
#include "cmd/admin_verify.h"
#include "ratings/recompute.h"
#include "record/stored_game.h"
#include "store/backup.h"
#include "store/lock.h"

enum { ERROR_SIZE = 5000, PAGE_SIZE = 500, FAULTS_PRINTED = 100 };

// ---- backup and restore ----------------------------------------------------------------------

static int log_file_action(struct admin *admin, enum action kind, const char *file)
{
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_begin(kind, &staff, file);
    return admin_write_action(admin, &action, "", NULL);
}

int admin_backup(struct admin *admin)
{
    char why[ERROR_SIZE];
    struct stat copy = {0};
    const char *file = admin->arguments[0];
    const int refused = admin_require_folder(admin, "use pg_dump, or copy-store to a folder");
    if (refused)
        return refused;
    if (backup_create(admin->data, file, why, sizeof why))
        return admin_fail(EXIT_SYSTEM_ERROR, "%s", why);
    const int status = log_file_action(admin, ACTION_BACKUP, file);
    if (status)
        return admin_fail(status, "%s is complete, but the audit log could not record it", file);
    (void)stat(file, &copy);
    return admin_print_done(admin, "wrote %s, %lld bytes", file, (long long)copy.st_size);
}

/* Opens the store only after the file is in its place. */
static int log_restore(struct admin *admin, const char *file)
{
    char why[ERROR_SIZE];
    const struct log log = {.level = LOG_WARNING};
    const struct store_options options = {
        .url = admin->data, .log = &log, .must_exist = true, .inline_jobs = true};
    if (store_open(&options, &admin->store, why, sizeof why))
        return admin_fail(EXIT_SYSTEM_ERROR, "%s", why);
    const int status = log_file_action(admin, ACTION_RESTORE, file);
    store_close(admin->store);
    admin->store = NULL;
    return status;
}

int admin_restore(struct admin *admin)
{
    const char *file = admin->arguments[0];
    char why[ERROR_SIZE], kept[BACKUP_PATH_SIZE], suffix[40];
    int lock;
    const int refused = admin_require_folder(admin, "use pg_restore, or copy-store from a folder");
    if (refused)
        return refused;
    snprintf(suffix, sizeof suffix, "before-restore-%" PRId64, admin->now);
    const rk_err err = backup_verify(file, why, sizeof why);
    if (err)
        return admin_fail(command_error_status(err), "%s", why);
    if (lock_acquire(admin->data, &lock, why, sizeof why))
        return admin_fail(EXIT_SYSTEM_ERROR, "%s", why);
    int status = EXIT_OK;
    if (backup_restore(file, admin->data, suffix, kept, why, sizeof why))
        status = admin_fail(EXIT_SYSTEM_ERROR, "%s", why);
    if (!status)
        status = log_restore(admin, file);
    lock_release(lock);
    if (status)
        return status;
    return *kept ? admin_print_done(admin, "restored %s; the database that was there is %s", file,
                                    kept)
                 : admin_print_done(admin, "restored %s", file);
}

// ---- check -----------------------------------------------------------------------------------

struct checking {
    struct admin *admin;
    size_t games, faults;
    char page[PAGE_SIZE][GAME_ID_SIZE + 1];
    size_t page_count;
};

static void report_fault(struct checking *checking, const char *what, const char *fault)
{
    checking->faults++;
    if (checking->faults > FAULTS_PRINTED)
        return;
    if (!checking->admin->options.json) {
        printf("%s: %s\n", what, fault);
        return;
    }
    struct buffer line = {0};
    struct json json = json_in(&line);
    json_begin_object(&json);
    json_put_text(&json, "what", what);
    json_put_text(&json, "fault", fault);
    json_end_object(&json);
    puts(buffer_cstr(&line));
    buffer_fini(&line);
}

struct game_reading {
    bool done;
    struct checking *checking;
    const char *id;
};

static void check_game(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct game_reading *reading = context;
    struct stored_game stored;
    rk_fault fault = {.text = "it cannot be read"};
    char what[GAME_ID_SIZE + 8];
    reading->done = true;
    snprintf(what, sizeof what, "game %s", reading->id);
    if (outcome == STORE_DONE && !stored_game_read(job, &stored, &fault))
        stored_game_fini(&stored);
    else
        report_fault(reading->checking, what, fault.text);
}

static void keep_game_id(void *context, const struct store_job *row)
{
    struct checking *checking = context;
    snprintf(checking->page[checking->page_count++], GAME_ID_SIZE + 1, "%s",
             store_get_text(row, 0));
}

static enum store_outcome read_page(struct checking *checking, const char *after)
{
    struct store_job *job = store_job_create();
    checking->page_count = 0;
    store_call(job, STORE_GAME_IDS);
    store_bind_text(job, after);
    store_bind_integer(job, PAGE_SIZE);
    return admin_read_rows(checking->admin->store, job, keep_game_id, checking);
}

/* Replays every game, a page at a time. */
static enum store_outcome check_games(struct checking *checking)
{
    struct store *store = checking->admin->store;
    char last[GAME_ID_SIZE + 1] = "";
    enum store_outcome outcome;
    while ((outcome = read_page(checking, last)) == STORE_DONE && checking->page_count) {
        for (size_t i = 0; i < checking->page_count; i++) {
            struct game_reading reading = {.checking = checking, .id = checking->page[i]};
            store_read(store, stored_game_query(reading.id), check_game, &reading);
            while (!reading.done)
                store_poll(store);
            checking->games++;
        }
        memcpy(last, checking->page[checking->page_count - 1], sizeof last);
    }
    return outcome;
}

static void report_row(void *context, const struct store_job *row)
{
    char what[64];
    snprintf(what, sizeof what, "%s %s", store_get_text(row, 0), store_get_text(row, 1));
    report_fault(context, what, store_get_text(row, 2));
}

static enum store_outcome check_references(struct checking *checking)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_BROKEN_REFERENCES);
    return admin_read_rows(checking->admin->store, job, report_row, checking);
}

static enum store_outcome check_log(struct checking *checking)
{
    struct log_verdict verdict;
    char what[40];
    const enum store_outcome outcome = log_verify(checking->admin->store, NULL, &verdict);
    snprintf(what, sizeof what, "audit log, entry %" PRId64, verdict.broken);
    if (outcome == STORE_DONE && verdict.broken)
        report_fault(checking, what, verdict.why);
    return outcome;
}

static void report_difference(void *context, const struct rating_difference *difference)
{
    char what[80], fault[120];
    if (difference->game)
        snprintf(what, sizeof what, "game %s", difference->game);
    else
        snprintf(what, sizeof what, "rating of %s", difference->account);
    if (difference->stored > 0)
        snprintf(fault, sizeof fault, "%s of %s is %.2f, but the games give %.2f",
                 perf_key(difference->perf), difference->account, difference->stored,
                 difference->computed);
    else
        snprintf(fault, sizeof fault, "%s of %s is not stored: run recompute-ratings",
                 perf_key(difference->perf), difference->account);
    report_fault(context, what, fault);
}

/* A running server may change ratings meanwhile, so only differences that are still there when they
 * are computed again count. */
static enum store_outcome check_ratings(struct checking *checking)
{
    struct recompute_report report;
    struct recompute_options options = {.dry_run = true};
    enum store_outcome outcome = ratings_recompute(checking->admin->store, &options, &report);
    if (outcome != STORE_DONE || !(report.wrong_games + report.wrong_ratings + report.wrong_points))
        return outcome;
    options.on_difference = report_difference;
    options.context = checking;
    const size_t before = checking->faults;
    outcome = ratings_recompute(checking->admin->store, &options, &report);
    if (outcome == STORE_DONE && report.wrong_points && checking->faults == before)
        report_fault(checking, "ratings", "the history of ratings differs from the games");
    return outcome;
}

static void check_file(struct checking *checking)
{
    char file[BACKUP_PATH_SIZE], why[ERROR_SIZE];
    if (!checking->admin->data)
        return; // PostgreSQL checks its files itself
    snprintf(file, sizeof file, "%s/rookery.db", checking->admin->data);
    if (backup_verify(file, why, sizeof why))
        report_fault(checking, "database", why);
}

int admin_check(struct admin *admin)
{
    static struct checking checking; // too large for the stack
    checking = (struct checking){.admin = admin};
    check_file(&checking);
    if (check_references(&checking) != STORE_DONE || check_games(&checking) != STORE_DONE ||
        check_ratings(&checking) != STORE_DONE || check_log(&checking) != STORE_DONE)
        return admin_fail(EXIT_SYSTEM_ERROR, "cannot read %s", admin->name);
    if (checking.faults > FAULTS_PRINTED)
        fprintf(stderr, "rookery admin: only the first %d faults are shown\n", FAULTS_PRINTED);
    if (checking.faults)
        return admin_fail(EXIT_DATA_ERROR, "%zu fault%s in %s", checking.faults,
                          checking.faults == 1 ? "" : "s", admin->name);
    return admin_print_done(admin,
                            "no faults: %zu game%s replayed, ratings and audit log are right",
                            checking.games, checking.games == 1 ? "" : "s");
}
