/* SPDX-License-Identifier: MIT */
/* Parsing, writing and resolving the URL of a server. */
#include "client/url.h"

#include <string.h>

#include "support/board.h"

static void expect(const char *text, const char *host, const char *port, const char *path)
{
    struct url url;
    char error[200] = "";
    if (!url_parse(text, &url, error, sizeof error))
        fail_msg("%s: %s", text, error);
    assert_string_equal(url.host, host);
    assert_string_equal(url.port, port);
    assert_string_equal(url.path, path);
}

static void expect_error(const char *text, const char *reason)
{
    struct url url, untouched;
    memset(&url, 0x5a, sizeof url);
    untouched = url;
    char error[200] = "";
    assert_false(url_parse(text, &url, error, sizeof error));
    assert_memory_equal(&url, &untouched, sizeof url);
    if (!strstr(error, reason))
        fail_msg("%s: \"%s\" does not say \"%s\"", text, error, reason);
}

static void every_form_of_url_is_accepted(void **state)
{
    (void)state;
    expect("http://chess.example", "chess.example", "80", "/");
    expect("http://chess.example:8080/", "chess.example", "8080", "/");
    expect("HTTP://127.0.0.1:1/a/b/", "127.0.0.1", "1", "/a/b");
    expect("ws://localhost:65535/x", "localhost", "65535", "/x");
    expect("localhost:8080", "localhost", "8080", "/");
    expect("http://[::1]:8080", "::1", "8080", "/");
    expect("[fe80::1%25lo]", "fe80::1%25lo", "80", "/");
    expect("https://chess.example", "chess.example", "443", "/");
    expect("WSS://chess.example:8443/x", "chess.example", "8443", "/x");
}

static void an_invalid_url_is_rejected_with_a_reason(void **state)
{
    (void)state;
    expect_error("ftp://chess.example", "http://");
    expect_error("", "host name");
    expect_error("http://", "host name");
    expect_error("http://:8080", "host name");
    expect_error("http://a b", "host name");
    expect_error("http://user@host", "host name");
    expect_error("http://host\r\nX: y", "host name");
    expect_error("http://[::1", "]");
    expect_error("http://[::1]x", "port");
    expect_error("http://host:", "port");
    expect_error("http://host:0", "port");
    expect_error("http://host:65536", "port");
    expect_error("http://host:80a", "port");
    expect_error("http://host/a b", "path");
    expect_error("http://host?x", "path");
    expect_error("http://host/a\r\n", "path");
}

static void a_url_that_is_too_long_is_rejected(void **state)
{
    (void)state;
    char text[1024] = "";
    memset(text, 'a', sizeof text - 1);
    text[URL_HOST_MAX] = '\0';
    expect(text, text, "80", "/");
    text[URL_HOST_MAX] = 'a';
    text[URL_HOST_MAX + 1] = '\0';
    expect_error(text, "host name");
    memset(text, 'a', sizeof text - 1);
    memcpy(text, "host/", 5);
    expect_error(text, "too long");
}

static void hosts_and_paths_are_written(void **state)
{
    (void)state;
    struct url url;
    char error[200], out[64];
    assert_true(url_parse("http://[::1]:8080/base", &url, error, sizeof error));
    url_write_host(&url, out, sizeof out);
    assert_string_equal(out, "[::1]:8080");
    assert_true(url_join(&url, "/ws", out, sizeof out));
    assert_string_equal(out, "/base/ws");
    assert_false(url_join(&url, "/ws", out, 8));
    assert_true(url_parse("http://chess.example", &url, error, sizeof error));
    url_write_host(&url, out, sizeof out);
    assert_string_equal(out, "chess.example");
    assert_true(url_join(&url, "/ws", out, sizeof out));
    assert_string_equal(out, "/ws");
}

static void host_names_are_resolved(void **state)
{
    (void)state;
    struct url url;
    struct address addresses[URL_ADDRESSES_MAX];
    char error[200] = "";
    assert_true(url_parse("127.0.0.1:80", &url, error, sizeof error));
    assert_int_equal(url_resolve(&url, addresses, URL_ADDRESSES_MAX, error, sizeof error), 1);
    assert_int_equal(addresses[0].bytes.ss_family, AF_INET);
    assert_true(url_parse("nowhere.invalid", &url, error, sizeof error));
    assert_int_equal(url_resolve(&url, addresses, URL_ADDRESSES_MAX, error, sizeof error), 0);
    assert_non_null(strstr(error, "nowhere.invalid: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_of_url_is_accepted),
        cmocka_unit_test(an_invalid_url_is_rejected_with_a_reason),
        cmocka_unit_test(a_url_that_is_too_long_is_rejected),
        cmocka_unit_test(hosts_and_paths_are_written),
        cmocka_unit_test(host_names_are_resolved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
