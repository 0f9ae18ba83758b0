/* SPDX-License-Identifier: MIT */
/* Where a server is, as people write it. */
#include "client/url.h"

#include <string.h>

#include "support/board.h"

static void expect(const char *text, const char *host, const char *port, const char *path)
{
    struct url url;
    char why[200] = "";
    if (!url_parse(text, &url, why, sizeof why))
        fail_msg("%s: %s", text, why);
    assert_string_equal(url.host, host);
    assert_string_equal(url.port, port);
    assert_string_equal(url.path, path);
}

static void refuse(const char *text, const char *words)
{
    struct url url, untouched;
    memset(&url, 0x5a, sizeof url);
    untouched = url;
    char why[200] = "";
    assert_false(url_parse(text, &url, why, sizeof why));
    assert_memory_equal(&url, &untouched, sizeof url);
    if (!strstr(why, words))
        fail_msg("%s: \"%s\" does not say \"%s\"", text, why, words);
}

static void the_usual_forms_are_read(void **state)
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

static void what_is_none_is_refused_in_words(void **state)
{
    (void)state;
    refuse("ftp://chess.example", "http://");
    refuse("", "machine");
    refuse("http://", "machine");
    refuse("http://:8080", "machine");
    refuse("http://a b", "machine");
    refuse("http://user@host", "machine");
    refuse("http://host\r\nX: y", "machine");
    refuse("http://[::1", "]");
    refuse("http://[::1]x", "port");
    refuse("http://host:", "port");
    refuse("http://host:0", "port");
    refuse("http://host:65536", "port");
    refuse("http://host:80a", "port");
    refuse("http://host/a b", "path");
    refuse("http://host?x", "path");
    refuse("http://host/a\r\n", "path");
}

static void what_is_too_long_is_refused(void **state)
{
    (void)state;
    char text[1024] = "";
    memset(text, 'a', sizeof text - 1);
    text[URL_HOST_MAX] = '\0';
    expect(text, text, "80", "/");
    text[URL_HOST_MAX] = 'a';
    text[URL_HOST_MAX + 1] = '\0';
    refuse(text, "machine");
    memset(text, 'a', sizeof text - 1);
    memcpy(text, "host/", 5);
    refuse(text, "too long");
}

static void hosts_and_paths_are_written(void **state)
{
    (void)state;
    struct url url;
    char why[200], out[64];
    assert_true(url_parse("http://[::1]:8080/base", &url, why, sizeof why));
    url_write_host(&url, out, sizeof out);
    assert_string_equal(out, "[::1]:8080");
    assert_true(url_join(&url, "/ws", out, sizeof out));
    assert_string_equal(out, "/base/ws");
    assert_false(url_join(&url, "/ws", out, 8));
    assert_true(url_parse("http://chess.example", &url, why, sizeof why));
    url_write_host(&url, out, sizeof out);
    assert_string_equal(out, "chess.example");
    assert_true(url_join(&url, "/ws", out, sizeof out));
    assert_string_equal(out, "/ws");
}

static void names_are_resolved(void **state)
{
    (void)state;
    struct url url;
    struct address addresses[URL_ADDRESSES_MAX];
    char why[200] = "";
    assert_true(url_parse("127.0.0.1:80", &url, why, sizeof why));
    assert_int_equal(url_resolve(&url, addresses, URL_ADDRESSES_MAX, why, sizeof why), 1);
    assert_int_equal(addresses[0].bytes.ss_family, AF_INET);
    assert_true(url_parse("nowhere.invalid", &url, why, sizeof why));
    assert_int_equal(url_resolve(&url, addresses, URL_ADDRESSES_MAX, why, sizeof why), 0);
    assert_non_null(strstr(why, "nowhere.invalid: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_usual_forms_are_read),
        cmocka_unit_test(what_is_none_is_refused_in_words),
        cmocka_unit_test(what_is_too_long_is_refused),
        cmocka_unit_test(hosts_and_paths_are_written),
        cmocka_unit_test(names_are_resolved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
