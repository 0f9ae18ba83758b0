/* SPDX-License-Identifier: MIT */
/* The client side of a WebSocket: handshake, fragmented frames, closing. */
#include "client/websocket.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "support/board.h"
#include "support/peer.h"
#include "wire/frames.h"

/* A socket, and what its callbacks have received. */
struct fixture {
    struct websocket *websocket;
    struct buffer messages; /* each after a '|' */
    bool opened;
    unsigned pongs, closed;
    char reason[128];
};

static void on_opened(void *context)
{
    struct fixture *fixture = context;
    fixture->opened = true;
}

static void on_message(void *context, const char *bytes, size_t size)
{
    struct fixture *fixture = context;
    buffer_put(&fixture->messages, '|');
    buffer_add(&fixture->messages, bytes, size);
    if (size == 4 && !memcmp(bytes, "quit", 4))
        websocket_close(fixture->websocket, CLOSE_NORMAL, "enough");
}

static void on_pong(void *context)
{
    struct fixture *fixture = context;
    fixture->pongs++;
}

static void on_closed(void *context, unsigned code, const char *reason)
{
    struct fixture *fixture = context;
    assert_int_equal(fixture->closed, 0);
    fixture->closed = code;
    snprintf(fixture->reason, sizeof fixture->reason, "%s", reason);
}

static const struct websocket_events events = {
    .opened = on_opened, .message = on_message, .pong = on_pong, .closed = on_closed};

static void open_websocket(struct fixture *fixture, unsigned port)
{
    char text[64], error[200];
    struct url url;
    struct address address;
    *fixture = (struct fixture){.closed = 0};
    snprintf(text, sizeof text, "http://127.0.0.1:%u", port);
    assert_true(url_parse(text, &url, error, sizeof error));
    assert_int_equal(url_resolve(&url, &address, 1, error, sizeof error), 1);
    const struct websocket_setup setup = {.address = &address,
                                          .host = "chess.example",
                                          .path = "/ws",
                                          .headers = "Cookie: a=b\r\n",
                                          .seed = 7,
                                          .events = &events,
                                          .context = fixture};
    assert_int_equal(websocket_create(&setup, &fixture->websocket), RK_OK);
}

/* One iteration of an event loop. */
static void step(struct fixture *fixture)
{
    struct pollfd poller = {.fd = websocket_descriptor(fixture->websocket), .events = POLLIN};
    if (websocket_wants_to_write(fixture->websocket))
        poller.events |= POLLOUT;
    if (poll(&poller, 1, 5000) != 1)
        fail_msg("timeout");
    websocket_ready(fixture->websocket);
}

static void run_until_closed(struct fixture *fixture)
{
    while (!fixture->closed)
        step(fixture);
    assert_int_equal(websocket_descriptor(fixture->websocket), -1);
    assert_false(websocket_send(fixture->websocket, "x", 1));
}

static void finish(struct fixture *fixture, struct peer *peer)
{
    websocket_destroy(fixture->websocket);
    buffer_fini(&fixture->messages);
    if (peer)
        peer_join(peer);
}

// ---- messages --------------------------------------------------------------------------------

static void echo(int connection, unsigned number, void *context)
{
    (void)number;
    char text[70000];
    peer_accept_handshake(connection, context, 4096);
    for (;;) {
        const unsigned opcode = peer_read_frame(connection, text, sizeof text);
        if (opcode != FRAME_TEXT)
            return;
        peer_send_frame(connection, FRAME_TEXT, text, strlen(text));
    }
}

static void an_echo_server_returns_every_message(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    static char request[4096], longer[40001];
    peer_start(&peer, 1, echo, request);
    open_websocket(&fixture, peer.port);
    while (!fixture.opened)
        step(&fixture);
    memset(longer, 'l', sizeof longer - 1);
    assert_true(websocket_send(fixture.websocket, "hello", 5));
    assert_true(websocket_send(fixture.websocket, "", 0));
    assert_true(websocket_send(fixture.websocket, longer, sizeof longer - 1));
    while (fixture.messages.size < 5 + 3 + sizeof longer - 1)
        step(&fixture);
    assert_memory_equal(fixture.messages.bytes, "|hello||lll", 11);
    websocket_close(fixture.websocket, CLOSE_NORMAL, "bye");
    assert_false(websocket_is_open(fixture.websocket));
    run_until_closed(&fixture);
    finish(&fixture, &peer);
    assert_non_null(strstr(request, "GET /ws HTTP/1.1\r\nHost: chess.example\r\n"));
    assert_non_null(strstr(request, "\r\nCookie: a=b\r\n"));
}

/* Sends byte by byte: fragments, a ping between them, a pong, and a close frame. */
static void trickle(int connection, unsigned number, void *context)
{
    (void)number;
    static const char bytes[] = "\x01\x02he\x89\x02pi\x00\x01l\x80\x02lo\x8a\x00\x81\x01x"
                                "\x88\x06\x03\xf4"
                                "soon";
    char text[256];
    peer_accept_handshake(connection, text, 0 + sizeof text);
    for (size_t i = 0; i < sizeof bytes - 1; i++)
        peer_send_bytes(connection, bytes + i, 1);
    unsigned *answers = context;
    for (unsigned i = 0; i < 2; i++) {
        answers[2 * i] = peer_read_frame(connection, text, sizeof text);
        answers[2 * i + 1] =
            answers[2 * i] == FRAME_PONG ? !strcmp(text, "pi") : close_code_read(text, 2);
    }
}

static void fragments_are_joined_to_one_message(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    unsigned answers[4];
    peer_start(&peer, 1, trickle, answers);
    open_websocket(&fixture, peer.port);
    run_until_closed(&fixture);
    assert_int_equal(fixture.messages.size, 8);
    assert_memory_equal(fixture.messages.bytes, "|hello|x", 8);
    assert_int_equal(fixture.pongs, 1);
    assert_int_equal(fixture.closed, CLOSE_RESTART);
    assert_string_equal(fixture.reason, "soon");
    finish(&fixture, &peer);
    assert_int_equal(answers[0], FRAME_PONG);
    assert_true(answers[1]);
    assert_int_equal(answers[2], FRAME_CLOSE);
    assert_int_equal(answers[3], CLOSE_RESTART);
}

static void send_quit(int connection, unsigned number, void *context)
{
    (void)number;
    (void)context;
    char text[512];
    peer_accept_handshake(connection, text, sizeof text);
    peer_send_text(connection, "quit");
    peer_read_frame(connection, text, sizeof text);
    peer_send_frame(connection, FRAME_CLOSE, "\x03\xe8", 2);
}

static void a_callback_may_close_the_socket(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    peer_start(&peer, 1, send_quit, NULL);
    open_websocket(&fixture, peer.port);
    run_until_closed(&fixture);
    assert_int_equal(fixture.closed, CLOSE_NORMAL);
    finish(&fixture, &peer);
}

// ---- faults ----------------------------------------------------------------------------------

static void an_unreachable_server_is_reported(void **state)
{
    (void)state;
    struct fixture fixture;
    open_websocket(&fixture, 1);
    run_until_closed(&fixture);
    assert_int_equal(fixture.closed, WEBSOCKET_UNREACHABLE);
    assert_false(fixture.opened);
    finish(&fixture, NULL);
}

static void answer_with(int connection, unsigned number, void *context)
{
    (void)number;
    char text[512];
    peer_read_request(connection, text, sizeof text);
    peer_send(connection, context);
}

static void expect_refused(const char *answer, unsigned code)
{
    struct peer peer;
    struct fixture fixture;
    char text[512];
    snprintf(text, sizeof text, "%s", answer);
    peer_start(&peer, 1, answer_with, text);
    open_websocket(&fixture, peer.port);
    run_until_closed(&fixture);
    assert_int_equal(fixture.closed, code);
    assert_false(fixture.opened);
    finish(&fixture, &peer);
}

static void an_http_error_is_reported_by_its_status(void **state)
{
    (void)state;
    expect_refused("HTTP/1.1 401 No\r\nContent-Length: 2\r\n\r\nno", 401);
    expect_refused("HTTP/1.1 503 No\r\n\r\n", 503);
}

static void a_wrong_handshake_is_a_protocol_error(void **state)
{
    (void)state;
    expect_refused("HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   "Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n",
                   CLOSE_PROTOCOL);
    expect_refused("SSH-2.0-OpenSSH_9.2\r\n\r\n", CLOSE_PROTOCOL);
    expect_refused("", WEBSOCKET_DISCONNECTED);
}

static void send_wrong_frame(int connection, unsigned number, void *context)
{
    (void)number;
    char text[512];
    peer_accept_handshake(connection, text, sizeof text);
    peer_send(connection, context);
    peer_read_frame(connection, text, sizeof text);
}

static void expect_ended(const char *bytes, unsigned code)
{
    struct peer peer;
    struct fixture fixture;
    char text[64];
    snprintf(text, sizeof text, "%s", bytes);
    peer_start(&peer, 1, send_wrong_frame, text);
    open_websocket(&fixture, peer.port);
    run_until_closed(&fixture);
    assert_int_equal(fixture.closed, code);
    assert_int_equal(fixture.messages.size, 0);
    finish(&fixture, &peer);
}

static void invalid_frames_close_the_connection(void **state)
{
    (void)state;
    expect_ended("\x81\x81mask", CLOSE_PROTOCOL); // masked by a server
    expect_ended("\xf1\x01x", CLOSE_PROTOCOL);    // reserved bits
    expect_ended("\x81\x01\xff", CLOSE_BAD_TEXT); // not UTF-8
    expect_ended("\x81\x7f\x01\x01\x01\x01\x01\x01\x01\x01", CLOSE_TOO_LARGE);
}

static void disconnect(int connection, unsigned number, void *context)
{
    (void)number;
    (void)context;
    char text[512];
    peer_accept_handshake(connection, text, sizeof text);
    peer_send(connection, "\x81\x05hel");
}

static void a_lost_connection_is_reported(void **state)
{
    (void)state;
    struct peer peer;
    struct fixture fixture;
    peer_start(&peer, 1, disconnect, NULL);
    open_websocket(&fixture, peer.port);
    run_until_closed(&fixture);
    assert_int_equal(fixture.closed, WEBSOCKET_DISCONNECTED);
    finish(&fixture, &peer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_echo_server_returns_every_message),
        cmocka_unit_test(fragments_are_joined_to_one_message),
        cmocka_unit_test(a_callback_may_close_the_socket),
        cmocka_unit_test(an_unreachable_server_is_reported),
        cmocka_unit_test(an_http_error_is_reported_by_its_status),
        cmocka_unit_test(a_wrong_handshake_is_a_protocol_error),
        cmocka_unit_test(invalid_frames_close_the_connection),
        cmocka_unit_test(a_lost_connection_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
