/* SPDX-License-Identifier: MIT */
/* The behaviour of every kind of store. */
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

#include "support/board.h"
#include "support/empty_store.h"

/* The outcome of a job and its rows: columns joined by '|', rows by '/'. */
struct response {
    unsigned count;
    enum store_outcome outcome;
    size_t changes;
    char rows[256];
};

static void record_result(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct response *answer = context;
    answer->count++;
    answer->outcome = outcome;
    answer->changes = store_changes(job);
    answer->rows[0] = '\0';
    while (store_next_row(job)) {
        strcat(answer->rows, store_get_text(job, 0));
        strcat(answer->rows, "|");
        strcat(answer->rows, store_get_text(job, 1));
        strcat(answer->rows, "/");
    }
}

static struct store *open_empty(bool inline_jobs)
{
    return empty_store_open(&(struct store_options){.inline_jobs = inline_jobs});
}

static void call_add_account(struct store_job *job, const char *id)
{
    store_call(job, STORE_ADD_ACCOUNT);
    store_bind_text(job, id);
    store_bind_text(job, id);
    store_bind_text(job, NULL);
    store_bind_text(job, NULL);
    store_bind_integer(job, 0);
    store_bind_integer(job, 0);
    store_bind_integer(job, 1000);
}

static struct store_job *add_account(const char *id)
{
    struct store_job *job = store_job_create();
    call_add_account(job, id);
    return job;
}

static struct store_job *find_account(const char *id)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, id);
    return job;
}

static void written_values_can_be_read(void **state)
{
    (void)state;
    struct store *store = open_empty(true);
    struct response written = {0}, read = {0};
    store_write(store, add_account("ann"), record_result, &written);
    store_read(store, find_account("ann"), record_result, &read);
    assert_int_equal(written.count, 0); // nothing before the poll
    store_poll(store);
    assert_int_equal(written.outcome, STORE_DONE);
    assert_int_equal(written.changes, 1);
    assert_int_equal(read.outcome, STORE_DONE);
    assert_string_equal(read.rows, "ann|ann/");
    empty_store_close(store);
}

static void check_event(void *context, struct store_job *job, enum store_outcome outcome)
{
    bool *looked = context;
    size_t size;
    assert_int_equal(outcome, STORE_DONE);
    assert_true(store_next_row(job));
    assert_int_equal(store_get_integer(job, 0), INT64_MAX);
    assert_memory_equal(store_get_bytes(job, 1, &size), "a\0b\0\xff", 6); // with a NUL after it
    assert_int_equal(size, 5);
    assert_false(store_is_null(job, 1));
    assert_true(store_is_null(job, 99)); // a column that does not exist
    assert_string_equal(store_get_text(job, 99), "");
    assert_true(store_next_row(job));
    assert_int_equal(store_get_integer(job, 0), INT64_MIN);
    assert_false(store_next_row(job));
    assert_true(store_is_null(job, 0)); // after the last row
    assert_false(store_next_row(job));
    *looked = true;
}

static void append_after_end(struct store_job *job, int64_t seq, const void *bytes, size_t size)
{
    store_call(job, STORE_APPEND_AFTER_END);
    store_bind_text(job, "g");
    store_bind_integer(job, 0);
    store_bind_integer(job, seq);
    store_bind_bytes(job, bytes, size);
}

static void values_are_read_as_they_were_written(void **state)
{
    (void)state;
    struct store *store = open_empty(true);
    struct store_job *job = store_job_create();
    append_after_end(job, INT64_MAX - 1, "a\0b", 3);
    append_after_end(job, INT64_MAX, "\0\xff", 2);
    store_call(job, STORE_PLAN_RESTART);
    store_bind_integer(job, INT64_MIN);
    store_write(store, job, NULL, NULL);
    job = store_job_create();
    store_call(job, STORE_EVENTS);
    store_bind_text(job, "g");
    store_call(job, STORE_PLANNED_RESTART);
    bool looked = false;
    store_read(store, job, check_event, &looked);
    store_poll(store);
    assert_true(looked);
    empty_store_close(store);
}

static void count_empty(void *context, struct store_job *job, enum store_outcome outcome)
{
    unsigned *count = context;
    assert_int_equal(outcome, STORE_DONE);
    for (size_t size; store_next_row(job); ++*count) {
        assert_non_null(store_get_bytes(job, 1, &size));
        assert_int_equal(size, 0);
        assert_false(store_is_null(job, 1)); // empty is not null
    }
}

static void empty_values_are_not_null(void **state)
{
    (void)state;
    struct store *store = open_empty(true);
    struct store_job *job = store_job_create();
    append_after_end(job, 1, NULL, 0);
    store_write(store, job, NULL, NULL);
    job = store_job_create();
    store_call(job, STORE_EVENTS);
    store_bind_text(job, "g");
    unsigned count = 0;
    store_read(store, job, count_empty, &count);
    store_poll(store);
    assert_int_equal(count, 1);
    empty_store_close(store);
}

static void check_settings(void *context, struct store_job *job, enum store_outcome outcome)
{
    enum { SETTINGS = 8 };
    bool *looked = context;
    assert_int_equal(outcome, STORE_DONE);
    assert_true(store_next_row(job));
    assert_true(store_is_null(job, SETTINGS));
    assert_int_equal(store_get_integer(job, SETTINGS), 0);
    assert_string_equal(store_get_text(job, SETTINGS), "");
    *looked = true;
}

static void null_reads_as_zero_or_empty(void **state)
{
    (void)state;
    struct store *store = open_empty(true);
    store_write(store, add_account("ann"), NULL, NULL);
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, "ann");
    bool looked = false;
    store_read(store, job, check_settings, &looked);
    store_poll(store);
    assert_true(looked);
    empty_store_close(store);
}

static void a_refused_job_changes_nothing(void **state)
{
    (void)state;
    struct store *store = open_empty(true);
    struct response first = {0}, second = {0}, third = {0}, read = {0};
    store_write(store, add_account("ann"), record_result, &first);
    struct store_job *job = add_account("bob");
    call_add_account(job, "ann"); // taken, so bob is not added either
    store_write(store, job, record_result, &second);
    store_write(store, add_account("cid"), record_result, &third);
    job = find_account("ann");
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, "bob");
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, "cid");
    store_read(store, job, record_result, &read);
    store_poll(store);
    assert_int_equal(first.outcome, STORE_DONE);
    assert_int_equal(second.outcome, STORE_REFUSED);
    assert_int_equal(second.changes, 0);
    assert_int_equal(third.outcome, STORE_DONE);
    assert_string_equal(read.rows, "ann|ann/cid|cid/");
    empty_store_close(store);
}

static void a_duplicate_key_is_refused(void **state)
{
    (void)state;
    struct store *store = open_empty(true);
    struct response answers[2] = {0};
    for (unsigned i = 0; i < 2; i++) {
        struct store_job *job = store_job_create();
        store_call(job, STORE_ADD_PLAYER); // has no ON CONFLICT
        store_bind_text(job, "ann");
        store_bind_integer(job, 1);
        store_bind_text(job, "g");
        store_bind_integer(job, 0);
        store_bind_text(job, "bob");
        store_write(store, job, record_result, &answers[i]);
    }
    store_poll(store);
    assert_int_equal(answers[0].outcome, STORE_DONE);
    assert_int_equal(answers[1].outcome, STORE_REFUSED);
    empty_store_close(store);
}

static void an_invalid_job_fails_alone(void **state)
{
    (void)state;
    struct store *store = open_empty(true);
    struct response answers[8] = {0};
    struct store_job *few = store_job_create();
    store_call(few, STORE_ADD_ACCOUNT);
    store_bind_text(few, "few");
    struct store_job *many = find_account("many");
    store_bind_integer(many, 1);
    struct store_job *none = store_job_create();
    store_bind_text(none, "no statement");
    struct store_job *mistyped = store_job_create(), *garbled = find_account("\xff\xfe");
    store_call(mistyped, STORE_ACCOUNT);
    store_bind_integer(mistyped, 1);
    store_write(store, add_account("ann"), record_result, &answers[0]);
    store_write(store, few, record_result, &answers[1]);
    store_read(store, many, record_result, &answers[2]);
    store_read(store, none, record_result, &answers[3]);
    store_read(store, add_account("read"), record_result, &answers[4]);
    store_read(store, mistyped, record_result, &answers[5]);
    store_read(store, garbled, record_result, &answers[6]); // PostgreSQL would raise an error
    store_write(store, add_account("bob"), record_result, &answers[7]);
    store_poll(store);
    assert_int_equal(answers[0].outcome, STORE_DONE);
    for (unsigned i = 1; i < 7; i++)
        assert_int_equal(answers[i].outcome, STORE_FAILED);
    assert_int_equal(answers[7].outcome, STORE_DONE);
    empty_store_close(store);
}

static void a_result_that_is_too_large_fails(void **state)
{
    (void)state;
    enum { SIZE = 32 << 20 };
    struct store *store = open_empty(true);
    struct response written = {0}, read = {0};
    char *bytes = calloc(1, SIZE);
    assert_non_null(bytes);
    struct store_job *job = store_job_create();
    append_after_end(job, 1, bytes, SIZE);
    free(bytes);
    store_write(store, job, record_result, &written);
    job = store_job_create();
    for (int i = 0; i < 9; i++) { // more than 256 MiB together
        store_call(job, STORE_EVENTS);
        store_bind_text(job, "g");
    }
    store_read(store, job, record_result, &read);
    store_poll(store);
    assert_int_equal(written.outcome, STORE_DONE);
    assert_int_equal(read.outcome, STORE_FAILED);
    assert_string_equal(read.rows, "");
    empty_store_close(store);
}

static void a_job_can_write_and_read(void **state)
{
    (void)state;
    struct store *store = open_empty(true);
    struct response answer = {0};
    struct store_job *job = add_account("ann");
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, "ann");
    store_write(store, job, record_result, &answer);
    store_poll(store);
    assert_int_equal(answer.outcome, STORE_DONE);
    assert_int_equal(answer.changes, 1);
    assert_string_equal(answer.rows, "ann|ann/");
    empty_store_close(store);
}

struct chain {
    struct store *store;
    struct response last;
};

static void submit_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct chain *chain = context;
    (void)job;
    assert_int_equal(outcome, STORE_DONE);
    store_read(chain->store, find_account("ann"), record_result, &chain->last);
}

static void a_callback_can_submit_more_jobs(void **state)
{
    (void)state;
    struct chain chain = {open_empty(true), {0}};
    store_write(chain.store, add_account("ann"), submit_read, &chain);
    store_poll(chain.store);
    assert_string_equal(chain.last.rows, "ann|ann/");
    empty_store_close(chain.store);
}

static void closing_answers_all_jobs(void **state)
{
    (void)state;
    for (int threads = 0; threads < 2; threads++) {
        struct chain chain = {open_empty(!threads), {0}};
        store_write(chain.store, add_account("ann"), submit_read, &chain);
        empty_store_close(chain.store);
        assert_int_equal(chain.last.count, 1);
        assert_string_equal(chain.last.rows, "ann|ann/");
    }
}

static void a_job_that_was_not_submitted_can_be_destroyed(void **state)
{
    (void)state;
    struct store_job *job = add_account("ann");
    assert_false(store_next_row(job));
    assert_int_equal(store_changes(job), 0);
    store_job_destroy(job);
}

static void opening_an_invalid_store_fails_with_the_reason(void **state)
{
    (void)state;
    static const struct {
        const char *url, *word;
    } cases[] = {
        {NULL, "no data folder"},
        {"", "no data folder"},
        {"postgres://u:secret@/db?host=/no/such", "postgres://u:***@/db?host=/no/such: "},
        {"postgresql://u@/db?password=secret&host=/no/such", "password=***"},
        {"postgresql://u:secret@/db?no-such-parameter=1", "postgresql://u:***@/db"},
        {"/proc/self/no/such", "/proc/self/no/such"},
        {"/dev/null", "/dev/null is not a folder"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct store *store = NULL;
        char why[256] = "";
        const struct store_options options = {.url = cases[i].url};
        assert_int_equal(store_open(&options, &store, why, sizeof why), RK_CANNOT_OPEN);
        assert_null(store);
        assert_non_null(strstr(why, cases[i].word));
        assert_null(strstr(why, "secret"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_values_can_be_read),
        cmocka_unit_test(values_are_read_as_they_were_written),
        cmocka_unit_test(empty_values_are_not_null),
        cmocka_unit_test(null_reads_as_zero_or_empty),
        cmocka_unit_test(a_refused_job_changes_nothing),
        cmocka_unit_test(a_duplicate_key_is_refused),
        cmocka_unit_test(an_invalid_job_fails_alone),
        cmocka_unit_test(a_result_that_is_too_large_fails),
        cmocka_unit_test(a_job_can_write_and_read),
        cmocka_unit_test(a_callback_can_submit_more_jobs),
        cmocka_unit_test(closing_answers_all_jobs),
        cmocka_unit_test(a_job_that_was_not_submitted_can_be_destroyed),
        cmocka_unit_test(opening_an_invalid_store_fails_with_the_reason),
    };
    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
