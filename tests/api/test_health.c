/* SPDX-License-Identifier: MIT */
/* /healthz and /readyz: alive, and able to write. */
#include <string.h>

#include "support/board.h"
#include "support/fake_connection.h"

static struct harness harness;

static struct fake_response ask(const char *target)
{
    return harness_request(&harness, METHOD_GET, target, NULL, NULL);
}

static void expect_answer(const char *target, unsigned status, const char *text)
{
    const struct fake_response response = ask(target);
    assert_int_equal(response.status, status);
    if (!strstr(response.body, text))
        fail_msg("%s is not in %s", text, response.body);
}

static void a_server_that_can_write_is_ready(void **state)
{
    (void)state;
    expect_answer("/healthz", 200, "{\"ok\":true}");
    expect_answer("/readyz", 200,
                  "{\"ready\":true,\"checks\":{\"running\":\"ok\",\"store\":\"ok\"}}");
}

static void a_store_that_fails_is_not_ready_and_recovers(void **state)
{
    (void)state;
    harness.store.writes_fail = true;
    expect_answer("/readyz", 503, "\"store\":\"the store cannot write");
    expect_answer("/healthz", 200, "ok");
    harness.store.writes_fail = false;
    harness_skip(&harness, 2 * SECOND);
    expect_answer("/readyz", 200, "\"ready\":true");
}

static void many_probes_share_one_write(void **state)
{
    (void)state;
    expect_answer("/readyz", 200, "\"ready\":true");
    const size_t writes = harness.store.write_jobs;
    for (int i = 0; i < 20; i++)
        expect_answer("/readyz", 200, "\"ready\":true");
    assert_int_equal(harness.store.write_jobs, writes);
}

static void a_silent_store_is_reported_after_the_deadline(void **state)
{
    (void)state;
    struct fake_connection connection;
    const struct request request = http_request(METHOD_GET, "/readyz", NULL, NULL);
    harness.store.paused = true;
    fake_connection_init(&connection, &harness);
    fake_connection_send_request(&connection, &request);
    harness_wait(&harness, 1900);
    assert_int_equal(connection.responses, 0);
    harness_wait(&harness, 200);
    assert_int_equal(connection.status, 503);
    assert_true(fake_connection_saw(&connection, "the store does not answer in time"));
    harness.store.paused = false;
    harness_settle(&harness); // the late answer of the store counts
    expect_answer("/readyz", 200, "\"ready\":true");
    fake_connection_drop(&connection);
    fake_connection_fini(&connection);
}

static void a_server_that_stops_is_alive_but_not_ready(void **state)
{
    (void)state;
    server_stop(harness.server, harness.now);
    expect_answer("/healthz", 200, "ok");
    expect_answer("/readyz", 503, "\"running\":\"the server is stopping\"");
}

static void the_server_can_end_while_a_probe_waits(void **state)
{
    (void)state;
    struct fake_connection connection;
    const struct request request = http_request(METHOD_GET, "/readyz", NULL, NULL);
    harness.store.paused = true;
    fake_connection_init(&connection, &harness);
    fake_connection_send_request(&connection, &request);
    harness_destroy(&harness);
    assert_int_equal(connection.status, 503);
    harness.store.paused = false;
    fake_connection_fini(&connection);
    harness_start(&harness);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(a_server_that_can_write_is_ready, &harness),
        HARNESS_TEST(a_store_that_fails_is_not_ready_and_recovers, &harness),
        HARNESS_TEST(many_probes_share_one_write, &harness),
        HARNESS_TEST(a_silent_store_is_reported_after_the_deadline, &harness),
        HARNESS_TEST(a_server_that_stops_is_alive_but_not_ready, &harness),
        HARNESS_TEST(the_server_can_end_while_a_probe_waits, &harness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
