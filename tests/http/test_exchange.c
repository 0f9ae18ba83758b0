/* SPDX-License-Identifier: MIT */
/* Requests, responses and streams. */
#include "http/exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/board.h"
#include "support/fake_connection.h"
#include "wire/frames.h"

static struct harness harness;
static struct fake_connection connection;
static struct exchange *current; /* on that connection */
static unsigned gone_count;      /* calls of exchange->gone */

static int set_up(void **state)
{
    const struct request request = http_request(METHOD_GET, "/api/account", NULL, NULL);
    harness_open(*state);
    fake_connection_init(&connection, &harness);
    current = exchange_create(harness.server, &request, &connection.transport);
    assert_true(exchange_end_dispatch(current));
    gone_count = 0;
    return 0;
}

static int tear_down(void **state)
{
    harness_close(*state);
    fake_connection_fini(&connection);
    return 0;
}

static void count_gone(struct exchange *exchange)
{
    (*(unsigned *)exchange->stream_data)++;
}

static void become_stream(struct exchange *exchange)
{
    exchange->stream_data = &gone_count;
    exchange->gone = count_gone;
    exchange_stream(exchange, "application/x-ndjson", 6);
}

static void the_request_is_copied(void **state)
{
    (void)state;
    char path[] = "/api/x", body[] = "a=1";
    struct request request = http_request(METHOD_POST, path, NULL, NULL);
    request.body = body;
    request.body_size = 3;
    struct exchange *exchange = exchange_create(harness.server, &request, &connection.transport);
    memset(path, '#', 6);
    memset(body, '#', 3);
    assert_string_equal(exchange->request.path, "/api/x");
    assert_string_equal(exchange->request.body, "a=1");
    exchange_ok(exchange);
    assert_false(exchange_end_dispatch(exchange));
}

static void ok_has_the_form_of_the_api(void **state)
{
    (void)state;
    exchange_ok(current);
    assert_int_equal(connection.status, 200);
    assert_string_equal(fake_connection_body(&connection), "{\"ok\":true}");
    assert_string_equal(connection.content_type, "application/json");
    assert_int_equal(exchanges_count(harness.server), 0);
}

static void an_error_is_json_with_its_status(void **state)
{
    (void)state;
    exchange_refuse(current, REFUSED_NOT_FOUND, "No such \"game\"");
    assert_int_equal(connection.status, 404);
    assert_string_equal(fake_connection_body(&connection), "{\"error\":\"No such \\\"game\\\"\"}");
}

static void a_field_error_names_the_field(void **state)
{
    (void)state;
    exchange_refuse_field(current, "clock", "too fast");
    assert_int_equal(connection.status, 400);
    assert_string_equal(fake_connection_body(&connection),
                        "{\"error\":{\"clock\":[\"too fast\"]}}");
}

static void a_rate_limit_error_has_the_key_and_the_time_to_wait(void **state)
{
    (void)state;
    exchange_refuse_rate(current, LIMIT_CHALLENGE, 12);
    assert_int_equal(connection.status, 429);
    assert_non_null(strstr(fake_connection_headers(&connection), "Retry-After: 12\r\n"));
    assert_non_null(strstr(fake_connection_body(&connection),
                           "\"ratelimit\":{\"key\":\"challenge.account\",\"seconds\":12}}"));
}

static void the_rate_limit_is_reached_after_its_burst(void **state)
{
    (void)state;
    unsigned taken = 0;
    while (exchange_check_rate(current, LIMIT_EXPORT))
        taken++;
    assert_int_equal(taken, 20);
    assert_int_equal(connection.status, 429);
}

static void header_values_cannot_inject_lines(void **state)
{
    (void)state;
    exchange_header(current, "X-Name", "a\r\nSet-Cookie: b");
    exchange_ok(current);
    assert_non_null(strstr(fake_connection_headers(&connection), "\r\nX-Name: aSet-Cookie: b\r\n"));
}

static void expect_request_id(const char *sent, const char *expected)
{
    struct request request = http_request(METHOD_GET, "/healthz", NULL, NULL);
    char header[120];
    request.id = sent;
    fake_connection_fini(&connection);
    struct exchange *exchange = exchange_create(harness.server, &request, &connection.transport);
    assert_non_null(exchange);
    if (expected)
        assert_string_equal(exchange->id.id, expected);
    else
        assert_int_equal(strlen(exchange->id.id), 16);
    snprintf(header, sizeof header, "X-Request-Id: %s\r\n", exchange->id.id);
    exchange_ok(exchange);
    assert_false(exchange_end_dispatch(exchange));
    assert_non_null(strstr(fake_connection_headers(&connection), header));
}

static void a_sane_request_id_is_taken_over_and_another_replaced(void **state)
{
    (void)state;
    char longest[LOG_REQUEST_MAX + 2];
    memset(longest, 'x', sizeof longest);
    longest[LOG_REQUEST_MAX] = '\0';
    expect_request_id("abc-123_X.9", "abc-123_X.9");
    expect_request_id(longest, longest);
    longest[LOG_REQUEST_MAX] = 'x';
    longest[LOG_REQUEST_MAX + 1] = '\0';
    expect_request_id(longest, NULL);
    expect_request_id("", NULL);
    expect_request_id(NULL, NULL);
    expect_request_id("a b", NULL);
    expect_request_id("a\"b", NULL);
    expect_request_id("\xc3\xa9", NULL);
}

static void responding_to_a_disconnected_client_is_harmless(void **state)
{
    (void)state;
    exchange_gone(current);
    exchange_ok(current);
    assert_int_equal(connection.responses, 0);
    assert_int_equal(exchanges_count(harness.server), 0);
}

static void a_stream_sends_its_headers_at_once(void **state)
{
    (void)state;
    become_stream(current);
    assert_int_equal(connection.responses, 1);
    assert_true(connection.stream);
    assert_int_equal(connection.status, 200);
    assert_non_null(strstr(fake_connection_headers(&connection), "Cache-Control: no-store\r\n"));
}

static void keep_alives_are_sent_only_when_the_stream_is_idle(void **state)
{
    (void)state;
    become_stream(current);
    harness_wait(&harness, 5000);
    assert_int_equal(connection.sent, 0);
    harness_wait(&harness, 1000);
    assert_int_equal(connection.sent, 1);
    assert_string_equal(fake_connection_body(&connection), "\n");
    harness_wait(&harness, 3000);
    exchange_send_text(current, "{}\n", 3);
    fake_connection_clear(&connection);
    harness_wait(&harness, 5000);
    assert_int_equal(connection.sent, 0);
    harness_wait(&harness, 1000);
    assert_int_equal(connection.sent, 1);
}

static struct shared_buffer *line(const char *text)
{
    return shared_buffer_create(text, strlen(text));
}

static void send_latest(struct exchange *exchange, const char *text)
{
    struct shared_buffer *frame = line(text);
    exchange_send_latest(exchange, frame);
    shared_buffer_unref(frame);
}

static void a_slow_client_gets_the_newest_state_later(void **state)
{
    (void)state;
    become_stream(current);
    connection.buffered = 1 << 16;
    assert_true(exchange_is_slow(current));
    send_latest(current, "one\n");
    send_latest(current, "two\n");
    harness_wait(&harness, 2000);
    assert_int_equal(connection.sent, 0);
    connection.buffered = 0;
    harness_wait(&harness, 1000);
    assert_string_equal(fake_connection_body(&connection), "two\n");
}

static void the_last_state_is_sent_before_the_end_even_to_a_slow_client(void **state)
{
    (void)state;
    become_stream(current);
    connection.buffered = 1 << 16;
    send_latest(current, "last\n");
    exchange_close(current);
    assert_string_equal(fake_connection_body(&connection), "last\n");
    assert_true(connection.closed);
    assert_int_equal(gone_count, 1);
}

static void a_stream_with_too_much_queued_is_ended(void **state)
{
    (void)state;
    become_stream(current);
    connection.buffered = 2 << 20;
    harness_wait(&harness, 1000);
    assert_true(connection.closed);
    assert_int_equal(gone_count, 1);
    assert_int_equal(exchanges_count(harness.server), 0);
}

static void a_long_response_that_is_closed_is_not_complete(void **state)
{
    (void)state;
    exchange_stream(current, "application/x-ndjson", 0);
    exchanges_close_streams(harness.server); // the server stops
    assert_true(connection.closed);
    assert_int_equal(connection.close_code, CLOSE_INTERNAL_ERROR);
}

static void a_new_stream_with_the_same_key_replaces_the_old_one(void **state)
{
    (void)state;
    struct fake_connection newer;
    fake_connection_init(&newer, NULL);
    become_stream(current);
    exchange_replace(current, "events 1");
    const struct request request = http_request(METHOD_GET, "/api/stream/event", NULL, NULL);
    struct exchange *exchange = exchange_create(harness.server, &request, &newer.transport);
    become_stream(exchange);
    exchange_replace(exchange, "events 1");
    assert_true(exchange_end_dispatch(exchange));
    assert_true(connection.closed);
    assert_false(newer.closed);
    assert_int_equal(gone_count, 1);
    exchange_close_stream(harness.server, "events 1");
    assert_true(newer.closed);
    fake_connection_fini(&newer);
}

static void a_stream_is_released_when_its_client_is_gone(void **state)
{
    (void)state;
    become_stream(current);
    exchange_gone(current);
    assert_int_equal(gone_count, 1);
    assert_false(connection.closed);
    assert_int_equal(exchanges_count(harness.server), 0);
    harness_wait(&harness, 10000);
    assert_int_equal(connection.sent, 0);
}

static void a_head_request_opens_no_stream(void **state)
{
    (void)state;
    struct fake_connection other;
    fake_connection_init(&other, &harness);
    const struct request request = http_request(METHOD_HEAD, "/api/stream/event", NULL, NULL);
    struct exchange *exchange = exchange_create(harness.server, &request, &other.transport);
    become_stream(exchange);
    exchange_send_text(exchange, "{}\n", 3);
    assert_false(exchange_end_dispatch(exchange));
    assert_false(other.stream);
    assert_int_equal(other.sent, 0);
    harness_wait(&harness, 1000);
    assert_int_equal(gone_count, 1);
    fake_connection_fini(&other);
}

static void a_head_request_replaces_no_stream(void **state)
{
    (void)state;
    struct fake_connection other;
    fake_connection_init(&other, &harness);
    become_stream(current);
    exchange_replace(current, "events 1");
    const struct request request = http_request(METHOD_HEAD, "/api/stream/event", NULL, NULL);
    struct exchange *exchange = exchange_create(harness.server, &request, &other.transport);
    become_stream(exchange);
    exchange_replace(exchange, "events 1");
    assert_false(exchange_end_dispatch(exchange));
    assert_false(connection.closed);
    harness_wait(&harness, 1000);
    exchange_close_stream(harness.server, "events 1");
    assert_true(connection.closed);
    fake_connection_fini(&other);
}

static void destroying_the_server_ends_all_exchanges(void **state)
{
    (void)state;
    struct fake_connection stream;
    fake_connection_init(&stream, &harness);
    const struct request request = http_request(METHOD_GET, "/", NULL, NULL);
    struct exchange *exchange = exchange_create(harness.server, &request, &stream.transport);
    become_stream(exchange);
    assert_true(exchange_end_dispatch(exchange));
    exchanges_close_streams(harness.server);
    assert_true(stream.closed);
    exchanges_destroy(harness.server);
    assert_int_equal(connection.status, 503);
    fake_connection_fini(&stream);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_prestate_setup_teardown(name, set_up, tear_down, &harness)
    const struct CMUnitTest tests[] = {
        TEST(the_request_is_copied),
        TEST(ok_has_the_form_of_the_api),
        TEST(an_error_is_json_with_its_status),
        TEST(a_field_error_names_the_field),
        TEST(a_rate_limit_error_has_the_key_and_the_time_to_wait),
        TEST(the_rate_limit_is_reached_after_its_burst),
        TEST(header_values_cannot_inject_lines),
        TEST(a_sane_request_id_is_taken_over_and_another_replaced),
        TEST(responding_to_a_disconnected_client_is_harmless),
        TEST(a_stream_sends_its_headers_at_once),
        TEST(keep_alives_are_sent_only_when_the_stream_is_idle),
        TEST(a_slow_client_gets_the_newest_state_later),
        TEST(the_last_state_is_sent_before_the_end_even_to_a_slow_client),
        TEST(a_stream_with_too_much_queued_is_ended),
        TEST(a_long_response_that_is_closed_is_not_complete),
        TEST(a_new_stream_with_the_same_key_replaces_the_old_one),
        TEST(a_stream_is_released_when_its_client_is_gone),
        TEST(a_head_request_opens_no_stream),
        TEST(a_head_request_replaces_no_stream),
        TEST(destroying_the_server_ends_all_exchanges),
    };
    return cmocka_run_group_tests_name("exchanges", tests, NULL, NULL);
}
