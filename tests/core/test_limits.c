/* SPDX-License-Identifier: MIT */
/* Token buckets: bursts, refill rates and who shares a bucket. */
#include "core/limits.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"

static void fill_random(void *context, void *out, size_t size)
{
    memset(out, ++*(unsigned char *)context, size);
}

static unsigned char chance;
static struct server server;

static int set_up(void **state)
{
    (void)state;
    char why[256];
    server =
        (struct server){.env = {.context = &chance, .random = fill_random}, .now = 1700000000000};
    assert_int_equal(bus_open(&(struct bus_options){0}, &server.bus, why, sizeof why), RK_OK);
    return (int)limits_create(&server);
}

static int tear_down(void **state)
{
    (void)state;
    limits_destroy(&server);
    bus_close(server.bus);
    return 0;
}

/* Takes tokens until the first refusal; returns how many were granted. */
static unsigned take_all(enum limit limit, const char *whom)
{
    unsigned count = 0;
    while (count < 100000 && !limits_take(&server, limit, whom, 1))
        count++;
    return count;
}

static void after_the_burst_requests_are_refused(void **state)
{
    (void)state;
    assert_int_equal(take_all(LIMIT_REGISTER, "10.0.0.1"), 5);
    assert_int_equal(limits_take(&server, LIMIT_REGISTER, "10.0.0.1", 1), 720);
    assert_int_equal(take_all(LIMIT_CHAT, "bob"), 5);
}

static void a_refusal_says_exactly_how_long_to_wait(void **state)
{
    (void)state;
    take_all(LIMIT_CHAT, "bob");
    const unsigned wait = limits_take(&server, LIMIT_CHAT, "bob", 1);
    assert_int_equal(wait, 2);
    server.now += wait * 1000 - 1;
    assert_int_equal(limits_take(&server, LIMIT_CHAT, "bob", 1), 1);
    server.now += 1;
    assert_int_equal(limits_take(&server, LIMIT_CHAT, "bob", 1), 0);
}

static void refused_requests_do_not_delay_the_refill(void **state)
{
    (void)state;
    take_all(LIMIT_REGISTER, "10.0.0.1");
    unsigned granted = 0;
    for (unsigned i = 0; i < 3600; i++) {
        server.now += 1000;
        granted += !limits_take(&server, LIMIT_REGISTER, "10.0.0.1", 1);
    }
    assert_int_equal(granted, 5);
}

static void a_bucket_never_holds_more_than_the_burst(void **state)
{
    (void)state;
    take_all(LIMIT_CHAT, "bob");
    server.now += 1000000;
    assert_int_equal(take_all(LIMIT_CHAT, "bob"), 5);
}

static void a_refusal_takes_nothing(void **state)
{
    (void)state;
    assert_int_equal(limits_take(&server, LIMIT_CHAT, "bob", 3), 0);
    assert_int_equal(limits_take(&server, LIMIT_CHAT, "bob", 3), 2);
    assert_int_equal(limits_take(&server, LIMIT_CHAT, "bob", 2), 0);
    server.now += 10000;
    assert_int_equal(limits_take(&server, LIMIT_CHAT, "bob", 1000000), 0);
    assert_int_equal(limits_take(&server, LIMIT_CHAT, "bob", 1000000), 10);
}

static void each_person_and_each_limit_has_its_own_bucket(void **state)
{
    (void)state;
    take_all(LIMIT_CHAT, "bob");
    assert_int_equal(limits_take(&server, LIMIT_CHAT, "ann", 1), 0);
    assert_int_equal(limits_take(&server, LIMIT_SEEK, "bob", 1), 0);
}

static void addresses_of_one_ipv6_network_share_a_bucket(void **state)
{
    (void)state;
    assert_int_equal(take_all(LIMIT_REGISTER, "2001:db8:1:2::1"), 5);
    assert_int_equal(take_all(LIMIT_REGISTER, "2001:db8:1:2:aaaa:bbbb:cccc:dddd"), 0);
    assert_int_equal(take_all(LIMIT_REGISTER, "2001:db8:1:3::1"), 5);
    assert_int_equal(take_all(LIMIT_REGISTER, "10.0.0.1"), 5);
    assert_int_equal(take_all(LIMIT_REGISTER, "::ffff:10.0.0.1"), 0);
    assert_int_equal(take_all(LIMIT_REGISTER, "::ffff:10.0.0.2"), 5);
}

static void a_connection_can_keep_its_own_bucket(void **state)
{
    (void)state;
    struct bucket bucket = {0};
    for (int i = 0; i < 200; i++)
        assert_int_equal(bucket_take(&bucket, LIMIT_MESSAGE, 1, server.now), 0);
    assert_int_equal(bucket_take(&bucket, LIMIT_MESSAGE, 1, server.now), 1);
    assert_int_equal(bucket_take(&bucket, LIMIT_MESSAGE, 1, server.now + 200), 0);
}

static void a_flood_of_addresses_does_not_evict_a_bucket_in_use(void **state)
{
    (void)state;
    assert_int_equal(take_all(LIMIT_REGISTER, "first"), 5);
    for (unsigned i = 0; i < 70000; i++) {
        char whom[32];
        snprintf(whom, sizeof whom, "10.%u.%u.%u", i >> 16, i >> 8 & 255, i & 255);
        assert_int_equal(limits_take(&server, LIMIT_REGISTER, whom, 1), 0);
        if (i % 1000 == 0) /* a bucket in use is not evicted */
            assert_int_not_equal(limits_take(&server, LIMIT_REGISTER, "first", 1), 0);
    }
    server.now += 7200000;
    assert_int_equal(take_all(LIMIT_REGISTER, "first"), 5);
}

static void limits_can_be_switched_off_for_load_tests(void **state)
{
    (void)state;
    server.config.unlimited = true;
    assert_int_equal(take_all(LIMIT_REGISTER, "10.0.0.1"), 100000);
}

static void every_limit_has_its_own_key(void **state)
{
    (void)state;
    for (int a = 0; a < LIMIT_COUNT; a++)
        for (int b = 0; b < a; b++)
            assert_string_not_equal(limit_key((enum limit)a), limit_key((enum limit)b));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(after_the_burst_requests_are_refused),
        TEST(a_refusal_says_exactly_how_long_to_wait),
        TEST(refused_requests_do_not_delay_the_refill),
        TEST(a_bucket_never_holds_more_than_the_burst),
        TEST(a_refusal_takes_nothing),
        TEST(each_person_and_each_limit_has_its_own_bucket),
        TEST(addresses_of_one_ipv6_network_share_a_bucket),
        TEST(a_connection_can_keep_its_own_bucket),
        TEST(a_flood_of_addresses_does_not_evict_a_bucket_in_use),
        TEST(limits_can_be_switched_off_for_load_tests),
        TEST(every_limit_has_its_own_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
