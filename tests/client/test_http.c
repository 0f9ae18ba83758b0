/* SPDX-License-Identifier: MIT */
/* HTTP as a client speaks it: against answers in every form and of every fault. */
#include "client/http.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "support/board.h"
#include "support/peer.h"

enum { SOON = 5000 }; /* milliseconds */

// ---- answers without a socket ----------------------------------------------------------------

/* Reads the answer in pieces of one size; the body is the caller's. */
static struct response read_in_pieces(const char *text, size_t piece, struct buffer *body,
                                      size_t *used)
{
    struct response response;
    const size_t size = strlen(text);
    response_init(&response, false);
    for (*used = 0; *used < size;) {
        const size_t some = size - *used < piece ? size - *used : piece;
        const size_t taken = response_take(&response, text + *used, some, body);
        *used += taken;
        if (taken < some)
            break;
    }
    return response;
}

static void expect_body(const char *text, const char *words, const char *rest)
{
    for (size_t piece = 1; piece <= strlen(text); piece++) {
        struct buffer body = {0};
        size_t used;
        struct response response = read_in_pieces(text, piece, &body, &used);
        assert_int_equal(response.state, RESPONSE_DONE);
        assert_int_equal(response.status, 200);
        assert_string_equal(buffer_end(&body), words);
        assert_string_equal(text + used, rest);
        response_fini(&response);
        buffer_fini(&body);
    }
}

static void expect_bad(const char *text)
{
    struct buffer body = {0};
    size_t used;
    struct response response = read_in_pieces(text, 7, &body, &used);
    response_end(&response);
    assert_int_equal(response.state, RESPONSE_BAD);
    response_fini(&response);
    buffer_fini(&body);
}

static void bodies_are_read_to_their_end(void **state)
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

static void answers_that_are_cut_off_or_wrong_are_bad(void **state)
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

static void a_head_without_end_is_bad(void **state)
{
    (void)state;
    struct response response;
    struct buffer body = {0};
    response_init(&response, false);
    response_take(&response, "HTTP/1.1 200 OK\r\n", 17, &body);
    for (int i = 0; i < RESPONSE_HEAD_MAX; i++)
        response_take(&response, "x", 1, &body);
    assert_int_equal(response.state, RESPONSE_BAD);
    response_fini(&response);
}

static void headers_are_found_in_any_case(void **state)
{
    (void)state;
    struct buffer body = {0};
    size_t used, size;
    struct response response =
        read_in_pieces("HTTP/1.1 204 No\r\nSET-cookie: a=1\r\nX: \t y \r\nSet-Cookie: b=2\r\n\r\n",
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
    char text[64], why[200];
    struct url url;
    peer_url(peer, text, sizeof text);
    assert_true(url_parse(text, &url, why, sizeof why));
    http_init(http, &url, timeout_ms);
}

static void expect_ok(struct http *http, const struct http_request *request)
{
    struct http_answer answer;
    char cookie[32];
    if (!http_ask(http, request, &answer))
        fail_msg("%s", http->why);
    assert_int_equal(answer.response.status, 200);
    assert_string_equal(buffer_end(&answer.body), "ok");
    assert_true(http_answer_cookie(&answer, "rk_session", cookie, sizeof cookie));
    assert_string_equal(cookie, "se cret");
    assert_false(http_answer_cookie(&answer, "rk_sess", cookie, sizeof cookie));
    assert_false(http_answer_cookie(&answer, "rk_session", cookie, 4));
    http_answer_fini(&answer);
}

static void a_connection_is_kept_and_opened_again(void **state)
{
    (void)state;
    struct peer peer;
    struct http http;
    static char seen[4][4096];
    peer_start(&peer, 2, answer_twice_then_close, seen);
    open_http(&http, &peer, SOON);
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

static void say_nothing(int connection, unsigned number, void *context)
{
    (void)number;
    (void)context;
    char request[4096];
    peer_read_request(connection, request, sizeof request);
    peer_read_request(connection, request, sizeof request); // until the client goes
}

static void a_server_that_says_nothing_is_not_waited_for(void **state)
{
    (void)state;
    struct peer peer;
    struct http http;
    struct http_answer answer;
    peer_start(&peer, 1, say_nothing, NULL);
    open_http(&http, &peer, 100);
    const struct http_request get = {.method = "GET", .path = "/"};
    assert_false(http_ask(&http, &get, &answer));
    assert_non_null(strstr(http.why, "in time"));
    http_answer_fini(&answer);
    http_fini(&http);
    peer_join(&peer);
}

static void a_server_that_is_not_there_is_an_answer_too(void **state)
{
    (void)state;
    struct url url;
    struct http http;
    struct http_answer answer;
    char why[200];
    assert_true(url_parse("http://127.0.0.1:1", &url, why, sizeof why));
    http_init(&http, &url, SOON);
    const struct http_request get = {.method = "GET", .path = "/"};
    assert_false(http_ask(&http, &get, &answer));
    assert_non_null(strstr(http.why, "cannot be reached"));
    http_answer_fini(&answer);
    http_fini(&http);
}

static void break_off(int connection, unsigned number, void *context)
{
    (void)number;
    (void)context;
    char request[4096];
    peer_read_request(connection, request, sizeof request);
    peer_send(connection, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
}

static void half_an_answer_is_none(void **state)
{
    (void)state;
    struct peer peer;
    struct http http;
    struct http_answer answer;
    peer_start(&peer, 1, break_off, NULL);
    open_http(&http, &peer, SOON);
    const struct http_request get = {.method = "GET", .path = "/"};
    assert_false(http_ask(&http, &get, &answer));
    assert_non_null(strstr(http.why, "cut off"));
    http_answer_fini(&answer);
    http_fini(&http);
    peer_join(&peer);
}

static void stream_lines(int connection, unsigned number, void *context)
{
    (void)number;
    (void)context;
    char request[4096];
    peer_read_request(connection, request, sizeof request);
    peer_send(connection, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                          "9\r\n{\"a\":1}\n{\r\n");
    peer_send(connection, "7\r\n\"b\":2}\n\r\n1\r\n\n\r\n");
    peer_read_request(connection, request, sizeof request); // goes on until the client asks again
    peer_send(connection, "0\r\n\r\n");
}

static void lines_of_a_stream_come_as_they_are_sent(void **state)
{
    (void)state;
    struct peer peer;
    struct http http;
    struct buffer line = {0};
    peer_start(&peer, 1, stream_lines, NULL);
    open_http(&http, &peer, SOON);
    const struct http_request get = {.method = "GET", .path = "/api/stream/event"};
    assert_true(http_stream(&http, &get));
    assert_int_equal(http.stream.status, 200);
    assert_int_equal(http_stream_line(&http, SOON, &line), HTTP_LINE);
    assert_string_equal(buffer_end(&line), "{\"a\":1}");
    assert_int_equal(http_stream_line(&http, SOON, &line), HTTP_LINE);
    assert_string_equal(buffer_end(&line), "{\"b\":2}");
    assert_int_equal(http_stream_line(&http, SOON, &line), HTTP_LINE);
    assert_int_equal(line.size, 0);
    assert_int_equal(http_stream_line(&http, 20, &line), HTTP_NO_LINE_YET);
    assert_int_equal(write(http.socket, "GET / HTTP/1.1\r\n\r\n", 18), 18);
    assert_int_equal(http_stream_line(&http, SOON, &line), HTTP_STREAM_ENDED);
    buffer_fini(&line);
    http_fini(&http);
    peer_join(&peer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_are_read_to_their_end),
        cmocka_unit_test(answers_that_are_cut_off_or_wrong_are_bad),
        cmocka_unit_test(a_head_without_end_is_bad),
        cmocka_unit_test(headers_are_found_in_any_case),
        cmocka_unit_test(a_connection_is_kept_and_opened_again),
        cmocka_unit_test(a_server_that_says_nothing_is_not_waited_for),
        cmocka_unit_test(a_server_that_is_not_there_is_an_answer_too),
        cmocka_unit_test(half_an_answer_is_none),
        cmocka_unit_test(lines_of_a_stream_come_as_they_are_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
