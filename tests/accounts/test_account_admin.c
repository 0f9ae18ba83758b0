/* SPDX-License-Identifier: MIT */
#include "accounts/account_admin.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/empty_store.h"

static struct store *store;

struct written {
    bool done;
    enum store_outcome outcome;
    size_t changes;
};

static void record_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct written *written = context;
    written->done = true;
    written->outcome = outcome;
    written->changes = outcome == STORE_DONE ? store_changes(job) : 0;
}

static struct written write_job(struct store_job *job)
{
    struct written written = {.done = false};
    store_write(store, job, record_written, &written);
    while (!written.done)
        store_poll(store);
    return written;
}

static enum store_outcome set_password(const char *id, const char *hash, size_t *sessions)
{
    const struct written written = write_job(account_job_set_password(id, hash, 0));
    *sessions = written.changes ? written.changes - 1 : 0; // the password is a row, too
    return written.outcome;
}

static enum store_outcome set_number(enum statement statement, const char *id, int64_t number)
{
    struct store_job *job = store_job_create();
    store_call(job, statement);
    store_bind_text(job, id);
    store_bind_integer(job, number);
    return write_job(job).outcome;
}

static int set_up(void **state)
{
    (void)state;
    store = empty_store_open(&(struct store_options){.inline_jobs = true});
    const struct identity anna = {.id = "anna", .name = "Anna", .role = ROLE_MODERATOR};
    assert_int_equal(write_job(account_job_create(&anna, "hash", 1000)).outcome, STORE_DONE);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    empty_store_close(store);
    return 0;
}

static struct admin_account read_account(const char *id)
{
    struct admin_account account = {.exists = false};
    strncpy(account.who.id, id, IDENTITY_ID_MAX);
    assert_int_equal(account_admin_read(store, &account), STORE_DONE);
    return account;
}

static void a_new_account_is_read_back(void **state)
{
    (void)state;
    const struct admin_account account = read_account("anna");
    assert_true(account.exists);
    assert_string_equal(account.who.name, "Anna");
    assert_int_equal(account.who.role, ROLE_MODERATOR);
    assert_int_equal(account.status, ACCOUNT_ACTIVE);
    assert_false(read_account("bert").exists);
}

static void a_name_that_is_taken_is_refused(void **state)
{
    (void)state;
    const struct identity other = {.id = "anna", .name = "ANNA"};
    assert_int_equal(write_job(account_job_create(&other, "hash", 2000)).outcome, STORE_REFUSED);
    assert_string_equal(read_account("anna").who.name, "Anna");
}

static void a_role_can_be_set(void **state)
{
    (void)state;
    assert_int_equal(set_number(STORE_SET_ROLE, "anna", ROLE_BOT), STORE_DONE);
    assert_int_equal(read_account("anna").who.role, ROLE_BOT);
    assert_int_equal(set_number(STORE_SET_ROLE, "bert", ROLE_BOT), STORE_REFUSED);
}

static void a_banned_account_gets_no_token_and_no_password(void **state)
{
    (void)state;
    const struct secret secret = {.text = ""};
    const struct token_params params = {.account = "anna", .description = ""};
    size_t sessions;
    assert_int_equal(set_number(STORE_SET_STATUS, "anna", ACCOUNT_BANNED), STORE_DONE);
    assert_int_equal(read_account("anna").status, ACCOUNT_BANNED);
    assert_int_equal(write_job(account_job_create_token(&secret, &params, 2000)).outcome,
                     STORE_REFUSED);
    assert_int_equal(set_password("anna", "other", &sessions), STORE_REFUSED);
    assert_int_equal(set_number(STORE_SET_STATUS, "anna", ACCOUNT_ACTIVE), STORE_DONE);
    assert_int_equal(write_job(account_job_create_token(&secret, &params, 2000)).outcome,
                     STORE_DONE);
    assert_int_equal(set_password("anna", "other", &sessions), STORE_DONE);
}

static void an_account_can_be_closed_once(void **state)
{
    (void)state;
    const struct identity anna = {.id = "anna"};
    assert_int_equal(write_job(account_job_close(&anna, 2000)).outcome, STORE_DONE);
    assert_int_equal(read_account("anna").status, ACCOUNT_CLOSED);
    assert_int_equal(write_job(account_job_close(&anna, 3000)).outcome, STORE_REFUSED);
}

static void a_closed_account_is_never_opened_again(void **state)
{
    (void)state;
    const struct identity anna = {.id = "anna"};
    assert_int_equal(write_job(account_job_close(&anna, 2000)).outcome, STORE_DONE);
    assert_int_equal(set_number(STORE_SET_STATUS, "anna", ACCOUNT_ACTIVE), STORE_REFUSED);
    assert_int_equal(set_number(STORE_SET_STATUS, "anna", ACCOUNT_BANNED), STORE_REFUSED);
    assert_int_equal(read_account("anna").status, ACCOUNT_CLOSED);
}

static void a_closed_account_keeps_its_role(void **state)
{
    (void)state;
    const struct identity anna = {.id = "anna"};
    assert_int_equal(write_job(account_job_close(&anna, 2000)).outcome, STORE_DONE);
    assert_int_equal(set_number(STORE_SET_ROLE, "anna", ROLE_ADMIN), STORE_REFUSED);
    assert_int_equal(read_account("anna").who.role, ROLE_MODERATOR);
}

static void a_new_password_ends_and_counts_the_sessions(void **state)
{
    (void)state;
    size_t sessions;
    struct store_job *job = store_job_create();
    for (const char *hash = "abc"; *hash; hash++) {
        store_call(job, STORE_ADD_SESSION);
        store_bind_bytes(job, hash, 1);
        store_bind_text(job, "anna");
        store_bind_integer(job, 1000);
        store_bind_text(job, "");
        store_bind_text(job, "");
    }
    store_write(store, job, NULL, NULL);
    assert_int_equal(set_password("anna", "new", &sessions), STORE_DONE);
    assert_int_equal(sessions, 3);
    assert_int_equal(set_password("anna", "newer", &sessions), STORE_DONE);
    assert_int_equal(sessions, 0);
    assert_int_equal(set_password("bert", "new", &sessions), STORE_REFUSED);
    assert_int_equal(sessions, 0);
}

// ---- the list --------------------------------------------------------------------------------

struct listed {
    size_t count;
    char ids[4][IDENTITY_ID_MAX + 1]; /* the first ones */
};

static void record_listed(void *context, const struct admin_account *account)
{
    struct listed *listed = context;
    if (listed->count < 4)
        memcpy(listed->ids[listed->count], account->who.id, sizeof account->who.id);
    listed->count++;
}

static struct listed list_accounts(struct account_filter filter)
{
    struct listed listed = {.count = 0};
    assert_int_equal(account_admin_list(store, &filter, record_listed, &listed), STORE_DONE);
    return listed;
}

#define EVERY (~0u)

static void the_list_is_filtered_by_role_status_and_prefix(void **state)
{
    (void)state;
    const struct identity anton = {.id = "anton", .name = "Anton", .role = ROLE_BOT};
    const struct identity bert = {.id = "bert", .name = "Bert", .role = ROLE_PLAYER};
    assert_int_equal(write_job(account_job_create(&bert, "hash", 1000)).outcome, STORE_DONE);
    assert_int_equal(write_job(account_job_create(&anton, "hash", 1000)).outcome, STORE_DONE);
    assert_int_equal(set_number(STORE_SET_STATUS, "bert", ACCOUNT_BANNED), STORE_DONE);

    struct listed listed = list_accounts((struct account_filter){EVERY, EVERY, ""});
    assert_int_equal(listed.count, 3);
    assert_string_equal(listed.ids[0], "anna");
    assert_string_equal(listed.ids[1], "anton");
    assert_string_equal(listed.ids[2], "bert");
    listed = list_accounts((struct account_filter){1 << ROLE_BOT, EVERY, ""});
    assert_int_equal(listed.count, 1);
    assert_string_equal(listed.ids[0], "anton");
    listed = list_accounts((struct account_filter){EVERY, 1 << ACCOUNT_BANNED, ""});
    assert_int_equal(listed.count, 1);
    assert_string_equal(listed.ids[0], "bert");
    listed = list_accounts((struct account_filter){EVERY, EVERY, "an"});
    assert_int_equal(listed.count, 2);
    listed = list_accounts((struct account_filter){EVERY, EVERY, "anna"});
    assert_int_equal(listed.count, 1);
    listed = list_accounts((struct account_filter){EVERY, EVERY, "a_"});
    assert_int_equal(listed.count, 0);
}

static void a_list_of_several_pages_is_complete(void **state)
{
    (void)state;
    enum { ACCOUNTS = 1200 };
    struct store_job *job = store_job_create();
    for (int i = 0; i < ACCOUNTS; i++) {
        struct identity who = {.role = ROLE_PLAYER};
        snprintf(who.id, sizeof who.id, "user%d", i);
        account_add_row(job, &who, "hash", "", 1000);
    }
    store_write(store, job, NULL, NULL);
    store_poll(store);
    assert_int_equal(list_accounts((struct account_filter){EVERY, EVERY, ""}).count, ACCOUNTS + 1);
    assert_int_equal(list_accounts((struct account_filter){EVERY, EVERY, "user1"}).count, 311);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_new_account_is_read_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_name_that_is_taken_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_role_can_be_set, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_banned_account_gets_no_token_and_no_password, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(an_account_can_be_closed_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_closed_account_is_never_opened_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_closed_account_keeps_its_role, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_new_password_ends_and_counts_the_sessions, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_list_is_filtered_by_role_status_and_prefix, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_list_of_several_pages_is_complete, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
