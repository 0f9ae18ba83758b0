/* SPDX-License-Identifier: MIT */
/* The client's address behind proxies: every form of the headers, and who is believed. */
#include "net/forwarded.h"

#include <string.h>

#include "support/board.h"

static struct forwarded_client resolve(const char *peer, const char *x_forwarded_for,
                                       const char *forwarded, const char *proto)
{
    struct networks trusted;
    struct address address;
    char why[200];
    assert_true(networks_parse("yes 203.0.113.7", &trusted, why, sizeof why));
    assert_true(address_parse(peer, strlen(peer), &address));
    return forwarded_resolve(&trusted, &address,
                             &(struct forwarded_headers){x_forwarded_for, proto, forwarded});
}

static void expect(const char *peer, const char *x_forwarded_for, const char *forwarded,
                   const char *client)
{
    char text[ADDRESS_SIZE];
    const struct forwarded_client found = resolve(peer, x_forwarded_for, forwarded, "");
    address_write(&found.address, text);
    if (strcmp(text, client) != 0)
        fail_msg("X-Forwarded-For: %s, Forwarded: %s: %s, not %s", x_forwarded_for, forwarded, text,
                 client);
}

static void a_stranger_cannot_choose_an_address(void **state)
{
    (void)state;
    expect("198.51.100.1", "1.2.3.4", "", "198.51.100.1");
    expect("198.51.100.1", "", "for=1.2.3.4", "198.51.100.1");
    expect("2001:db8::5", "1.2.3.4", "", "2001:db8::5");
}

static void a_trusted_proxy_names_its_client(void **state)
{
    (void)state;
    expect("127.0.0.1", "1.2.3.4", "", "1.2.3.4");
    expect("::1", "1.2.3.4", "", "1.2.3.4");
    expect("::ffff:10.1.2.3", "1.2.3.4", "", "1.2.3.4");
    expect("203.0.113.7", "2001:db8::1", "", "2001:db8::1");
    expect("127.0.0.1", "", "", "127.0.0.1");
}

static void every_form_of_an_address_is_understood(void **state)
{
    (void)state;
    expect("127.0.0.1", "1.2.3.4:5678", "", "1.2.3.4");
    expect("127.0.0.1", " 1.2.3.4 ", "", "1.2.3.4");
    expect("127.0.0.1", "[2001:db8::1]:443", "", "2001:db8::1");
    expect("127.0.0.1", "[2001:db8::1]", "", "2001:db8::1");
    expect("127.0.0.1", "2001:DB8::1", "", "2001:db8::1");
    expect("127.0.0.1", "::ffff:1.2.3.4", "", "1.2.3.4");
    expect("127.0.0.1", "[::ffff:1.2.3.4]:80", "", "1.2.3.4");
    expect("127.0.0.1", "", "for=1.2.3.4", "1.2.3.4");
    expect("127.0.0.1", "", "For=\"1.2.3.4:5678\"", "1.2.3.4");
    expect("127.0.0.1", "", "FOR=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe::17");
    expect("127.0.0.1", "", "for=\"[2001:db8::\\1]\";proto=https;by=10.0.0.1", "2001:db8::1");
    expect("127.0.0.1", "", "proto=http ; host=\"a,b;c\" ; for=1.2.3.4:_port, ", "127.0.0.1");
    expect("127.0.0.1", "", "host=\"a,b;for=6.6.6.6\";for=1.2.3.4", "1.2.3.4");
}

static void the_walk_goes_from_the_right_through_trusted_hops(void **state)
{
    (void)state;
    expect("127.0.0.1", "6.6.6.6, 1.2.3.4", "", "1.2.3.4");
    expect("127.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.2", "", "1.2.3.4");
    expect("127.0.0.1", "6.6.6.6,1.2.3.4,203.0.113.7,192.168.1.1", "", "1.2.3.4");
    expect("127.0.0.1", "10.0.0.9, 10.0.0.2", "", "10.0.0.9");
    expect("127.0.0.1", "", "for=6.6.6.6, for=1.2.3.4, for=10.0.0.2", "1.2.3.4");
}

static void hidden_and_malformed_hops_end_the_walk(void **state)
{
    (void)state;
    expect("127.0.0.1", "6.6.6.6, unknown", "", "127.0.0.1");
    expect("127.0.0.1", "6.6.6.6, , 10.0.0.2", "", "10.0.0.2");
    expect("127.0.0.1", "1.2.3.4:999999", "", "127.0.0.1");
    expect("127.0.0.1", "1.2.3.4:", "", "127.0.0.1");
    expect("127.0.0.1", "[1.2.3.4]", "", "127.0.0.1");
    expect("127.0.0.1", "[2001:db8::1", "", "127.0.0.1");
    expect("127.0.0.1", "1.2.3", "", "127.0.0.1");
    expect("127.0.0.1", "", "for=unknown", "127.0.0.1");
    expect("127.0.0.1", "", "for=6.6.6.6, for=_hidden", "127.0.0.1");
    expect("127.0.0.1", "", "for=6.6.6.6, proto=https", "127.0.0.1");
    expect("127.0.0.1", "", "for=1.2.3.4;for=6.6.6.6", "127.0.0.1");
    expect("127.0.0.1", "", "for=\"1.2.3.4", "127.0.0.1");
    expect("127.0.0.1", "", "1.2.3.4", "127.0.0.1");
    expect("127.0.0.1", "", "for=", "127.0.0.1");
}

static void headers_that_disagree_are_not_believed(void **state)
{
    (void)state;
    expect("127.0.0.1", "1.2.3.4", "for=1.2.3.4", "1.2.3.4");
    expect("127.0.0.1", "1.2.3.4", "for=6.6.6.6", "127.0.0.1");
    expect("127.0.0.1", "1.2.3.4", "nonsense", "127.0.0.1");
}

static void long_chains_are_cut_not_followed_for_ever(void **state)
{
    (void)state;
    char chain[8192] = "6.6.6.6";
    for (int i = 0; i < 500; i++)
        strcat(chain, ", 10.0.0.1");
    expect("127.0.0.1", chain, "", "10.0.0.1");
}

static void the_scheme_comes_from_a_trusted_proxy_only(void **state)
{
    (void)state;
    assert_true(resolve("127.0.0.1", "1.2.3.4", "", "https").secure);
    assert_true(resolve("127.0.0.1", "1.2.3.4", "", "HTTPS, http").secure);
    assert_true(resolve("127.0.0.1", "", "for=1.2.3.4;proto=https", "").secure);
    assert_false(resolve("127.0.0.1", "1.2.3.4", "", "http").secure);
    assert_false(resolve("127.0.0.1", "1.2.3.4", "", "httpsx").secure);
    assert_false(resolve("127.0.0.1", "1.2.3.4", "", "").secure);
    assert_false(resolve("198.51.100.1", "1.2.3.4", "", "https").secure);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stranger_cannot_choose_an_address),
        cmocka_unit_test(a_trusted_proxy_names_its_client),
        cmocka_unit_test(every_form_of_an_address_is_understood),
        cmocka_unit_test(the_walk_goes_from_the_right_through_trusted_hops),
        cmocka_unit_test(hidden_and_malformed_hops_end_the_walk),
        cmocka_unit_test(headers_that_disagree_are_not_believed),
        cmocka_unit_test(long_chains_are_cut_not_followed_for_ever),
        cmocka_unit_test(the_scheme_comes_from_a_trusted_proxy_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
