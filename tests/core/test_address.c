/* SPDX-License-Identifier: MIT */
/* Addresses and networks: parsing, matching and the key by which a client is counted. */
#include "core/address.h"

#include <string.h>

#include "support/board.h"

static bool contains(const char *list, const char *text)
{
    struct networks networks;
    struct address address;
    char why[200] = "";
    if (!networks_parse(list, &networks, why, sizeof why))
        fail_msg("%s: %s", list, why);
    assert_true(address_parse(text, strlen(text), &address));
    return networks_contain(&networks, &address);
}

static void networks_contain_their_addresses(void **state)
{
    (void)state;
    assert_true(contains("10.0.0.0/8", "10.255.0.1"));
    assert_false(contains("10.0.0.0/8", "11.0.0.1"));
    assert_true(contains("172.16.0.0/12", "172.31.255.255"));
    assert_false(contains("172.16.0.0/12", "172.32.0.0"));
    assert_true(contains("2001:db8::/33", "2001:db8:7fff::1"));
    assert_false(contains("2001:db8::/33", "2001:db8:8000::1"));
    assert_true(contains("1.2.3.4, 5.6.7.8", "::ffff:5.6.7.8"));
    assert_true(contains("0.0.0.0/0", "8.8.8.8"));
    assert_false(contains("0.0.0.0/0", "2001:db8::1"));
    assert_true(contains("::/0", "8.8.8.8"));
}

static void words_stand_for_networks(void **state)
{
    (void)state;
    assert_true(contains("yes", "127.0.0.1") && contains("yes", "192.168.1.9"));
    assert_true(contains("yes", "fd00::1") && contains("loopback", "::1"));
    assert_false(contains("yes", "8.8.8.8") || contains("loopback", "10.0.0.1"));
    assert_false(contains("no", "127.0.0.1") || contains("", "127.0.0.1"));
    assert_true(contains("loopback 8.8.8.8", "8.8.8.8"));
}

static void a_wrong_item_is_named(void **state)
{
    (void)state;
    static const char *const wrong[] = {"10.0.0.0/33", "10.0.0/8",   "::1/129",      "proxy",
                                        "1.2.3.4/",    "1.2.3.4/-1", "fe80::1%eth0", "1.2.3.4:80"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct networks networks = {.count = 7};
        char why[200] = "", list[64] = "127.0.0.1, ";
        strcat(list, wrong[i]);
        assert_false(networks_parse(list, &networks, why, sizeof why));
        assert_non_null(strstr(why, wrong[i]));
        assert_int_equal(networks.count, 7);
    }
}

static void clients_of_one_ipv6_network_have_one_key(void **state)
{
    (void)state;
    char key[ADDRESS_SIZE];
    address_client_key("2001:db8:1:2:3:4:5:6", key);
    assert_string_equal(key, "2001:db8:1:2::/64");
    address_client_key("1.2.3.4", key);
    assert_string_equal(key, "1.2.3.4");
    address_client_key("::ffff:1.2.3.4", key);
    assert_string_equal(key, "1.2.3.4");
    address_client_key("anna", key);
    assert_string_equal(key, "anna");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(networks_contain_their_addresses),
        cmocka_unit_test(words_stand_for_networks),
        cmocka_unit_test(a_wrong_item_is_named),
        cmocka_unit_test(clients_of_one_ipv6_network_have_one_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
