/* SPDX-License-Identifier: MIT */
/* Sockets of the service manager, and where plain HTTP is redirected to. */
#include "net/activation.h"
#include "net/https_redirect.h"

#include <string.h>

#include "support/board.h"

static struct activation parse(const char *pid, const char *files, const char *names)
{
    struct activation activation = {.count = 99};
    char why[200] = "";
    if (activation_parse(&(struct activation_variables){pid, files, names}, 42, &activation, why,
                         sizeof why))
        fail_msg("%s", why);
    return activation;
}

static void sockets_count_from_three_and_may_have_names(void **state)
{
    (void)state;
    const struct activation activation = parse("42", "3", "rookery.socket:redirect");
    assert_int_equal(activation.count, 3);
    assert_int_equal(activation.sockets[0].file, 3);
    assert_int_equal(activation.sockets[2].file, 5);
    assert_false(activation.sockets[0].redirects || activation.sockets[2].redirects);
    assert_true(activation.sockets[1].redirects);
}

static void sockets_of_another_process_are_left_alone(void **state)
{
    (void)state;
    assert_int_equal(parse("41", "1", NULL).count, 0);
    assert_int_equal(parse(NULL, "1", NULL).count, 0);
    assert_int_equal(parse("42", NULL, NULL).count, 0);
    assert_int_equal(parse("42x", "1", NULL).count, 0);
    assert_int_equal(parse("42", "0", NULL).count, 0);
}

static void a_wrong_number_of_sockets_is_an_error(void **state)
{
    (void)state;
    static const char *const wrong[] = {"", "-1", "9", "1 ", "99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct activation activation = {.count = 99};
        char why[200] = "";
        const struct activation_variables variables = {"42", wrong[i], NULL};
        assert_int_not_equal(activation_parse(&variables, 42, &activation, why, sizeof why), RK_OK);
        assert_int_equal(activation.count, 99);
        assert_non_null(strstr(why, "LISTEN_FDS"));
    }
}

static void expect_url(const char *host, const char *public_url, unsigned port, const char *url)
{
    const struct request request = {.host = host, .path = "/a", .query = "b=c"};
    char out[200] = "";
    const bool found = https_redirect_url(&request, public_url, port, out, sizeof out);
    assert_string_equal(found ? out : "none", url);
}

static void redirects_keep_the_host_or_use_the_public_url(void **state)
{
    (void)state;
    expect_url("h.test", "", 443, "https://h.test/a?b=c");
    expect_url("h.test:80", "", 443, "https://h.test/a?b=c");
    expect_url("h.test:80", "", 8443, "https://h.test:8443/a?b=c");
    expect_url("h.test:8443", "", 0, "https://h.test:8443/a?b=c");
    expect_url("[::1]:80", "", 8443, "https://[::1]:8443/a?b=c");
    expect_url("evil.test", "https://h.test/", 443, "https://h.test/a?b=c");
    expect_url("h.test", "http://h.test", 443, "https://h.test/a?b=c");
}

static void hosts_that_are_none_are_not_redirected_to(void **state)
{
    (void)state;
    expect_url("", "", 443, "none");
    expect_url("a b", "", 443, "none");
    expect_url("a/b", "", 443, "none");
    expect_url("user@h", "", 443, "none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sockets_count_from_three_and_may_have_names),
        cmocka_unit_test(sockets_of_another_process_are_left_alone),
        cmocka_unit_test(a_wrong_number_of_sockets_is_an_error),
        cmocka_unit_test(redirects_keep_the_host_or_use_the_public_url),
        cmocka_unit_test(hosts_that_are_none_are_not_redirected_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
