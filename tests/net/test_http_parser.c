/* SPDX-License-Identifier: MIT */
/* HTTP requests, valid and invalid, however the input is split; responses. */
#include "net/http_parser.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "net/http_response.h"
#include "support/board.h"

/* Feeds the text in pieces until the request is complete or invalid; `left` gets the unused rest.
 */
static enum http_state feed(struct http_parser *parser, const char *text, size_t size, size_t piece,
                            size_t *left)
{
    enum http_state state = HTTP_INCOMPLETE;
    size_t at = 0;
    while (at < size && state == HTTP_INCOMPLETE) {
        const size_t now = size - at < piece ? size - at : piece;
        size_t used;
        char *copy = malloc(now);
        assert_non_null(copy);
        memcpy(copy, text + at, now);
        state = http_parser_feed(parser, copy, now, &used);
        free(copy);
        assert_true(used <= now);
        at += used;
    }
    *left = size - at;
    return state;
}

static void read_request(struct http_parser *parser, const char *text, size_t piece)
{
    size_t left;
    const enum http_state state = feed(parser, text, strlen(text), piece, &left);
    if (state != HTTP_COMPLETE) {
        const char *why;
        const unsigned status = http_parser_error(parser, &why);
        fail_msg("not a whole request, %u %s: %s", status, status ? why : "", text);
    }
    assert_int_equal(left, 0);
}

static const size_t pieces[] = {SIZE_MAX / 2, 1, 7};
enum { PIECES = sizeof pieces / sizeof *pieces };

static void all_parts_of_a_request_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < PIECES; i++) {
        struct http_parser *parser = http_parser_create();
        read_request(parser,
                     "POST /api/board/seek?x=1&y=%20 HTTP/1.1\r\nHost: chess.example:8080\r\n"
                     "Authorization: Bearer abc\r\nCookie: a=1\r\nUser-Agent: test \r\n"
                     "Accept: text/html\r\nContent-Type:application/json\r\n"
                     "Origin:   https://chess.example\r\nX-Forwarded-For: 10.0.0.1\r\n"
                     "X-Unknown: whatever\r\nContent-Length: 4\r\n\r\nbody",
                     pieces[i]);
        const struct http_request http = http_parser_request(parser);
        const struct request *request = &http.request;
        assert_int_equal(request->method, METHOD_POST);
        assert_string_equal(request->path, "/api/board/seek");
        assert_string_equal(request->query, "x=1&y=%20");
        assert_string_equal(request->host, "chess.example:8080");
        assert_string_equal(request->authorization, "Bearer abc");
        assert_string_equal(request->cookie, "a=1");
        assert_string_equal(request->user_agent, "test");
        assert_string_equal(request->accept, "text/html");
        assert_string_equal(request->content_type, "application/json");
        assert_string_equal(request->origin, "https://chess.example");
        assert_string_equal(request->address, "");
        assert_int_equal(request->body_size, 4);
        assert_string_equal(request->body, "body");
        assert_string_equal(http.forwarded.x_forwarded_for, "10.0.0.1");
        assert_true(http.keep_alive);
        assert_false(http.is_http_10);
        assert_false(http.wants_upgrade);
        http_parser_destroy(parser);
    }
}

static void missing_headers_are_empty(void **state)
{
    (void)state;
    struct http_parser *parser = http_parser_create();
    assert_false(http_parser_has_started(parser));
    read_request(parser, "GET / HTTP/1.1\r\nHost:\r\n\r\n", 1);
    assert_true(http_parser_has_started(parser));
    const struct http_request http = http_parser_request(parser);
    assert_string_equal(http.request.path, "/");
    assert_string_equal(http.request.query, "");
    assert_string_equal(http.request.host, "");
    assert_string_equal(http.request.cookie, "");
    assert_string_equal(http.request.body, "");
    assert_string_equal(http.websocket_key, "");
    http_parser_destroy(parser);
}

static void methods_are_known(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        enum method method;
    } methods[] = {{"GET", METHOD_GET},     {"HEAD", METHOD_HEAD},     {"POST", METHOD_POST},
                   {"PUT", METHOD_PUT},     {"DELETE", METHOD_DELETE}, {"OPTIONS", METHOD_OPTIONS},
                   {"PATCH", METHOD_OTHER}, {"TRACE", METHOD_OTHER}};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        struct buffer text = {0};
        struct http_parser *parser = http_parser_create();
        buffer_text(&text, methods[i].word);
        buffer_text(&text, " /x HTTP/1.1\r\nHost: h\r\n\r\n");
        read_request(parser, buffer_cstr(&text), 1);
        assert_int_equal(http_parser_request(parser).request.method, methods[i].method);
        http_parser_destroy(parser);
        buffer_fini(&text);
    }
}

static void a_body_can_be_chunked(void **state)
{
    (void)state;
    for (size_t i = 0; i < PIECES; i++) {
        struct http_parser *parser = http_parser_create();
        read_request(parser,
                     "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
                     "5\r\nhello\r\n7;name=value\r\n, world\r\n0\r\nCookie: trailing=1\r\n\r\n",
                     pieces[i]);
        const struct request request = http_parser_request(parser).request;
        assert_string_equal(request.body, "hello, world");
        assert_string_equal(request.cookie, "");
        http_parser_destroy(parser);
    }
}

static void several_requests_can_follow_each_other(void **state)
{
    (void)state;
    static const char text[] = "GET /1 HTTP/1.1\r\nHost: h\r\n\r\n"
                               "POST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
                               "\r\nGET /3 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
                               "GET /4 HTTP/1.1\r\nHost: h\r\n\r\n";
    for (size_t i = 0; i < PIECES; i++) {
        struct http_parser *parser = http_parser_create();
        const char *at = text, *const paths[] = {"/1", "/2", "/3", "/4"};
        for (size_t n = 0; n < 4; n++) {
            size_t left;
            assert_int_equal(feed(parser, at, strlen(at), pieces[i], &left), HTTP_COMPLETE);
            const struct http_request http = http_parser_request(parser);
            assert_string_equal(http.request.path, paths[n]);
            assert_int_equal(http.keep_alive, n != 2);
            assert_string_equal(http.request.body, n == 1 ? "abc" : "");
            at += strlen(at) - left;
            http_parser_next(parser);
        }
        assert_string_equal(at, "");
        http_parser_destroy(parser);
    }
}

static void http_10_closes_unless_keep_alive_is_requested(void **state)
{
    (void)state;
    struct http_parser *parser = http_parser_create();
    read_request(parser, "GET / HTTP/1.0\r\n\r\n", 1);
    assert_true(http_parser_request(parser).is_http_10);
    assert_false(http_parser_request(parser).keep_alive);
    http_parser_next(parser);
    read_request(parser, "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 1);
    assert_true(http_parser_request(parser).keep_alive);
    http_parser_destroy(parser);
}

static void repeatable_headers_are_joined(void **state)
{
    (void)state;
    struct http_parser *parser = http_parser_create();
    read_request(parser,
                 "GET / HTTP/1.1\r\nHost: h\r\nCookie: a=1\r\nX: y\r\nCookie: b=2\r\nAccept: a\r\n"
                 "Accept: b\r\nUser-Agent: one\r\nUser-Agent: two\r\n"
                 "X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 2.2.2.2\r\n\r\n",
                 3);
    const struct http_request http = http_parser_request(parser);
    assert_string_equal(http.request.cookie, "a=1; b=2");
    assert_string_equal(http.request.accept, "a, b");
    assert_string_equal(http.request.user_agent, "one");
    assert_string_equal(http.forwarded.x_forwarded_for, "1.1.1.1, 2.2.2.2");
    http_parser_destroy(parser);
}

static void the_path_and_the_host_of_an_absolute_url_count(void **state)
{
    (void)state;
    struct http_parser *parser = http_parser_create();
    read_request(parser, "GET http://chess.example/a?b HTTP/1.1\r\nHost: Chess.example\r\n\r\n", 1);
    assert_string_equal(http_parser_request(parser).request.path, "/a");
    assert_string_equal(http_parser_request(parser).request.path, "/a");
    http_parser_next(parser);
    read_request(parser, "GET HTTP://chess.example HTTP/1.1\r\nHost: chess.example\r\n\r\n", 1);
    assert_string_equal(http_parser_request(parser).request.path, "/");
    http_parser_next(parser);
    read_request(parser, "GET http://chess.example/b HTTP/1.1\r\nHost: other\r\n\r\n", 1);
    assert_string_equal(http_parser_request(parser).request.path, "/b");
    assert_string_equal(http_parser_request(parser).request.host, "chess.example");
    http_parser_next(parser);
    read_request(parser, "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", 1);
    assert_string_equal(http_parser_request(parser).request.path, "*");
    http_parser_destroy(parser);
}

static void a_websocket_upgrade_is_recognized(void **state)
{
    (void)state;
    struct http_parser *parser = http_parser_create();
    static const char text[] =
        "GET /ws HTTP/1.1\r\nHost: h\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\x81";
    size_t left;
    assert_int_equal(feed(parser, text, sizeof text - 1, 1000, &left), HTTP_COMPLETE);
    assert_int_equal(left, 1);
    const struct http_request http = http_parser_request(parser);
    assert_true(http.wants_upgrade);
    assert_string_equal(http.websocket_key, "dGhlIHNhbXBsZSBub25jZQ==");
    assert_string_equal(http.websocket_version, "13");
    http_parser_next(parser);
    read_request(parser, "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
                 1);
    assert_false(http_parser_request(parser).wants_upgrade);
    http_parser_destroy(parser);
}

static void continue_is_expected_once(void **state)
{
    (void)state;
    static const char head[] =
        "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n";
    struct http_parser *parser = http_parser_create();
    size_t left;
    assert_int_equal(feed(parser, head, strlen(head), 1, &left), HTTP_INCOMPLETE);
    assert_true(http_parser_expects_continue(parser));
    assert_false(http_parser_expects_continue(parser));
    read_request(parser, "ok", 1);
    assert_string_equal(http_parser_request(parser).request.body, "ok");
    http_parser_destroy(parser);
}

/* ---- invalid requests ---- */

#define HOST "Host: h\r\n"

static const struct {
    unsigned status;
    const char *text;
} refused[] = {
    {400, "\x16\x03\x01\x02"},
    {501, "HELLO / HTTP/1.1\r\n" HOST "\r\n"},
    {501, "CONNECT chess.example:443 HTTP/1.1\r\n" HOST "\r\n"},
    {501, "get / HTTP/1.1\r\n" HOST "\r\n"},
    {501, "GET\r\n\r\n"},
    {505, "GET /\r\n\r\n"},
    {400, "GET x HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET * HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /#x HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /\x01 HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET /\xc3\xa4 HTTP/1.1\r\n" HOST "\r\n"},
    {505, "GET / HTTP/2.0\r\n" HOST "\r\n"},
    {505, "GET / HTTP/1.2\r\n" HOST "\r\n"},
    {505, "GET / HTTP/0.9\r\n" HOST "\r\n"},
    {505, "GET / HTTP/9.9\r\n" HOST "\r\n"},
    {400, "GET / HTTP/1.1\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST HOST "\r\n"},
    {400, "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\nHost: user@h\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\nHost: h/x\r\n\r\n"},
    {400, "GET http:///a HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET http://user@h/ HTTP/1.1\r\n" HOST "\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "Authorization: a\r\nauthorization: b\r\n\r\n"},
    {400, "GET / HTTP/1.1\n" HOST "\r\n"},
    {400, "GET / HTTP/1.1\r\nHost: h\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "\n"},
    {400, "GET / HTTP/1.1\r\nHost: h\rX: y\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "Cookie : a\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "Coo kie: a\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "Cookie: a\r\n b\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n Host: h\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "Cookie: a\x7f\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "Cookie: a\x02\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST ": a\r\n\r\n"},
    {400, "GET / HTTP/1.1\r\n" HOST "no colon\r\n\r\n"},
    {400, "POST / HTTP/1.1\r\n" HOST "Content-Length: +1\r\n\r\na"},
    {400, "POST / HTTP/1.1\r\n" HOST "Content-Length: -1\r\n\r\na"},
    {400, "POST / HTTP/1.1\r\n" HOST "Content-Length: 1\r\nContent-Length: 1\r\n\r\na"},
    {400, "POST / HTTP/1.1\r\n" HOST "Content-Length: 1, 1\r\n\r\na"},
    {400, "POST / HTTP/1.1\r\n" HOST "Content-Length: 99999999999999999999\r\n\r\n"},
    {413, "POST / HTTP/1.1\r\n" HOST "Content-Length: 524289\r\n\r\n"},
    {413, "POST / HTTP/1.1\r\n" HOST "Expect: 100-continue\r\nContent-Length: 600000\r\n\r\n"},
    {400, "POST / HTTP/1.1\r\n" HOST "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"},
    {400, "POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n"},
    {501, "POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: gzip\r\n\r\n"},
    {501, "POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: gzip, chunked\r\n\r\n"},
    {400, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"},
    {400, "POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\nx\r\n"},
    {400, "POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n1 \r\na"},
    {400, "POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n-1\r\na"},
    {413, "POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n"
          "fffffff\r\n"}, /* refused at the first byte over the limit */
    {415, "POST / HTTP/1.1\r\n" HOST "Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\na"},
    {415, "POST / HTTP/1.1\r\n" HOST
          "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
    {417, "POST / HTTP/1.1\r\n" HOST "Expect: a miracle\r\nContent-Length: 1\r\n\r\na"},
};

static void check_refused(const char *text, size_t size, unsigned status)
{
    for (size_t i = 0; i < PIECES; i++) {
        struct http_parser *parser = http_parser_create();
        size_t left;
        const char *why = "";
        const enum http_state state = feed(parser, text, size, pieces[i], &left);
        const unsigned got = state == HTTP_INVALID ? http_parser_error(parser, &why) : 0;
        if (got != status)
            fail_msg("%u %s, expected %u, for %.200s", got, why, status, text);
        assert_non_null(why);
        assert_null(strpbrk(why, "\"\\"));
        http_parser_destroy(parser);
    }
}

static void invalid_requests_are_refused_with_their_status(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct buffer text = {0};
        buffer_text(&text, refused[i].text);
        if (strstr(refused[i].text, "fffffff"))
            for (int n = 0; n < 600000; n++)
                buffer_put(&text, 'a');
        check_refused(buffer_cstr(&text), text.size, refused[i].status);
        buffer_fini(&text);
    }
}

/* `before`, `count` times the filler, then `after`. */
static struct buffer fill_text(const char *before, const char *filler, size_t count,
                               const char *behind)
{
    struct buffer text = {0};
    buffer_text(&text, before);
    for (size_t i = 0; i < count; i++)
        buffer_text(&text, filler);
    buffer_text(&text, behind);
    buffer_cstr(&text);
    return text;
}

static void requests_over_the_size_limits_are_refused(void **state)
{
    (void)state;
    static const char end[] = " HTTP/1.1\r\n" HOST "\r\n";
    const struct {
        unsigned status;
        struct buffer text;
    } cases[] = {
        {0, fill_text("GET /", "a", URL_SIZE_MAX - 1, end)},
        {414, fill_text("GET /", "a", URL_SIZE_MAX, end)},
        {414, fill_text("GET /", "a", 100000, "")},
        {0, fill_text("GET / HTTP/1.1\r\n" HOST "X: ", "y", 8000, "\r\n\r\n")},
        {431, fill_text("GET / HTTP/1.1\r\n" HOST "X: ", "y", 8192, "\r\n\r\n")},
        {431, fill_text("GET / HTTP/1.1\r\n" HOST, "y", 8193, "")},
        {431, fill_text("GET / HTTP/1.1\r\n" HOST, "X: y\r\n", 101, "\r\n")},
        {0, fill_text("GET / HTTP/1.1\r\n" HOST, "X: y\r\n", 99, "\r\n")},
        {431, fill_text("GET / HTTP/1.1\r\n" HOST "X:", " ", 20000, "")},
        {431, fill_text("", "\r\n", 20000, "")},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buffer text = cases[i].text;
        if (cases[i].status) {
            check_refused(text.bytes, text.size, cases[i].status);
        } else {
            struct http_parser *parser = http_parser_create();
            read_request(parser, text.bytes, 100);
            http_parser_destroy(parser);
        }
        buffer_fini(&text);
    }
}

static void chunks_with_much_around_them_are_refused(void **state)
{
    (void)state;
    struct http_parser *parser = http_parser_create();
    static const char head[] = "POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n";
    static const char chunk[] = "1;name=a-long-extension\r\nx\r\n";
    size_t used;
    enum http_state result = http_parser_feed(parser, head, sizeof head - 1, &used);
    for (int i = 0; i < 400000 && result == HTTP_INCOMPLETE; i++)
        result = http_parser_feed(parser, chunk, sizeof chunk - 1, &used);
    const char *why;
    assert_int_equal(result, HTTP_INVALID);
    assert_int_equal(http_parser_error(parser, &why), 413);
    http_parser_destroy(parser);
}

static void nothing_is_read_after_an_error(void **state)
{
    (void)state;
    struct http_parser *parser = http_parser_create();
    size_t used;
    static const char bad[] = "BAD\r\n", good[] = "GET / HTTP/1.1\r\n" HOST "\r\n";
    assert_int_equal(http_parser_feed(parser, bad, strlen(bad), &used), HTTP_INVALID);
    assert_int_equal(http_parser_feed(parser, good, strlen(good), &used), HTTP_INVALID);
    http_parser_destroy(parser);
}

static void token_lists_are_searched_ignoring_case(void **state)
{
    (void)state;
    assert_true(http_list_has("keep-alive, Upgrade", "upgrade"));
    assert_true(http_list_has("UPGRADE", "upgrade"));
    assert_true(http_list_has(" , upgrade\t,x", "upgrade"));
    assert_false(http_list_has("upgrades, downgrade", "upgrade"));
    assert_false(http_list_has("", "upgrade"));
}

/* ---- responses ---- */

static void check_response(const struct response *response, const struct response_format *format,
                           const char *expected)
{
    struct buffer out = {0};
    http_response_write(&out, response, format);
    assert_string_equal(buffer_cstr(&out), expected);
    buffer_fini(&out);
}

#define DATE   "Date: Sun, 15 Nov 2026 07:33:25 GMT\r\n"
#define SAFETY "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
static const int64_t now = 1794728005000;

static void a_response_has_length_and_date(void **state)
{
    (void)state;
    struct response response = {.status = 200,
                                .content_type = "application/json",
                                .headers = "X-More: 1\r\n",
                                .body = "{}",
                                .body_size = 2};
    check_response(&response, &(struct response_format){.now = now, .keep_alive = true},
                   "HTTP/1.1 200 OK\r\n" DATE "Content-Type: application/json\r\n"
                   "Content-Length: 2\r\n" SAFETY "X-More: 1\r\n\r\n{}");
    check_response(&response, &(struct response_format){.now = now, .is_head = true},
                   "HTTP/1.1 200 OK\r\n" DATE "Content-Type: application/json\r\n"
                   "Content-Length: 2\r\n" SAFETY "Connection: close\r\nX-More: 1\r\n\r\n");
    response = (struct response){.status = 204};
    check_response(&response,
                   &(struct response_format){.now = now, .keep_alive = true, .is_http_10 = true},
                   "HTTP/1.1 204 No Content\r\n" DATE SAFETY "Connection: keep-alive\r\n\r\n");
}

static void a_stream_is_chunked(void **state)
{
    (void)state;
    const struct response response = {
        .status = 200, .content_type = "application/x-ndjson", .stream = true};
    check_response(&response, &(struct response_format){.now = now, .keep_alive = true},
                   "HTTP/1.1 200 OK\r\n" DATE "Content-Type: application/x-ndjson\r\n"
                   "Transfer-Encoding: chunked\r\n" SAFETY
                   "X-Accel-Buffering: no\r\nCache-Control: no-cache\r\n\r\n");
    check_response(&response, &(struct response_format){.now = now, .is_http_10 = true},
                   "HTTP/1.1 200 OK\r\n" DATE "Content-Type: application/x-ndjson\r\n" SAFETY
                   "X-Accel-Buffering: no\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n");
}

static void a_page_has_a_content_security_policy(void **state)
{
    (void)state;
    struct buffer out = {0};
    struct response response = {.status = 200, .content_type = "text/html; charset=utf-8"};
    const struct response_format format = {.now = now, .keep_alive = true};
    http_response_write(&out, &response, &format);
    assert_non_null(strstr(buffer_cstr(&out), "\r\nContent-Security-Policy: default-src 'none';"));
    buffer_clear(&out);
    response.headers = "X: y\r\ncontent-security-policy: default-src 'self'\r\n";
    http_response_write(&out, &response, &format);
    assert_null(strstr(buffer_cstr(&out), "Content-Security-Policy"));
    buffer_fini(&out);
}

static void an_error_is_json(void **state)
{
    (void)state;
    struct buffer out = {0};
    http_response_write_error(&out, 426, "upgrade", "Sec-WebSocket-Version: 13\r\n",
                              &(struct response_format){.now = now});
    assert_string_equal(buffer_cstr(&out),
                        "HTTP/1.1 426 Upgrade Required\r\n" DATE
                        "Content-Type: application/json\r\nContent-Length: 19\r\n" SAFETY
                        "Connection: close\r\n"
                        "Sec-WebSocket-Version: 13\r\n\r\n{\"error\":\"upgrade\"}");
    buffer_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_parts_of_a_request_are_read),
        cmocka_unit_test(missing_headers_are_empty),
        cmocka_unit_test(methods_are_known),
        cmocka_unit_test(a_body_can_be_chunked),
        cmocka_unit_test(several_requests_can_follow_each_other),
        cmocka_unit_test(http_10_closes_unless_keep_alive_is_requested),
        cmocka_unit_test(repeatable_headers_are_joined),
        cmocka_unit_test(the_path_and_the_host_of_an_absolute_url_count),
        cmocka_unit_test(a_websocket_upgrade_is_recognized),
        cmocka_unit_test(continue_is_expected_once),
        cmocka_unit_test(invalid_requests_are_refused_with_their_status),
        cmocka_unit_test(requests_over_the_size_limits_are_refused),
        cmocka_unit_test(chunks_with_much_around_them_are_refused),
        cmocka_unit_test(nothing_is_read_after_an_error),
        cmocka_unit_test(token_lists_are_searched_ignoring_case),
        cmocka_unit_test(a_response_has_length_and_date),
        cmocka_unit_test(a_stream_is_chunked),
        cmocka_unit_test(a_page_has_a_content_security_policy),
        cmocka_unit_test(an_error_is_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
