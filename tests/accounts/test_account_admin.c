/* SPDX-License-Identifier: MIT */
#include "accounts/account_admin.h"

#include <string.h>

#include "support/board.h"

static struct store *store;

static int set_up(void **state)
{
    (void)state;
    const struct store_options options = {.url = "memory:", .inline_jobs = true};
    char why[512];
    assert_int_equal(store_open(&options, &store, why, sizeof why), RK_OK);
    const struct identity anna = {.id = "anna", .name = "Anna", .role = ROLE_MODERATOR};
    assert_int_equal(account_admin_create(store, &anna, "hash", 1000), STORE_DONE);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    store_close(store);
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
    assert_int_equal(account_admin_create(store, &other, "hash", 2000), STORE_REFUSED);
    assert_string_equal(read_account("anna").who.name, "Anna");
}

static void a_role_can_be_set(void **state)
{
    (void)state;
    assert_int_equal(account_admin_set_role(store, "anna", ROLE_BOT), STORE_DONE);
    assert_int_equal(read_account("anna").who.role, ROLE_BOT);
    assert_int_equal(account_admin_set_role(store, "bert", ROLE_BOT), STORE_REFUSED);
}

static void a_banned_account_gets_no_token_and_no_password(void **state)
{
    (void)state;
    const struct secret secret = {.text = ""};
    const struct token_params params = {.account = "anna", .description = ""};
    assert_int_equal(account_admin_set_status(store, "anna", ACCOUNT_BANNED), STORE_DONE);
    assert_int_equal(read_account("anna").status, ACCOUNT_BANNED);
    assert_int_equal(account_admin_create_token(store, &secret, &params, 2000), STORE_REFUSED);
    assert_int_equal(account_admin_set_password(store, "anna", "other"), STORE_REFUSED);
    assert_int_equal(account_admin_set_status(store, "anna", ACCOUNT_ACTIVE), STORE_DONE);
    assert_int_equal(account_admin_create_token(store, &secret, &params, 2000), STORE_DONE);
    assert_int_equal(account_admin_set_password(store, "anna", "other"), STORE_DONE);
}

static void an_account_can_be_closed_once(void **state)
{
    (void)state;
    const struct identity anna = {.id = "anna"};
    assert_int_equal(account_admin_close(store, &anna, 2000), STORE_DONE);
    assert_int_equal(read_account("anna").status, ACCOUNT_CLOSED);
    assert_int_equal(account_admin_close(store, &anna, 3000), STORE_REFUSED);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
