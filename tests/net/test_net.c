/* SPDX-License-Identifier: MIT */
/* The network layer over real sockets, with a fake server that echoes, waits, streams or
 * floods, depending on the path. */
#include "net/net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/list.h"
#include "support/board.h"
#include "wire/frames.h"

/* ---- the fake server, called on its own thread ---- */

enum kind { LATER, STREAM, INTERRUPTED, ENDLESS, FLOOD };

struct exchange {
    struct list node;
    struct transport *transport;
    enum kind kind;
    int64_t due;
    int left;
};

struct ws_session {
    struct list node;
    struct transport *transport;
    bool floods, is_careful; /* careful: stops sending while much is queued */
    int64_t decide_at;       /* 0: it has decided */
    bool refuses;
    enum client_rank rank;
};

struct server {
    struct list exchanges, sessions;
    struct shared_buffer *chunk;
    struct work work;
    bool working;
    int64_t stop_at;
};

static atomic_int exchanges_alive, exchanges_gone, sessions_alive, sessions_gone, work_done;
static atomic_size_t max_buffered;

static struct server *create_server(void)
{
    struct server *server = calloc(1, sizeof *server);
    assert_non_null(server);
    list_init(&server->exchanges);
    list_init(&server->sessions);
    char chunk[1000];
    memset(chunk, 'x', sizeof chunk);
    server->chunk = shared_buffer_create(chunk, sizeof chunk);
    return server;
}

bool server_ready(const struct server *server)
{
    return server != NULL;
}

static void free_exchange(struct exchange *exchange)
{
    list_remove(&exchange->node);
    free(exchange);
    exchanges_alive--;
}

static void free_session(struct ws_session *session)
{
    list_remove(&session->node);
    free(session);
    sessions_alive--;
}

static void respond_text(struct transport *transport, unsigned status, const char *body,
                         size_t size)
{
    transport->ops->respond(transport, &(struct response){.status = status,
                                                          .content_type = "text/plain",
                                                          .body = body,
                                                          .body_size = size});
}

static void send_text(struct transport *transport, const char *text)
{
    struct shared_buffer *frame = shared_buffer_create(text, strlen(text));
    transport->ops->send(transport, frame);
    shared_buffer_unref(frame);
}

static void flood(struct server *server, struct transport *transport)
{
    for (int i = 0; i < 20; i++)
        transport->ops->send(transport, server->chunk);
    const size_t waits = transport->ops->buffered(transport);
    if (waits > max_buffered)
        max_buffered = waits;
}

/* Returns true if there is more to do at once. */
static bool advance_exchange(struct server *server, struct exchange *exchange, int64_t now)
{
    struct transport *transport = exchange->transport;
    if (exchange->kind == FLOOD) {
        flood(server, transport);
        return true;
    }
    if (exchange->kind == ENDLESS || now < exchange->due)
        return false;
    exchange->due = now + 10;
    if (exchange->kind == LATER) {
        respond_text(transport, 200, "later", 5);
        free_exchange(exchange);
    } else if (exchange->left--) {
        send_text(transport, "piece\n");
    } else {
        transport->ops->close(
            transport, exchange->kind == INTERRUPTED ? CLOSE_INTERNAL_ERROR : CLOSE_NORMAL, "");
        free_exchange(exchange);
    }
    return false;
}

/* Returns false if it was refused. */
static bool decide_handshake(struct ws_session *session)
{
    struct transport *transport = session->transport;
    session->decide_at = 0;
    if (!session->refuses) {
        transport->ops->accept(transport);
        send_text(transport, "at last");
        return true;
    }
    free_session(session);
    respond_text(transport, 401, "who are you", 11);
    return false;
}

void server_read_clock(struct server *server, int64_t now, int64_t date)
{
    (void)server, (void)now, (void)date;
}

void server_log_summary(struct server *server)
{
    (void)server;
}

struct metrics *server_metrics(struct server *server)
{
    (void)server;
    return NULL;
}

int64_t server_advance(struct server *server, int64_t now)
{
    bool busy = false;
    for (struct list *node = server->exchanges.next, *next; node != &server->exchanges;
         node = next) {
        next = node->next;
        if (advance_exchange(server, LIST_OWNER(node, struct exchange, node), now))
            busy = true;
    }
    for (struct list *node = server->sessions.next, *next; node != &server->sessions; node = next) {
        struct ws_session *session = LIST_OWNER(node, struct ws_session, node);
        next = node->next;
        if (session->decide_at && now >= session->decide_at && !decide_handshake(session))
            continue;
        if (session->floods && !(session->is_careful &&
                                 session->transport->ops->buffered(session->transport) > 100000))
            flood(server, session->transport);
        busy = busy || session->floods;
    }
    return busy ? now : now + 5;
}

static struct exchange *start_exchange(struct server *server, struct transport *transport,
                                       enum kind kind, int64_t now)
{
    struct exchange *exchange = calloc(1, sizeof *exchange);
    *exchange = (struct exchange){.transport = transport, .kind = kind, .due = now + 30, .left = 3};
    list_add(&server->exchanges, &exchange->node);
    exchanges_alive++;
    if (kind != LATER)
        transport->ops->respond(
            transport, &(struct response){
                           .status = 200, .content_type = "application/x-ndjson", .stream = true});
    return exchange;
}

static void respond_large(struct transport *transport)
{
    static char body[1 << 20];
    memset(body, 'b', sizeof body);
    respond_text(transport, 200, body, sizeof body);
}

static void run_work(struct work *work)
{
    (void)work;
    const struct timespec moment = {0, 20000000};
    nanosleep(&moment, NULL);
}

static void on_work_done(struct work *work)
{
    LIST_OWNER(work, struct server, work)->working = false;
    work_done++;
}

static struct server_env env;

static void start_work(struct server *server, struct transport *transport)
{
    server->work = (struct work){.run = run_work, .done = on_work_done};
    server->working = env.queue_work(env.context, &server->work);
    respond_text(transport, 200, "at work", 7);
}

struct exchange *server_request(struct server *server, const struct request *request,
                                struct transport *transport, int64_t now)
{
    const char *path = request->path;
    if (!strcmp(path, "/later"))
        return start_exchange(server, transport, LATER, now);
    if (!strcmp(path, "/stream"))
        return start_exchange(server, transport, STREAM, now);
    if (!strcmp(path, "/interrupted"))
        return start_exchange(server, transport, INTERRUPTED, now);
    if (!strcmp(path, "/endless"))
        return start_exchange(server, transport, ENDLESS, now);
    if (!strcmp(path, "/flood"))
        return start_exchange(server, transport, FLOOD, now);
    if (!strcmp(path, "/big"))
        respond_large(transport);
    else if (!strcmp(path, "/work"))
        start_work(server, transport);
    else if (!strcmp(path, "/address"))
        respond_text(transport, 200, request->address, strlen(request->address));
    else if (!strcmp(path, "/echo"))
        respond_text(transport, 200, request->body, request->body_size);
    else
        respond_text(transport, 404, path, strlen(path));
    return NULL;
}

void server_request_gone(struct exchange *exchange, int64_t now)
{
    (void)now;
    exchanges_gone++;
    free_exchange(exchange);
}

struct ws_session *server_websocket(struct server *server, const struct request *request,
                                    struct transport *transport, int64_t now)
{
    if (!strcmp(request->query, "refuse")) {
        respond_text(transport, 403, "no", 2);
        return NULL;
    }
    struct ws_session *session = calloc(1, sizeof *session);
    session->transport = transport;
    list_add(&server->sessions, &session->node);
    sessions_alive++;
    if (!strncmp(request->query, "later", 5)) {
        session->decide_at = now + 30;
        session->refuses = !strcmp(request->query, "later-refuse");
        return session;
    }
    if (!strcmp(request->query, "never"))
        return session;
    transport->ops->accept(transport);
    if (!strcmp(request->query, "welcome"))
        send_text(transport, "welcome");
    if (!strcmp(request->query, "end")) {
        transport->ops->close(transport, 1013, "try later");
        free_session(session);
        return NULL;
    }
    return session;
}

static bool text_is(const char *bytes, size_t size, const char *text)
{
    return size == strlen(text) && !memcmp(bytes, text, size);
}

void server_websocket_message(struct ws_session *session, const char *bytes, size_t size,
                              int64_t now)
{
    (void)now;
    struct transport *transport = session->transport;
    if (text_is(bytes, size, "end")) {
        transport->ops->close(transport, 4000, "as you wish");
        free_session(session);
    } else if (text_is(bytes, size, "ping")) {
        transport->ops->ping(transport);
    } else if (text_is(bytes, size, "flood")) {
        session->floods = true;
    } else if (text_is(bytes, size, "pour")) {
        session->floods = session->is_careful = true;
    } else {
        struct shared_buffer *frame = shared_buffer_create(bytes, size);
        transport->ops->send(transport, frame);
        shared_buffer_unref(frame);
    }
}

void server_websocket_pong(struct ws_session *session, int64_t round_trip_ms, int64_t now)
{
    (void)now;
    char text[32];
    const int64_t kernel_ms = session->transport->ops->round_trip(session->transport);
    snprintf(text, sizeof text, "pong %d",
             round_trip_ms >= 0 && round_trip_ms < 1000 && kernel_ms >= 0 && kernel_ms < 1000);
    send_text(session->transport, text);
}

void server_websocket_gone(struct ws_session *session, int64_t now)
{
    (void)now;
    sessions_gone++;
    free_session(session);
}

enum client_rank server_request_rank(const struct exchange *exchange)
{
    (void)exchange;
    return CLIENT_KNOWN;
}

enum client_rank server_websocket_rank(const struct ws_session *session)
{
    return session->rank;
}

void server_stop(struct server *server, int64_t now)
{
    while (!list_is_empty(&server->sessions)) {
        struct ws_session *session = LIST_OWNER(server->sessions.next, struct ws_session, node);
        session->transport->ops->close(session->transport, 1012, "restarting");
        free_session(session);
    }
    server->stop_at = now;
}

bool server_wants_restart(const struct server *server)
{
    (void)server;
    return false;
}

bool server_is_leaving(const struct server *server)
{
    (void)server;
    return false;
}

bool server_stopped(const struct server *server)
{
    return server->stop_at != 0;
}

/* ---- running it ---- */

struct fixture {
    struct net *net;
    struct server *server;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool ready;
    int port;
};

static void on_ready(void *context)
{
    struct fixture *fixture = context;
    pthread_mutex_lock(&fixture->lock);
    fixture->ready = true;
    pthread_cond_signal(&fixture->changed);
    pthread_mutex_unlock(&fixture->lock);
}

static void *run_server(void *context)
{
    struct fixture *fixture = context;
    net_run(fixture->net, fixture->server, on_ready, fixture);
    return NULL;
}

static void start_fixture(struct fixture *fixture, const struct net_options *options)
{
    char why[200] = "";
    *fixture = (struct fixture){.server = create_server()};
    exchanges_alive = exchanges_gone = sessions_alive = sessions_gone = work_done = 0;
    max_buffered = 0;
    struct net_options used = options ? *options : (struct net_options){0};
    used.listen = "127.0.0.1:0";
    if (net_create(&used, &fixture->net, why, sizeof why))
        fail_msg("%s", why);
    env = net_env(fixture->net);
    fixture->port = atoi(strrchr(net_address(fixture->net), ':') + 1);
    pthread_mutex_init(&fixture->lock, NULL);
    pthread_cond_init(&fixture->changed, NULL);
    assert_int_equal(pthread_create(&fixture->thread, NULL, run_server, fixture), 0);
    pthread_mutex_lock(&fixture->lock);
    while (!fixture->ready)
        pthread_cond_wait(&fixture->changed, &fixture->lock);
    pthread_mutex_unlock(&fixture->lock);
}

static void stop_fixture(struct fixture *fixture)
{
    kill(getpid(), SIGTERM);
    pthread_join(fixture->thread, NULL);
    assert_true(list_is_empty(&fixture->server->exchanges));
    assert_true(list_is_empty(&fixture->server->sessions));
    assert_int_equal(fixture->server->chunk->references, 1);
    net_destroy(fixture->net);
    pthread_cond_destroy(&fixture->changed);
    pthread_mutex_destroy(&fixture->lock);
    shared_buffer_unref(fixture->server->chunk);
    free(fixture->server);
}

/* ---- the client ---- */

enum { TIMEOUT_MS = 30000 };

static int connect_client(const struct fixture *fixture)
{
    const int file = socket(AF_INET, SOCK_STREAM, 0);
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port = htons((uint16_t)fixture->port),
                                        .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const struct timeval timeout = {TIMEOUT_MS / 1000, 0};
    assert_true(file >= 0);
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    assert_int_equal(connect(file, (const struct sockaddr *)&address, sizeof address), 0);
    return file;
}

static void send_bytes(int file, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size) {
        const ssize_t sent = send(file, at, size, MSG_NOSIGNAL);
        assert_true(sent > 0);
        at += sent;
        size -= (size_t)sent;
    }
}

static void send_string(int file, const char *text)
{
    send_bytes(file, text, strlen(text));
}

/* Reads once; returns 0 at the end, also after a reset; fails on a timeout. */
static size_t receive_some(int file, char *out, size_t size)
{
    struct pollfd ready = {.fd = file, .events = POLLIN};
    if (poll(&ready, 1, TIMEOUT_MS) != 1)
        fail_msg("nothing was received");
    const ssize_t count = recv(file, out, size, 0);
    return count < 0 ? 0 : (size_t)count;
}

/* Reads until the text has arrived, or to the end if it is NULL. */
static struct buffer receive_until(int file, const char *text)
{
    struct buffer received = {0};
    char chunk[16384];
    size_t size;
    while (!(text && strstr(buffer_cstr(&received), text)) &&
           (size = receive_some(file, chunk, sizeof chunk)))
        buffer_add(&received, chunk, size);
    return received;
}

static void expect(int file, const char *until, const char *found)
{
    struct buffer received = receive_until(file, until);
    if (!strstr(buffer_cstr(&received), found))
        fail_msg("expected \"%s\" in: %.500s", found, received.bytes);
    buffer_fini(&received);
}

static void expect_end(int file)
{
    struct buffer received = receive_until(file, NULL);
    assert_string_equal(buffer_cstr(&received), "");
    buffer_fini(&received);
    close(file);
}

static void wait_for(atomic_int *count, int value)
{
    const struct timespec moment = {0, 5000000};
    for (int i = 0; i < TIMEOUT_MS / 5 && *count != value; i++)
        nanosleep(&moment, NULL);
    assert_int_equal(*count, value);
}

#define GET(path) "GET " path " HTTP/1.1\r\nHost: h\r\n\r\n"

/* ---- HTTP ---- */

static void requests_on_one_connection_are_answered_in_turn(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int file = connect_client(&fixture);
    send_string(file, GET("/first"));
    expect(file, "/first", "HTTP/1.1 404 Not Found\r\n");
    send_string(file, "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nback");
    expect(file, "back", "Content-Length: 4\r\n");
    send_string(file, GET("/address"));
    expect(file, "127.0.0.1", "127.0.0.1");
    send_string(file, "HEAD /echo HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    expect(file, NULL, "Connection: close\r\n\r\n");
    close(file);
    stop_fixture(&fixture);
}

static void pipelined_requests_are_answered_in_order(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int file = connect_client(&fixture);
    send_string(file,
                GET("/later") GET("/second") GET("/stream")
                    GET("/later") "GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n" GET(
                        "/never"));
    struct buffer received = receive_until(file, NULL);
    const char *at = buffer_cstr(&received);
    static const char *const parts[] = {"\r\n\r\nlater",     "/second", "6\r\npiece\n\r\n",
                                        "\r\n0\r\n\r\nHTTP", "later",   "/last"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        at = strstr(at, parts[i]);
        assert_non_null(at);
    }
    assert_null(strstr(received.bytes, "/never"));
    buffer_fini(&received);
    close(file);
    assert_int_equal(exchanges_alive, 0);
    assert_int_equal(exchanges_gone, 0);
    stop_fixture(&fixture);
}

static void http_10_gets_a_stream_without_chunks(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int file = connect_client(&fixture);
    send_string(file, "GET /stream HTTP/1.0\r\n\r\n");
    expect(file, NULL, "Connection: close\r\n\r\npiece\npiece\npiece\n");
    close(file);
    stop_fixture(&fixture);
}

static void a_stream_that_is_not_complete_has_no_last_chunk(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int file = connect_client(&fixture);
    send_string(file, GET("/interrupted") GET("/never"));
    struct buffer received = receive_until(file, NULL);
    const char *piece = strstr(buffer_cstr(&received), "6\r\npiece\n\r\n");
    assert_non_null(piece);
    assert_string_equal(piece, "6\r\npiece\n\r\n6\r\npiece\n\r\n6\r\npiece\n\r\n");
    buffer_fini(&received);
    close(file);
    assert_int_equal(exchanges_alive, 0);
    assert_int_equal(exchanges_gone, 0);
    stop_fixture(&fixture);
}

static void a_large_response_arrives_completely(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int file = connect_client(&fixture);
    send_string(file, "GET /big HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    struct buffer received = receive_until(file, NULL);
    const char *body = strstr(buffer_cstr(&received), "\r\n\r\n");
    assert_non_null(body);
    assert_int_equal(strlen(body + 4), 1 << 20);
    buffer_fini(&received);
    close(file);
    stop_fixture(&fixture);
}

static void a_half_closed_connection_still_gets_its_response(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int file = connect_client(&fixture);
    send_string(file, GET("/later") GET("/after"));
    shutdown(file, SHUT_WR);
    struct buffer received = receive_until(file, NULL);
    assert_non_null(strstr(buffer_cstr(&received), "\r\n\r\nlater"));
    assert_non_null(strstr(received.bytes, "/after"));
    buffer_fini(&received);
    close(file);
    stop_fixture(&fixture);
}

static void expect_continue_is_answered(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int file = connect_client(&fixture);
    send_string(file, "POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n"
                      "Content-Length: 2\r\n\r\n");
    expect(file, "\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n");
    send_string(file, "ok");
    expect(file, "\r\n\r\nok", "200 OK");
    close(file);
    stop_fixture(&fixture);
}

static void an_invalid_request_is_refused_and_the_connection_closed(void **state)
{
    (void)state;
    static const struct {
        const char *text, *status;
    } cases[] = {
        {"\x16\x03\x01\x02\x03", "HTTP/1.1 400 "},
        {"HELLO\r\n\r\n", "HTTP/1.1 501 "},
        {"GET / HTTP/3.0\r\n\r\n", "HTTP/1.1 505 "},
        {"GET / HTTP/1.1\r\nHost : h\r\n\r\n", "HTTP/1.1 400 "},
        {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9999999\r\n\r\n", "HTTP/1.1 413 "},
    };
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int file = connect_client(&fixture);
        send_string(file, cases[i].text);
        struct buffer received = receive_until(file, NULL);
        assert_int_equal(strncmp(buffer_cstr(&received), cases[i].status, 13), 0);
        assert_non_null(strstr(received.bytes, "Connection: close\r\n"));
        assert_non_null(strstr(received.bytes, "{\"error\":\""));
        buffer_fini(&received);
        close(file);
    }
    stop_fixture(&fixture);
}

/* The error must not be lost in the reset that unread bytes would cause. */
static void a_client_that_sends_too_much_can_read_the_error(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int file = connect_client(&fixture);
    struct buffer text = {0};
    buffer_text(&text,
                "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n");
    for (int i = 0; i < 700000; i++)
        buffer_put(&text, 'x');
    send_bytes(file, text.bytes, text.size);
    expect(file, NULL, "HTTP/1.1 413 ");
    buffer_fini(&text);
    close(file);
    stop_fixture(&fixture);
}

static void slow_requests_and_idle_connections_time_out(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, &(struct net_options){.timeouts = {.request_ms = 200, .idle_ms = 400}});
    const int slow = connect_client(&fixture), idle = connect_client(&fixture),
              fast = connect_client(&fixture);
    send_string(slow, "GET / HTTP/1.1\r\nHo");
    expect(slow, NULL, "HTTP/1.1 408 ");
    close(slow);
    send_string(fast, GET("/x"));
    expect(fast, "/x", "404");
    expect_end(idle);
    expect_end(fast);
    stop_fixture(&fixture);
}

static void the_server_is_told_that_a_client_is_gone(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int one = connect_client(&fixture), two = connect_client(&fixture),
              three = connect_client(&fixture);
    send_string(one, GET("/endless"));
    send_string(two, GET("/later"));
    send_string(three, "HEAD /endless HTTP/1.1\r\nHost: h\r\n\r\n");
    expect(one, "\r\n\r\n", "Transfer-Encoding: chunked");
    expect(three, NULL, "200 OK");
    close(three);
    close(one);
    wait_for(&exchanges_gone, 2);
    const struct linger reset = {1, 0};
    setsockopt(two, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    close(two);
    wait_for(&exchanges_alive, 0);
    stop_fixture(&fixture);
}

static void a_slow_client_of_a_stream_is_closed(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int file = connect_client(&fixture);
    send_string(file, GET("/flood"));
    wait_for(&exchanges_gone, 1);
    assert_true(max_buffered > 100000);
    assert_true(max_buffered < 2 * 256 * 1024);
    close(file);
    stop_fixture(&fixture);
}

static void a_client_that_reads_nothing_is_closed(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, &(struct net_options){.timeouts = {.slow_ms = 500}});
    const int file = connect_client(&fixture);
    for (int i = 0; i < 30; i++)
        send_string(file, GET("/big"));
    const struct timespec moment = {3, 0};
    nanosleep(&moment, NULL);
    struct buffer received = receive_until(file, NULL);
    assert_true(received.size < (size_t)30 << 20);
    buffer_fini(&received);
    close(file);
    stop_fixture(&fixture);
}

static void connections_over_the_limit_get_a_503(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, &(struct net_options){.connections_max = 2});
    const int one = connect_client(&fixture), two = connect_client(&fixture);
    send_string(one, GET("/endless"));
    send_string(two, GET("/endless"));
    wait_for(&exchanges_alive, 2);
    const int three = connect_client(&fixture);
    expect(three, NULL, "HTTP/1.1 503 ");
    close(three);
    close(one);
    const struct timespec moment = {0, 100000000};
    nanosleep(&moment, NULL);
    const int four = connect_client(&fixture);
    send_string(four, GET("/4"));
    expect(four, "/4", "404");
    close(two);
    close(four);
    stop_fixture(&fixture);
}

static void forwarded_addresses_count_only_from_a_trusted_proxy(void **state)
{
    (void)state;
    for (int trusted = 0; trusted < 2; trusted++) {
        struct fixture fixture;
        struct net_options options = {0};
        char why[100];
        assert_true(networks_parse(trusted ? "yes" : "no", &options.trusted, why, sizeof why));
        start_fixture(&fixture, &options);
        const int file = connect_client(&fixture);
        send_string(file, "GET /address HTTP/1.1\r\nHost: h\r\n"
                          "X-Forwarded-For: 6.6.6.6, 2001:db8::1\r\nConnection: close\r\n\r\n");
        expect(file, NULL, trusted ? "\r\n\r\n2001:db8::1" : "\r\n\r\n127.0.0.1");
        close(file);
        const int liar = connect_client(&fixture);
        send_string(liar, "GET /address HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: me\r\n"
                          "Connection: close\r\n\r\n");
        expect(liar, NULL, "\r\n\r\n127.0.0.1");
        close(liar);
        stop_fixture(&fixture);
    }
}

static void work_runs_on_another_thread(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int file = connect_client(&fixture);
    send_string(file, GET("/work"));
    expect(file, "at work", "200 OK");
    wait_for(&work_done, 1);
    send_string(file, GET("/work"));
    expect(file, "at work", "200 OK");
    close(file);
    stop_fixture(&fixture);
    assert_int_equal(work_done, 2);
}

/* ---- WebSocket ---- */

#define UPGRADE                                                             \
    " HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

static int open_websocket(const struct fixture *fixture, const char *query)
{
    const int file = connect_client(fixture);
    send_string(file, "GET /ws");
    send_string(file, query);
    send_string(file, UPGRADE);
    char text[200], *at = text;
    do
        assert_int_equal(recv(file, at, 1, 0), 1);
    while (at++ - text < 4 || memcmp(at - 4, "\r\n\r\n", 4) != 0);
    *at = '\0';
    assert_string_equal(text, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                              "Connection: Upgrade\r\n"
                              "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n");
    return file;
}

static void send_frame(int file, unsigned first, const void *payload, size_t size)
{
    uint8_t frame[6 + 125] = {(uint8_t)first, (uint8_t)(0x80 | size), 1, 2, 3, 4};
    for (size_t i = 0; i < size; i++)
        frame[6 + i] = ((const uint8_t *)payload)[i] ^ frame[2 + i % 4];
    send_bytes(file, frame, 6 + size);
}

static void send_message(int file, const char *text)
{
    send_frame(file, 0x81, text, strlen(text));
}

static size_t receive_frame(int file, uint8_t *first, char payload[126])
{
    uint8_t head[2];
    assert_int_equal(recv(file, head, 2, MSG_WAITALL), 2);
    assert_true(head[1] <= 125);
    *first = head[0];
    payload[head[1]] = '\0';
    if (head[1])
        assert_int_equal(recv(file, payload, head[1], MSG_WAITALL), head[1]);
    return head[1];
}

static void expect_message(int file, const char *text)
{
    char payload[126];
    uint8_t first;
    receive_frame(file, &first, payload);
    assert_int_equal(first, 0x81);
    assert_string_equal(payload, text);
}

static void expect_close(int file, unsigned code)
{
    char payload[126];
    uint8_t first;
    const size_t size = receive_frame(file, &first, payload);
    assert_int_equal(first, 0x88);
    assert_int_equal(close_code_read(payload, size), code);
}

static void messages_are_sent_in_both_directions(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int file = open_websocket(&fixture, "?welcome");
    expect_message(file, "welcome");
    send_message(file, "one");
    send_message(file, "two");
    expect_message(file, "one");
    expect_message(file, "two");
    send_frame(file, 0x01, "fr", 2);
    send_frame(file, 0x89, "hi", 2);
    send_frame(file, 0x80, "ag", 2);
    char payload[126];
    uint8_t first;
    receive_frame(file, &first, payload);
    assert_int_equal(first, 0x8a);
    assert_string_equal(payload, "hi");
    expect_message(file, "frag");
    close(file);
    wait_for(&sessions_gone, 1);
    stop_fixture(&fixture);
}

static void frames_sent_with_the_handshake_are_read(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int file = connect_client(&fixture);
    send_string(file, GET("/later") "GET /ws" UPGRADE "\x81\x82\1\2\3\4ik"); /* "hi", masked */
    struct buffer received = receive_until(file, "\x81\x02");
    assert_non_null(strstr(buffer_cstr(&received), "later"));
    assert_non_null(strstr(received.bytes, "101 Switching"));
    buffer_fini(&received);
    close(file);
    wait_for(&sessions_gone, 1);
    stop_fixture(&fixture);
}

static void the_server_can_refuse_or_close_a_websocket(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int refused = connect_client(&fixture);
    send_string(refused, "GET /ws?refuse" UPGRADE);
    expect(refused, "\r\n\r\nno", "HTTP/1.1 403 Forbidden\r\n");
    send_string(refused, GET("/x"));
    expect(refused, "/x", "404");
    close(refused);
    const int ended = open_websocket(&fixture, "?end");
    expect_close(ended, 1013);
    close(ended);
    assert_int_equal(sessions_alive, 0);
    stop_fixture(&fixture);
}

static void the_server_can_accept_a_websocket_later(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int refused = connect_client(&fixture);
    send_string(refused, "GET /ws?later-refuse" UPGRADE GET("/x"));
    expect(refused, "/x", "HTTP/1.1 401 Unauthorized\r\n");
    send_string(refused, GET("/y"));
    expect(refused, "/y", "404");
    close(refused);
    const int eager = connect_client(&fixture);
    send_string(eager, "GET /ws?later" UPGRADE "\x81\x82\1\2\3\4ik"); /* "hi", masked */
    expect(eager, "\x81\x02hi", "101 Switching");
    send_message(eager, "more");
    expect_message(eager, "more");
    close(eager);
    wait_for(&sessions_gone, 1);
    const int leaver = connect_client(&fixture);
    send_string(leaver, "GET /ws?later" UPGRADE);
    shutdown(leaver, SHUT_WR);
    wait_for(&sessions_gone, 2);
    close(leaver);
    const int waiter = connect_client(&fixture);
    send_string(waiter, "GET /ws?never" UPGRADE);
    wait_for(&sessions_alive, 1);
    kill(getpid(), SIGTERM);
    expect(waiter, NULL, "HTTP/1.1 503 ");
    close(waiter);
    stop_fixture(&fixture);
}

static void invalid_handshakes_are_refused(void **state)
{
    (void)state;
#define WS_HEAD(method) method " /ws HTTP/1.1\r\nHost: h\r\n"
#define WS_HOPS         "Connection: Upgrade\r\nUpgrade: websocket\r\n"
#define WS_KEY          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    static const struct {
        const char *text, *answer;
    } cases[] = {
        {WS_HEAD("POST") WS_HOPS WS_KEY "Sec-WebSocket-Version: 13\r\n\r\n", "405"},
        {WS_HEAD("GET") WS_KEY "Sec-WebSocket-Version: 13\r\n\r\n", "426"},
        {WS_HEAD("GET") "\r\n", "426"},
        {WS_HEAD("GET") WS_HOPS WS_KEY "Sec-WebSocket-Version: 8\r\n\r\n",
         "Sec-WebSocket-Version: 13\r\n"},
        {WS_HEAD("GET") WS_HOPS WS_KEY "\r\n", "426"},
        {WS_HEAD("GET") WS_HOPS "Sec-WebSocket-Version: 13\r\n\r\n", "400"},
        {WS_HEAD("GET") WS_HOPS "Sec-WebSocket-Key: short\r\nSec-WebSocket-Version: 13\r\n\r\n",
         "400"},
    };
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int file = connect_client(&fixture);
        send_string(file, cases[i].text);
        expect(file, NULL, cases[i].answer);
        close(file);
    }
    assert_int_equal(sessions_alive, 0);
    stop_fixture(&fixture);
}

static void the_closing_handshake_works_from_both_sides(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int theirs = open_websocket(&fixture, "");
    send_frame(theirs, 0x88, "\x0f\xa1gone", 6);
    expect_close(theirs, 4001);
    expect_end(theirs);
    wait_for(&sessions_gone, 1);
    const int ours = open_websocket(&fixture, "");
    send_message(ours, "end");
    expect_close(ours, 4000);
    send_message(ours, "not received any more");
    send_frame(ours, 0x88, "\x0f\xa0", 2);
    expect_end(ours);
    assert_int_equal(sessions_gone, 1);
    assert_int_equal(sessions_alive, 0);
    stop_fixture(&fixture);
}

static void a_client_that_does_not_answer_the_close_is_closed(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, &(struct net_options){.timeouts = {.linger_ms = 100}});
    const int file = open_websocket(&fixture, "");
    send_message(file, "end");
    expect_close(file, 4000);
    expect_end(file);
    stop_fixture(&fixture);
}

static void invalid_frames_close_with_their_code(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        unsigned code;
    } cases[] = {
        {"\x81\x01x", 3, 1002},
        {"\xc1\x80\1\2\3\4", 6, 1002},
        {"\x81\x81\0\0\0\0\xff", 7, 1007},
        {"\x81\xfe\x20\x01", 4, 1009},
        {"\x82\x80\1\2\3\4", 6, 1003},
    };
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int file = open_websocket(&fixture, "");
        send_bytes(file, cases[i].bytes, cases[i].size);
        expect_close(file, cases[i].code);
        expect_end(file);
        wait_for(&sessions_gone, (int)i + 1);
    }
    stop_fixture(&fixture);
}

static void a_message_that_takes_too_long_closes_the_connection(void **state)
{
    (void)state;
    static const char *const beginnings[] = {"\x81\x85\0\0\0\0abc", "\x01\x83\0\0\0\0abc"};
    struct fixture fixture;
    start_fixture(&fixture, &(struct net_options){.timeouts = {.request_ms = 300}});
    for (int i = 0; i < 2; i++) {
        const int file = open_websocket(&fixture, "");
        send_message(file, "at once");
        expect_message(file, "at once");
        send_bytes(file, beginnings[i], 9);
        expect_close(file, 1008);
        expect_end(file);
    }
    stop_fixture(&fixture);
}

static void a_flood_of_control_frames_closes_the_connection(void **state)
{
    (void)state;
    static const uint8_t opcodes[] = {0x89, 0x8a};
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    for (int i = 0; i < 2; i++) {
        const int file = open_websocket(&fixture, "");
        uint8_t first = 0;
        char payload[126];
        for (int n = 0; n < 300; n++)
            send_frame(file, opcodes[i], "", 0);
        while (first != 0x88)
            receive_frame(file, &first, payload);
        assert_int_equal((uint8_t)payload[0] << 8 | (uint8_t)payload[1], 1008);
        close(file);
        wait_for(&sessions_gone, i + 1);
    }
    stop_fixture(&fixture);
}

static void a_pong_reports_the_round_trip_time(void **state)
{
    (void)state;
    struct fixture fixture;
    char payload[126];
    uint8_t first;
    start_fixture(&fixture, NULL);
    const int file = open_websocket(&fixture, "");
    send_frame(file, 0x8a, "unasked!", 8);
    send_message(file, "ping");
    const size_t size = receive_frame(file, &first, payload);
    assert_int_equal(first, 0x89);
    assert_int_equal(size, 8);
    send_frame(file, 0x8a, "12345678", 8);
    send_frame(file, 0x8a, payload, 8);
    send_frame(file, 0x8a, payload, 8);
    expect_message(file, "pong 1");
    send_message(file, "only one pong counts");
    expect_message(file, "only one pong counts");
    close(file);
    stop_fixture(&fixture);
}

static void an_idle_websocket_is_pinged_and_then_closed(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture,
                  &(struct net_options){.timeouts = {.ping_ms = 200, .silence_ms = 1500}});
    const int file = open_websocket(&fixture, "");
    char payload[126];
    uint8_t first;
    const size_t size = receive_frame(file, &first, payload);
    assert_int_equal(first, 0x89);
    send_frame(file, 0x8a, payload, size);
    expect_message(file, "pong 1");
    wait_for(&sessions_gone, 1);
    close(file);
    stop_fixture(&fixture);
}

static void a_client_that_reads_messages_slowly_is_closed(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int file = open_websocket(&fixture, "");
    send_message(file, "flood");
    wait_for(&sessions_gone, 1);
    assert_true(max_buffered < 2 * 256 * 1024);
    close(file);
    stop_fixture(&fixture);
}

static void a_flood_that_is_read_in_time_continues(void **state)
{
    (void)state;
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    const int file = open_websocket(&fixture, "");
    char chunk[65536];
    size_t total = 0;
    send_message(file, "pour");
    while (total < (size_t)64 << 20) {
        const size_t size = receive_some(file, chunk, sizeof chunk);
        assert_true(size);
        total += size;
    }
    assert_int_equal(sessions_gone, 0);
    close(file);
    wait_for(&sessions_gone, 1);
    stop_fixture(&fixture);
}

static void a_thousand_connections_are_served(void **state)
{
    (void)state;
    enum { MANY = 1000 };
    static int files[MANY];
    struct fixture fixture;
    start_fixture(&fixture, NULL);
    for (int i = 0; i < MANY; i++)
        files[i] = open_websocket(&fixture, "?welcome");
    for (int i = 0; i < MANY; i++)
        send_message(files[i], "hello");
    for (int i = 0; i < MANY; i++) {
        expect_message(files[i], "welcome");
        expect_message(files[i], "hello");
    }
    for (int i = 0; i < MANY; i += 2)
        close(files[i]);
    wait_for(&sessions_gone, MANY / 2);
    kill(getpid(), SIGTERM);
    for (int i = 1; i < MANY; i += 2) {
        expect_close(files[i], 1012);
        close(files[i]);
    }
    stop_fixture(&fixture);
}

/* ---- starting and stopping ---- */

static void stopping_is_announced_and_quick(void **state)
{
    (void)state;
    struct fixture fixture;
    struct timespec before, after;
    start_fixture(&fixture, NULL);
    const int file = open_websocket(&fixture, ""), stream = connect_client(&fixture);
    send_string(stream, GET("/endless"));
    expect(stream, "\r\n\r\n", "200 OK");
    clock_gettime(CLOCK_MONOTONIC, &before);
    stop_fixture(&fixture);
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert_true(after.tv_sec - before.tv_sec <= 1);
    expect_close(file, 1012);
    close(file);
    close(stream);
    assert_int_equal(exchanges_gone, 1);
}

static void listen_addresses_are_parsed_or_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",       "8080",         "127.0.0.1", "127.0.0.1:",
                                      "x:80",   "127.0.0.1:x",  "[::1:80",   "127.0.0.1:65536",
                                      "::1:80", "127.0.0.1:-1", "1.2.3:80",  "127.0.0.1:123456"};
    char why[200];
    struct net *net = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const struct net_options options = {.listen = bad[i]};
        assert_int_equal(net_create(&options, &net, why, sizeof why), RK_BAD_SYNTAX);
        assert_non_null(strstr(why, "cannot listen on"));
    }
    assert_int_equal(net_create(&(struct net_options){.listen = "localhost:0"}, &net, why, 200), 0);
    struct net *second = NULL;
    const struct net_options taken = {.listen = net_address(net)};
    assert_int_equal(net_create(&taken, &second, why, sizeof why), RK_CANNOT_OPEN);
    assert_non_null(strstr(why, "address already in use"));
    net_destroy(net);
}

static void the_clock_never_goes_back(void **state)
{
    (void)state;
    char why[200];
    struct net *net = NULL;
    assert_int_equal(net_create(&(struct net_options){.listen = "127.0.0.1:0"}, &net, why, 200), 0);
    const int64_t start = net_now(net);
    assert_true(start > 1700000000000 && start < 5000000000000);
    net_set_now(net, start - 100000);
    assert_true(net_now(net) >= start);
    net_set_now(net, start + 100000);
    assert_true(net_now(net) >= start + 100000);
    assert_true(net_now(net) < start + 110000);
    net_destroy(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_on_one_connection_are_answered_in_turn),
        cmocka_unit_test(pipelined_requests_are_answered_in_order),
        cmocka_unit_test(http_10_gets_a_stream_without_chunks),
        cmocka_unit_test(a_stream_that_is_not_complete_has_no_last_chunk),
        cmocka_unit_test(a_large_response_arrives_completely),
        cmocka_unit_test(a_half_closed_connection_still_gets_its_response),
        cmocka_unit_test(expect_continue_is_answered),
        cmocka_unit_test(an_invalid_request_is_refused_and_the_connection_closed),
        cmocka_unit_test(a_client_that_sends_too_much_can_read_the_error),
        cmocka_unit_test(slow_requests_and_idle_connections_time_out),
        cmocka_unit_test(the_server_is_told_that_a_client_is_gone),
        cmocka_unit_test(a_slow_client_of_a_stream_is_closed),
        cmocka_unit_test(a_client_that_reads_nothing_is_closed),
        cmocka_unit_test(connections_over_the_limit_get_a_503),
        cmocka_unit_test(forwarded_addresses_count_only_from_a_trusted_proxy),
        cmocka_unit_test(work_runs_on_another_thread),
        cmocka_unit_test(messages_are_sent_in_both_directions),
        cmocka_unit_test(frames_sent_with_the_handshake_are_read),
        cmocka_unit_test(the_server_can_refuse_or_close_a_websocket),
        cmocka_unit_test(the_server_can_accept_a_websocket_later),
        cmocka_unit_test(invalid_handshakes_are_refused),
        cmocka_unit_test(the_closing_handshake_works_from_both_sides),
        cmocka_unit_test(a_client_that_does_not_answer_the_close_is_closed),
        cmocka_unit_test(invalid_frames_close_with_their_code),
        cmocka_unit_test(a_message_that_takes_too_long_closes_the_connection),
        cmocka_unit_test(a_flood_of_control_frames_closes_the_connection),
        cmocka_unit_test(a_pong_reports_the_round_trip_time),
        cmocka_unit_test(an_idle_websocket_is_pinged_and_then_closed),
        cmocka_unit_test(a_client_that_reads_messages_slowly_is_closed),
        cmocka_unit_test(a_flood_that_is_read_in_time_continues),
        cmocka_unit_test(a_thousand_connections_are_served),
        cmocka_unit_test(stopping_is_announced_and_quick),
        cmocka_unit_test(listen_addresses_are_parsed_or_refused),
        cmocka_unit_test(the_clock_never_goes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
