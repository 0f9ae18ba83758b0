/* SPDX-License-Identifier: MIT */
/* Requests and their answers, and streams that live on. */
#include "server/exchange.h"

#include <stdlib.h>
#include <string.h>

#include "support/board.h"
#include "support/memory_transport.h"

enum { START = 1000000 };

/* A server of which only the exchanges live. */
struct bench {
    struct server server;
    struct memory_transport transport;
    struct exchange *exchange;
    unsigned gone;
};

static void pretend_chance(void *context, void *out, size_t size)
{
    (void)context;
    memset(out, 7, size);
}

static int set_up(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    bench->server.env.random = pretend_chance;
    bench->server.now = START;
    timers_init(&bench->server.timers);
    assert_int_equal(limits_create(&bench->server), RK_OK);
    assert_int_equal(exchanges_create(&bench->server), RK_OK);
    memory_transport_init(&bench->transport);
    const struct request request = request_of(METHOD_GET, "/api/account");
    bench->exchange = exchange_create(&bench->server, &request, &bench->transport.transport);
    assert_true(exchange_dispatched(bench->exchange));
    *state = bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    exchanges_destroy(&bench->server);
    limits_destroy(&bench->server);
    timers_fini(&bench->server.timers);
    memory_transport_fini(&bench->transport);
    free(bench);
    return 0;
}

static void pass(struct bench *bench, int64_t milliseconds)
{
    for (int64_t until = bench->server.now + milliseconds; bench->server.now < until;) {
        bench->server.now += 100;
        timers_run(&bench->server.timers, bench->server.now);
    }
}

static void count_gone(struct exchange *exchange)
{
    (*(unsigned *)exchange->stream_data)++;
}

static void become_stream(struct bench *bench, struct exchange *exchange)
{
    exchange->stream_data = &bench->gone;
    exchange->gone = count_gone;
    exchange_stream(exchange, "application/x-ndjson", 6);
}

static void the_request_is_copied(void **state)
{
    struct bench *bench = *state;
    char path[] = "/api/x", body[] = "a=1";
    struct request request = request_of(METHOD_POST, path);
    request.body = body;
    request.body_size = 3;
    struct exchange *exchange =
        exchange_create(&bench->server, &request, &bench->transport.transport);
    memset(path, '#', 6);
    memset(body, '#', 3);
    assert_string_equal(exchange->request.path, "/api/x");
    assert_string_equal(exchange->request.body, "a=1");
    exchange_ok(exchange);
    assert_false(exchange_dispatched(exchange));
}

static void done_is_said_as_the_api_says_it(void **state)
{
    struct bench *bench = *state;
    exchange_ok(bench->exchange);
    assert_int_equal(bench->transport.status, 200);
    assert_string_equal(memory_transport_body(&bench->transport), "{\"ok\":true}");
    assert_string_equal(bench->transport.content_type, "application/json");
    assert_int_equal(exchanges_count(&bench->server), 0);
}

static void a_refusal_is_json_with_its_status(void **state)
{
    struct bench *bench = *state;
    exchange_refuse(bench->exchange, REFUSED_NOT_FOUND, "No such \"game\"");
    assert_int_equal(bench->transport.status, 404);
    assert_string_equal(memory_transport_body(&bench->transport),
                        "{\"error\":\"No such \\\"game\\\"\"}");
}

static void a_field_is_refused_by_its_name(void **state)
{
    struct bench *bench = *state;
    exchange_refuse_field(bench->exchange, "clock", "too fast");
    assert_int_equal(bench->transport.status, 400);
    assert_string_equal(memory_transport_body(&bench->transport),
                        "{\"error\":{\"clock\":[\"too fast\"]}}");
}

static void a_limit_says_which_and_how_long(void **state)
{
    struct bench *bench = *state;
    exchange_refuse_rate(bench->exchange, LIMIT_CHALLENGE, 12);
    assert_int_equal(bench->transport.status, 429);
    assert_non_null(strstr(memory_transport_headers(&bench->transport), "Retry-After: 12\r\n"));
    assert_non_null(strstr(memory_transport_body(&bench->transport),
                           "\"ratelimit\":{\"key\":\"challenge.account\",\"seconds\":12}}"));
}

static void a_limit_is_reached_by_taking_from_it(void **state)
{
    struct bench *bench = *state;
    unsigned taken = 0;
    while (exchange_check_rate(bench->exchange, LIMIT_EXPORT))
        taken++;
    assert_int_equal(taken, 20);
    assert_int_equal(bench->transport.status, 429);
}

static void a_header_cannot_be_broken_out_of(void **state)
{
    struct bench *bench = *state;
    exchange_header(bench->exchange, "X-Name", "a\r\nSet-Cookie: b");
    exchange_ok(bench->exchange);
    assert_string_equal(memory_transport_headers(&bench->transport), "X-Name: aSet-Cookie: b\r\n");
}

static void who_is_gone_gets_no_answer_and_nothing_breaks(void **state)
{
    struct bench *bench = *state;
    exchange_gone(bench->exchange);
    exchange_ok(bench->exchange);
    assert_int_equal(bench->transport.answers, 0);
    assert_int_equal(exchanges_count(&bench->server), 0);
}

static void a_stream_sends_its_headers_at_once(void **state)
{
    struct bench *bench = *state;
    become_stream(bench, bench->exchange);
    assert_int_equal(bench->transport.answers, 1);
    assert_true(bench->transport.stream);
    assert_int_equal(bench->transport.status, 200);
    assert_non_null(
        strstr(memory_transport_headers(&bench->transport), "X-Accel-Buffering: no\r\n"));
}

static void silence_is_broken_in_time_and_only_silence(void **state)
{
    struct bench *bench = *state;
    become_stream(bench, bench->exchange);
    pass(bench, 5000);
    assert_int_equal(bench->transport.sent, 0);
    pass(bench, 1000);
    assert_int_equal(bench->transport.sent, 1);
    assert_string_equal(memory_transport_body(&bench->transport), "\n");
    pass(bench, 3000);
    exchange_send_text(bench->exchange, "{}\n", 3);
    memory_transport_forget(&bench->transport);
    pass(bench, 5000);
    assert_int_equal(bench->transport.sent, 0);
    pass(bench, 1000);
    assert_int_equal(bench->transport.sent, 1);
}

static struct frame *line(const char *text)
{
    return frame_create(text, strlen(text));
}

static void send_latest(struct exchange *exchange, const char *text)
{
    struct frame *frame = line(text);
    exchange_send_latest(exchange, frame);
    frame_drop(frame);
}

static void a_slow_reader_gets_the_newest_state_when_it_can(void **state)
{
    struct bench *bench = *state;
    become_stream(bench, bench->exchange);
    bench->transport.waiting = 1 << 16;
    assert_true(exchange_is_slow(bench->exchange));
    send_latest(bench->exchange, "one\n");
    send_latest(bench->exchange, "two\n");
    pass(bench, 2000);
    assert_int_equal(bench->transport.sent, 0);
    bench->transport.waiting = 0;
    pass(bench, 1000);
    assert_string_equal(memory_transport_body(&bench->transport), "two\n");
}

static void the_last_state_is_sent_before_the_end_however_slow_the_reader(void **state)
{
    struct bench *bench = *state;
    become_stream(bench, bench->exchange);
    bench->transport.waiting = 1 << 16;
    send_latest(bench->exchange, "last\n");
    exchange_close(bench->exchange);
    assert_string_equal(memory_transport_body(&bench->transport), "last\n");
    assert_true(bench->transport.ended);
    assert_int_equal(bench->gone, 1);
}

static void a_reader_beyond_hope_is_ended(void **state)
{
    struct bench *bench = *state;
    become_stream(bench, bench->exchange);
    bench->transport.waiting = 2 << 20;
    pass(bench, 1000);
    assert_true(bench->transport.ended);
    assert_int_equal(bench->gone, 1);
    assert_int_equal(exchanges_count(&bench->server), 0);
}

static void a_newer_stream_of_the_same_key_replaces_the_older(void **state)
{
    struct bench *bench = *state;
    struct memory_transport newer;
    memory_transport_init(&newer);
    become_stream(bench, bench->exchange);
    exchange_replace(bench->exchange, "events 1");
    const struct request request = request_of(METHOD_GET, "/api/stream/event");
    struct exchange *exchange = exchange_create(&bench->server, &request, &newer.transport);
    become_stream(bench, exchange);
    exchange_replace(exchange, "events 1");
    assert_true(exchange_dispatched(exchange));
    assert_true(bench->transport.ended);
    assert_false(newer.ended);
    assert_int_equal(bench->gone, 1);
    exchange_close_stream(&bench->server, "events 1");
    assert_true(newer.ended);
    memory_transport_fini(&newer);
}

static void a_stream_whose_reader_left_lets_go(void **state)
{
    struct bench *bench = *state;
    become_stream(bench, bench->exchange);
    exchange_gone(bench->exchange);
    assert_int_equal(bench->gone, 1);
    assert_false(bench->transport.ended);
    assert_int_equal(exchanges_count(&bench->server), 0);
    pass(bench, 10000);
    assert_int_equal(bench->transport.sent, 0);
}

static void asking_for_the_head_of_a_stream_opens_none(void **state)
{
    struct bench *bench = *state;
    struct memory_transport transport;
    memory_transport_init(&transport);
    const struct request request = request_of(METHOD_HEAD, "/api/stream/event");
    struct exchange *exchange = exchange_create(&bench->server, &request, &transport.transport);
    become_stream(bench, exchange);
    exchange_send_text(exchange, "{}\n", 3);
    assert_false(exchange_dispatched(exchange));
    assert_false(transport.stream);
    assert_int_equal(transport.sent, 0);
    pass(bench, 1000);
    assert_int_equal(bench->gone, 1);
    memory_transport_fini(&transport);
}

static void asking_for_the_head_of_a_stream_ends_no_other(void **state)
{
    struct bench *bench = *state;
    struct memory_transport transport;
    memory_transport_init(&transport);
    become_stream(bench, bench->exchange);
    exchange_replace(bench->exchange, "events 1");
    const struct request request = request_of(METHOD_HEAD, "/api/stream/event");
    struct exchange *exchange = exchange_create(&bench->server, &request, &transport.transport);
    become_stream(bench, exchange);
    exchange_replace(exchange, "events 1");
    assert_false(exchange_dispatched(exchange));
    assert_false(bench->transport.ended);
    pass(bench, 1000);
    exchange_close_stream(&bench->server, "events 1");
    assert_true(bench->transport.ended);
    memory_transport_fini(&transport);
}

static void all_are_ended_with_the_server(void **state)
{
    struct bench *bench = *state;
    struct memory_transport stream;
    memory_transport_init(&stream);
    const struct request request = request_of(METHOD_GET, "/");
    struct exchange *exchange = exchange_create(&bench->server, &request, &stream.transport);
    become_stream(bench, exchange);
    assert_true(exchange_dispatched(exchange));
    exchanges_close_streams(&bench->server);
    assert_true(stream.ended);
    exchanges_destroy(&bench->server);
    assert_int_equal(bench->transport.status, 503);
    memory_transport_fini(&stream);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(the_request_is_copied),
        TEST(done_is_said_as_the_api_says_it),
        TEST(a_refusal_is_json_with_its_status),
        TEST(a_field_is_refused_by_its_name),
        TEST(a_limit_says_which_and_how_long),
        TEST(a_limit_is_reached_by_taking_from_it),
        TEST(a_header_cannot_be_broken_out_of),
        TEST(who_is_gone_gets_no_answer_and_nothing_breaks),
        TEST(a_stream_sends_its_headers_at_once),
        TEST(silence_is_broken_in_time_and_only_silence),
        TEST(a_slow_reader_gets_the_newest_state_when_it_can),
        TEST(the_last_state_is_sent_before_the_end_however_slow_the_reader),
        TEST(a_reader_beyond_hope_is_ended),
        TEST(a_newer_stream_of_the_same_key_replaces_the_older),
        TEST(a_stream_whose_reader_left_lets_go),
        TEST(asking_for_the_head_of_a_stream_opens_none),
        TEST(asking_for_the_head_of_a_stream_ends_no_other),
        TEST(all_are_ended_with_the_server),
    };
    return cmocka_run_group_tests_name("exchanges", tests, NULL, NULL);
}
