/* SPDX-License-Identifier: MIT */
#include "store/store_url.h"

#include "support/board.h"

static void a_password_is_not_shown(void **state)
{
    (void)state;
    static const struct {
        const char *url, *shown;
    } cases[] = {
        {"postgresql://host/db", "postgresql://host/db"},
        {"postgres://anna@host:5432/db", "postgres://anna@host:5432/db"},
        {"postgres://anna:secret@host:5432/db", "postgres://anna:***@host:5432/db"},
        {"postgresql://anna:sec/r?e@t@host/db?x=1", "postgresql://anna:***@host/db?x=1"},
        {"postgresql:///db?host=/run&password=secret", "postgresql:///db?host=/run&password=***"},
        {"postgresql:///db?PassWord=secret&user=anna", "postgresql:///db?PassWord=***&user=anna"},
        {"postgresql:///db?p%61ssword=secret", "postgresql:///db?p%61ssword=***"},
        {"postgresql:///db?sslpassword=secret", "postgresql:///db?sslpassword=***"},
        {"postgresql://[::1]:5432/db", "postgresql://[::1]:5432/db"},
        {"/var/lib/rookery", "/var/lib/rookery"},
        {"memory:", "memory:"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char shown[200];
        store_url_redact(cases[i].url, shown, sizeof shown);
        assert_string_equal(shown, cases[i].shown);
    }
}

static void a_url_that_is_too_long_is_cut(void **state)
{
    (void)state;
    char shown[16];
    store_url_redact("postgresql://anna:secret@host/db?password=secret", shown, sizeof shown);
    assert_string_equal(shown, "postgresql://an");
    store_url_redact("/a/folder/with/a/long/name", shown, sizeof shown);
    assert_string_equal(shown, "/a/folder/with/");
}

static void only_urls_of_postgresql_name_a_database(void **state)
{
    (void)state;
    assert_true(store_url_is_postgres("postgresql://host/db"));
    assert_true(store_url_is_postgres("postgres://host/db"));
    assert_false(store_url_is_postgres("postgresql:host"));
    assert_false(store_url_is_postgres("/postgresql://host/db"));
    assert_false(store_url_is_postgres(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_password_is_not_shown),
        cmocka_unit_test(a_url_that_is_too_long_is_cut),
        cmocka_unit_test(only_urls_of_postgresql_name_a_database),
    };
    return cmocka_run_group_tests_name("store_url", tests, NULL, NULL);
}
