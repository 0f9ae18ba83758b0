/* SPDX-License-Identifier: MIT */
/* The HTTP client: responses of every form, and broken ones. */
#include "client/http.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "support/board.h"
#include "support/peer.h"

enum { TIMEOUT = 30000 }; /* milliseconds */

// ---- parsing ---------------------------------------------------------------------------------

/* Parses the response in chunks of one size; the caller frees the body. */
static struct response parse_in_chunks(const char *text, size_t chunk, struct buffer *body,
                                       size_t *used)
{
    struct response response;
    const size_t size = strlen(text);
    response_init(&response, false);
    for (*used = 0; *used < size;) {
        const size_t some = size - *used < chunk ? size - *used : chunk;
        const size_t taken = response_feed(&response, text + *used, some, body);
        *used += taken;
        if (taken < some)
            break;
    }
    return response;
}

static void expect_body(const char *text, const char *expected, const char *rest)
{
    for (size_t chunk = 1; chunk <= strlen(text); chunk++) {
        struct buffer body = {0};
        size_t used;
        struct response response = parse_in_chunks(text, chunk, &body, &used);
        assert_int_equal(response.state, RESPONSE_DONE);
        assert_int_equal(response.status, 200);
        assert_string_equal(buffer_cstr(&body), expected);
        assert_string_equal(text + used, rest);
        response_fini(&response);
        buffer_fini(&body);
    }
}

static void expect_bad(const char *text)
{
    struct buffer body = {0};
    size_t used;
    struct response response = parse_in_chunks(text, 7, &body, &used);
    response_end(&response);
    assert_int_equal(response.state, RESPONSE_BAD);
    response_fini(&response);
    buffer_fini(&body);
}

static void the_end_of_the_body_is_found(void **state)
{
    (void)state;
    expect_body("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhellonext", "hello", "next");
    expect_body("HTTP/1.1 200 OK\r\ncontent-length:0\r\n\r\nnext", "", "next");
    expect_body("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                "3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\nTrailer: long enough to be cut off by us\r\n\r\n"
                "next",
                "hello", "next");
    expect_body("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", "x",
                "");
}

static void truncated_and_malformed_responses_are_bad(void **state)
{
    (void)state;
    expect_bad("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell");
    expect_bad("HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\n");
    expect_bad("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n");
    expect_bad("HTTP/1.1 200 OK\r\nContent-Len");
    expect_bad("HTTP/2.0 200 OK\r\n\r\n");
    expect_bad("HTTP/1.1 abc\r\n\r\n             ");
    expect_bad("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
    expect_bad("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n");
    expect_bad("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
               "00000000000000000000000000000000000000001\r\nx");
}

static void an_endless_head_is_bad(void **state)
{
    (void)state;
    struct response response;
    struct buffer body = {0};
    response_init(&response, false);
    response_feed(&response, "HTTP/1.1 200 OK\r\n", 17, &body);
    for (int i = 0; i < RESPONSE_HEAD_MAX; i++)
        response_feed(&response, "x", 1, &body);
    assert_int_equal(response.state, RESPONSE_BAD);
    response_fini(&response);
}

static void header_names_are_case_insensitive(void **state)
{
    (void)state;
    struct buffer body = {0};
    size_t used, size;
    struct response response =
        parse_in_chunks("HTTP/1.1 204 No\r\nSET-cookie: a=1\r\nX: \t y \r\nSet-Cookie: b=2\r\n\r\n",
                        9, &body, &used);
    assert_true(response_header_is(&response, "x", "Y"));
    assert_false(response_header_is(&response, "x", "z"));
    assert_null(response_header(&response, "HTTP/1.1 204", NULL, &size));
    const char *first = response_header(&response, "set-cookie", NULL, &size);
    assert_memory_equal(first, "a=1", size);
    const char *second = response_header(&response, "set-cookie", first, &size);
    assert_memory_equal(second, "b=2", size);
    assert_null(response_header(&response, "set-cookie", second, &size));
    response_fini(&response);
}

// ---- over a socket ---------------------------------------------------------------------------

static void answer_twice_then_close(int connection, unsigned number, void *context)
{
    char request[4096];
    char(*seen)[4096] = context;
    for (int i = 0; i < 2 && peer_read_request(connection, request, sizeof request); i++) {
        memcpy(seen[2 * number + (unsigned)i], request, sizeof request);
        peer_send(connection, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"
                              "Set-Cookie: other=1; Path=/\r\n"
                              "Set-Cookie: rk_session=se cret; HttpOnly\r\n\r\nok");
    }
}

static void open_http(struct http *http, const struct peer *peer, int timeout_ms)
{
    char text[64], error[200];
    struct url url;
    peer_url(peer, text, sizeof text);
    assert_true(url_parse(text, &url, error, sizeof error));
    http_init(http, &url, timeout_ms);
}

static void expect_ok(struct http *http, const struct http_request *request)
{
    struct http_reply reply;
    char cookie[32];
    if (!http_perform(http, request, &reply))
        fail_msg("%s", http->error);
    assert_int_equal(reply.response.status, 200);
    assert_string_equal(buffer_cstr(&reply.body), "ok");
    assert_true(http_reply_cookie(&reply, "rk_session", cookie, sizeof cookie));
    assert_string_equal(cookie, "se cret");
    assert_false(http_reply_cookie(&reply, "rk_sess", cookie, sizeof cookie));
    assert_false(http_reply_cookie(&reply, "rk_session", cookie, 4));
    http_reply_fini(&reply);
}

static void a_connection_is_reused_and_reopened(void **state)
{
    (void)state;
    struct peer peer;
    struct http http;
    static char seen[4][4096];
    peer_start(&peer, 2, answer_twice_then_close, seen);
    open_http(&http, &peer, TIMEOUT);
    const struct http_request get = {.method = "GET", .path = "/a?b=c", .headers = "X: y\r\n"};
    const struct http_request post = {.method = "POST",
                                      .path = "/account/login",
                                      .content_type = "application/json",
                                      .body = "{}",
                                      .body_size = 2};
    expect_ok(&http, &get);
    expect_ok(&http, &post);
    const struct timespec moment = {0, 50000000};
    nanosleep(&moment, NULL); // until the peer has closed the first connection
    expect_ok(&http, &get);
    expect_ok(&http, &post);
    http_fini(&http);
    peer_join(&peer);
    assert_non_null(strstr(seen[0], "GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:"));
    assert_non_null(strstr(seen[0], "\r\nX: y\r\n"));
    assert_null(strstr(seen[0], "Content-Length"));
    assert_non_null(strstr(seen[1], "Content-Length: 2\r\n\r\n{}"));
    assert_non_null(strstr(seen[3], "POST /account/login "));
}

static void send_nothing(int connection, unsigned number, void *context)
{
    (void)number;
    (void)context;
    char request[4096];
    peer_read_request(connection, request, sizeof request);
    peer_read_request(connection, request, sizeof request); // until the client disconnects
}

static void a_silent_server_times_out(void **state)
{
    (void)state;
    struct peer peer;
    struct http http;
    struct http_reply reply;
    peer_start(&peer, 1, send_nothing, NULL);
    open_http(&http, &peer, 100);
    const struct http_request get = {.method = "GET", .path = "/"};
    assert_false(http_perform(&http, &get, &reply));
    assert_non_null(strstr(http.error, "in time"));
    http_reply_fini(&reply);
    http_fini(&http);
    peer_join(&peer);
}

static void an_unreachable_server_is_an_error(void **state)
{
    (void)state;
    struct url url;
    struct http http;
    struct http_reply reply;
    char error[200];
    assert_true(url_parse("http://127.0.0.1:1", &url, error, sizeof error));
    http_init(&http, &url, TIMEOUT);
    const struct http_request get = {.method = "GET", .path = "/"};
    assert_false(http_perform(&http, &get, &reply));
    assert_non_null(strstr(http.error, "cannot reach"));
    http_reply_fini(&reply);
    http_fini(&http);
}

static void disconnect(int connection, unsigned number, void *context)
{
    (void)number;
    (void)context;
    char request[4096];
    peer_read_request(connection, request, sizeof request);
    peer_send(connection, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
}

static void a_truncated_response_is_an_error(void **state)
{
    (void)state;
    struct peer peer;
    struct http http;
    struct http_reply reply;
    peer_start(&peer, 1, disconnect, NULL);
    open_http(&http, &peer, TIMEOUT);
    const struct http_request get = {.method = "GET", .path = "/"};
    assert_false(http_perform(&http, &get, &reply));
    assert_non_null(strstr(http.error, "truncated"));
    http_reply_fini(&reply);
    http_fini(&http);
    peer_join(&peer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_of_the_body_is_found),
        cmocka_unit_test(truncated_and_malformed_responses_are_bad),
        cmocka_unit_test(an_endless_head_is_bad),
        cmocka_unit_test(header_names_are_case_insensitive),
        cmocka_unit_test(a_connection_is_reused_and_reopened),
        cmocka_unit_test(a_silent_server_times_out),
        cmocka_unit_test(an_unreachable_server_is_an_error),
        cmocka_unit_test(a_truncated_response_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
