/* SPDX-License-Identifier: MIT */
#include "moderation/audit.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/harness.h"

static struct harness harness;

struct outcome {
    unsigned count;
    enum store_outcome outcome;
};

static void record_outcome(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct outcome *result = context;
    result->count++;
    result->outcome = outcome;
}

static struct store_job *make_role_job(const char *account, enum role role)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_ROLE);
    store_bind_text(job, account);
    store_bind_integer(job, role);
    return job;
}

static const struct audit_entry entry = {
    .actor = "anna", .action = "set-role", .target = "bert", .details = "{\"role\":\"moderator\"}"};

static enum store_outcome write_role(const char *account)
{
    struct outcome result = {0};
    audit_write(harness.server, &entry, make_role_job(account, ROLE_MODERATOR), record_outcome,
                &result);
    harness_settle(&harness);
    assert_int_equal(result.count, 1);
    return result.outcome;
}

struct reading {
    int64_t count, role;
    struct audit_head head;
    const char *fault;
};

static void read_entries(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct reading *reading = context;
    assert_int_equal(outcome, STORE_DONE);
    while (store_next_row(job)) {
        const struct audit_record record = audit_record_from_row(job);
        reading->count++;
        if (!reading->fault)
            reading->fault = audit_verify_record(&record, &reading->head);
    }
}

/* Reads and verifies the whole log. */
static struct reading read_log(void)
{
    struct reading reading = {0};
    struct store_job *job = store_job_create();
    store_call(job, STORE_AUDIT_AFTER);
    store_bind_integer(job, 0);
    store_bind_integer(job, 1000);
    store_read(harness.store.memory, job, read_entries, &reading);
    store_poll(harness.store.memory);
    return reading;
}

static void an_action_and_its_entry_are_written_together(void **state)
{
    (void)state;
    harness_add_account(&harness, "Bert", ROLE_PLAYER);
    assert_int_equal(write_role("bert"), STORE_DONE);
    assert_int_equal(write_role("bert"), STORE_DONE);
    const struct reading log = read_log();
    assert_int_equal(log.count, 2);
    assert_null(log.fault);
}

static void a_refused_action_leaves_no_entry(void **state)
{
    (void)state;
    assert_int_equal(write_role("nobody"), STORE_REFUSED);
    assert_int_equal(read_log().count, 0);
}

static void a_failed_write_leaves_no_entry(void **state)
{
    (void)state;
    harness_add_account(&harness, "Bert", ROLE_PLAYER);
    harness.store.writes_fail = true;
    assert_int_equal(write_role("bert"), STORE_FAILED);
    harness.store.writes_fail = false;
    assert_int_equal(read_log().count, 0);
    assert_int_equal(write_role("bert"), STORE_DONE);
    assert_int_equal(read_log().count, 1);
}

/* The shell writes between the moment the server reads the end of the log and the moment it writes.
 */
static void an_entry_that_comes_second_is_written_after_the_other(void **state)
{
    (void)state;
    struct outcome result = {0};
    harness_add_account(&harness, "Bert", ROLE_PLAYER);
    audit_write(harness.server, &entry, make_role_job("bert", ROLE_BOT), record_outcome, &result);
    store_poll(&harness.store.store); // reads the end, queues the write
    const struct audit_entry shell = {
        .actor = "shell:root", .action = "set-role", .target = "bert", .details = "{}"};
    assert_int_equal(audit_write_inline(harness.store.memory, &shell,
                                        make_role_job("bert", ROLE_BOT), harness.now, NULL),
                     STORE_DONE);
    harness_settle(&harness);
    assert_int_equal(result.count, 1);
    assert_int_equal(result.outcome, STORE_DONE);
    const struct reading log = read_log();
    assert_int_equal(log.count, 2);
    assert_null(log.fault);
}

static void writes_that_come_together_are_all_written(void **state)
{
    (void)state;
    struct outcome results[20] = {{0}};
    harness_add_account(&harness, "Bert", ROLE_PLAYER);
    for (size_t i = 0; i < 20; i++)
        audit_write(harness.server, &entry, make_role_job("bert", ROLE_BOT), record_outcome,
                    &results[i]);
    harness_settle(&harness);
    for (size_t i = 0; i < 20; i++)
        assert_true(results[i].count == 1 && results[i].outcome == STORE_DONE);
    const struct reading log = read_log();
    assert_int_equal(log.count, 20);
    assert_null(log.fault);
}

static void a_stopped_server_answers_nobody(void **state)
{
    (void)state;
    struct outcome result = {0};
    for (size_t i = 0; i < 3; i++)
        audit_write(harness.server, &entry, make_role_job("bert", ROLE_BOT), record_outcome,
                    &result);
    harness_crash(&harness, SECOND);
    assert_int_equal(result.count, 0);
}

static void a_changed_record_is_broken(void **state)
{
    (void)state;
    struct audit_head head = {0};
    struct audit_record record = {.sequence = 2, .at = 5, .entry = entry};
    assert_string_equal(audit_verify_record(&record, &head), "entries before it are missing");
    record.sequence = 1;
    record.previous[3] = 1;
    assert_string_equal(audit_verify_record(&record, &head),
                        "it does not follow the entry before it");
    record.previous[3] = 0;
    assert_string_equal(audit_verify_record(&record, &head), "its content does not match its hash");
    assert_int_equal(head.sequence, 0);
}

static void a_hash_is_read_back(void **state)
{
    (void)state;
    uint8_t hash[AUDIT_HASH_SIZE] = {1, 2, 0xff}, back[AUDIT_HASH_SIZE];
    char text[AUDIT_HEX_SIZE];
    audit_hash_write(hash, text);
    assert_true(audit_hash_parse(text, back));
    assert_memory_equal(hash, back, sizeof hash);
    assert_false(audit_hash_parse("", back));
    assert_false(audit_hash_parse("zz", back));
    text[5] = 'x';
    assert_false(audit_hash_parse(text, back));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(an_action_and_its_entry_are_written_together, &harness),
        HARNESS_TEST(a_refused_action_leaves_no_entry, &harness),
        HARNESS_TEST(a_failed_write_leaves_no_entry, &harness),
        HARNESS_TEST(an_entry_that_comes_second_is_written_after_the_other, &harness),
        HARNESS_TEST(writes_that_come_together_are_all_written, &harness),
        HARNESS_TEST(a_stopped_server_answers_nobody, &harness),
        cmocka_unit_test(a_changed_record_is_broken),
        cmocka_unit_test(a_hash_is_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
