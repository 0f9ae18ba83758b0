/* SPDX-License-Identifier: MIT */
#include "net/websocket.h"

#include <stdlib.h>
#include <string.h>

#include "wire/frames.h"
#include "wire/message.h"

enum {
    PING_SIZE = 8,
    CONTROL_SIZE_MAX = 125,
    PING_TIMEOUT_MS = 10000,
    CONTROLS_MAX = 200, /* burst of control frames */
    CONTROLS_PER_SECOND = 10
};

struct websocket {
    struct frame_reader frames;
    struct ws_session *session; /* NULL: the server has closed it */
    struct buffer unread;       /* input that arrived before the handshake was written */
    uint64_t ping_payload;      /* of the ping awaiting its pong; 0: none */
    int64_t pinged_at;
    int64_t started_at;                 /* when an incomplete message started to arrive; 0: none */
    int64_t closed_at;                  /* when the server closed it; 0: it is open */
    int64_t control_count, controls_at; /* a leaky bucket of control frames, and its time */
};

static struct websocket *websocket_of(const struct connection *connection)
{
    return connection->state;
}

static int64_t now_of(const struct connection *connection)
{
    return connections_now(connection->connections);
}

/* ---- sending ---- */

static void send_control(struct connection *connection, enum frame_opcode opcode, const void *bytes,
                         size_t size)
{
    uint8_t frame[FRAME_HEAD_MAX + CONTROL_SIZE_MAX];
    const size_t head_size = frame_head(opcode, size, frame);
    if (size)
        memcpy(frame + head_size, bytes, size);
    connection_send_bytes(connection, frame, head_size + size);
}

/* Cuts a reason that is too long, but never within a UTF-8 character. */
static void send_close(struct connection *connection, unsigned code, const char *reason)
{
    char bytes[CONTROL_SIZE_MAX] = {(char)(code >> 8), (char)code};
    size_t size = strlen(reason);
    if (size > sizeof bytes - 2)
        for (size = sizeof bytes - 2; size && ((uint8_t)reason[size] & 0xc0) == 0x80;)
            size--;
    for (size_t i = 0; i < size; i++)
        bytes[2 + i] = reason[i];
    send_control(connection, FRAME_CLOSE, bytes, close_code_is_valid(code) ? 2 + size : 0);
}

static void send_message(struct transport *transport, struct shared_buffer *frame)
{
    struct connection *connection = connection_of(transport);
    uint8_t head[FRAME_HEAD_MAX];
    if (!websocket_of(connection)->closed_at)
        connection_send(connection, head, frame_head(FRAME_TEXT, frame->size, head), frame, false);
}

/* Sends one ping at a time: on a slow connection the next would only queue behind it. */
static void send_ping(struct transport *transport)
{
    struct connection *connection = connection_of(transport);
    struct websocket *websocket = websocket_of(connection);
    const int64_t now = now_of(connection);
    if (websocket->closed_at ||
        (websocket->ping_payload && now - websocket->pinged_at < PING_TIMEOUT_MS))
        return;
    websocket->ping_payload = uv_hrtime();
    websocket->pinged_at = now;
    send_control(connection, FRAME_PING, &websocket->ping_payload, PING_SIZE);
}

static void close_websocket(struct transport *transport, unsigned code, const char *reason)
{
    struct connection *connection = connection_of(transport);
    struct websocket *websocket = websocket_of(connection);
    if (websocket->closed_at)
        return;
    send_close(connection, code, reason ? reason : "");
    websocket->closed_at = now_of(connection);
    websocket->session = NULL;
}

static size_t queued_bytes(const struct transport *transport)
{
    return connection_queued_bytes(connection_of(transport));
}

/* The response was sent with the upgrade. */
static void ignore_response(struct transport *transport, const struct response *response)
{
    (void)transport, (void)response;
}

static void ignore_accept(struct transport *transport)
{
    (void)transport;
}

static const struct transport_ops ops = {.respond = ignore_response,
                                         .accept = ignore_accept,
                                         .send = send_message,
                                         .ping = send_ping,
                                         .close = close_websocket,
                                         .round_trip = connection_round_trip,
                                         .buffered = queued_bytes};

/* ---- reading ---- */

/* Closes it because the client broke the protocol or a limit, and notifies the server. */
static void close_with_error(struct connection *connection, unsigned code, const char *reason)
{
    send_close(connection, code, reason);
    connection_finish(connection);
    connection_notify(connection);
}

static void on_close(struct connection *connection, const char *bytes, size_t size)
{
    if (!websocket_of(connection)->closed_at)
        send_control(connection, FRAME_CLOSE, bytes, size < 2 ? 0 : 2);
    connection_finish(connection);
    connection_notify(connection);
}

static void on_pong(struct connection *connection, const char *bytes, size_t size)
{
    struct websocket *websocket = websocket_of(connection);
    if (!websocket->ping_payload || size != PING_SIZE ||
        memcmp(bytes, &websocket->ping_payload, size) != 0)
        return;
    const uint64_t trip = uv_hrtime() - websocket->ping_payload;
    websocket->ping_payload = 0;
    if (websocket->session)
        server_websocket_pong(websocket->session, (int64_t)(trip / 1000000), now_of(connection));
}

/* Control frames cost nothing to send but something to answer. Returns false if there are too
 * many. */
static bool count_control(struct connection *connection)
{
    struct websocket *websocket = websocket_of(connection);
    const int64_t now = now_of(connection);
    const int64_t expired = (now - websocket->controls_at) * CONTROLS_PER_SECOND / 1000;
    if (expired) {
        websocket->control_count =
            expired < websocket->control_count ? websocket->control_count - expired : 0;
        websocket->controls_at = now;
    }
    if (++websocket->control_count <= CONTROLS_MAX)
        return true;
    close_with_error(connection, CLOSE_POLICY, "too many control frames");
    return false;
}

static bool on_frame(void *context, enum frame_opcode opcode, const char *bytes, size_t size)
{
    struct connection *connection = context;
    struct websocket *websocket = websocket_of(connection);
    if ((opcode == FRAME_PING || opcode == FRAME_PONG) && !count_control(connection))
        return false;
    switch (opcode) {
    case FRAME_TEXT:
        websocket->started_at = 0;
        connection->active_at = now_of(connection);
        if (websocket->session)
            server_websocket_message(websocket->session, bytes, size, now_of(connection));
        break;
    case FRAME_PING:
        send_control(connection, FRAME_PONG, bytes, size);
        break;
    case FRAME_PONG:
        on_pong(connection, bytes, size);
        break;
    case FRAME_CLOSE:
        on_close(connection, bytes, size);
        break;
    default:
        close_with_error(connection, CLOSE_UNSUPPORTED, "messages must be text");
    }
    return !connection->broken && !connection->finishing;
}

static const char *close_reason(unsigned code)
{
    switch (code) {
    case CLOSE_BAD_TEXT:
        return "text must be UTF-8";
    case CLOSE_TOO_LARGE:
        return "message longer than 8192 bytes";
    default:
        return "WebSocket protocol error";
    }
}

static void read_frames(struct connection *connection, char *bytes, size_t size)
{
    const struct frame_visitor visitor = {connection, on_frame};
    struct websocket *websocket = websocket_of(connection);
    const unsigned code = frame_reader_feed(&websocket->frames, bytes, size, &visitor);
    if (code)
        close_with_error(connection, code, close_reason(code));
    else if (!frame_reader_has_started(&websocket->frames))
        websocket->started_at = 0;
    else if (!websocket->started_at)
        websocket->started_at = now_of(connection);
}

/* Queues new input behind input that has not been read yet. */
static void receive_websocket(struct connection *connection, char *bytes, size_t size)
{
    struct buffer *unread = &websocket_of(connection)->unread;
    if (!unread->size) {
        read_frames(connection, bytes, size);
        return;
    }
    buffer_add(unread, bytes, size);
    if (unread->failed)
        connection_break(connection);
    else
        connection_pause(connection);
}

/* ---- timeouts and closing ---- */

static void read_unread(struct connection *connection)
{
    struct websocket *websocket = websocket_of(connection);
    struct buffer unread = websocket->unread;
    websocket->unread = (struct buffer){0};
    if (unread.size)
        read_frames(connection, unread.bytes, unread.size);
    buffer_fini(&unread);
    connection_resume(connection);
}

static void check_timeouts(struct connection *connection, int64_t now)
{
    const struct websocket *websocket = websocket_of(connection);
    const struct net_timeouts *timeouts = &connection->connections->timeouts;
    const int64_t idle = now - connection->received_at;
    if (websocket->closed_at ? now - websocket->closed_at >= timeouts->linger_ms
                             : idle >= timeouts->silence_ms)
        connection_break(connection);
    else if (websocket->started_at && now - websocket->started_at >= timeouts->request_ms)
        close_with_error(connection, CLOSE_POLICY, "timeout: the message took too long to arrive");
    else if (idle >= timeouts->ping_ms && now - websocket->pinged_at >= timeouts->ping_ms)
        send_ping(&connection->transport);
}

static void report_gone(struct connection *connection, int64_t now)
{
    struct websocket *websocket = websocket_of(connection);
    struct ws_session *session = websocket->session;
    websocket->session = NULL;
    if (session)
        server_websocket_gone(session, now);
}

static enum client_rank rank_websocket(const struct connection *connection)
{
    const struct websocket *websocket = websocket_of(connection);
    return websocket->session ? server_websocket_rank(websocket->session) : CLIENT_IDLE;
}

static void evict_websocket(struct connection *connection)
{
    if (!websocket_of(connection)->closed_at)
        send_close(connection, CLOSE_TRY_LATER, "too many connections: players come first");
}

static void destroy_websocket(struct connection *connection)
{
    frame_reader_fini(&websocket_of(connection)->frames);
    buffer_fini(&websocket_of(connection)->unread);
    free(connection->state);
}

const struct protocol websocket_protocol = {.receive = receive_websocket,
                                            .end_of_input = connection_break,
                                            .drained = read_unread,
                                            .sweep = check_timeouts,
                                            .gone = report_gone,
                                            .rank = rank_websocket,
                                            .evict = evict_websocket,
                                            .destroy = destroy_websocket};

bool websocket_start(struct connection *connection, struct buffer *unread)
{
    struct websocket *websocket = calloc(1, sizeof *websocket);
    if (!websocket)
        return false;
    frame_reader_init(&websocket->frames, MESSAGE_SIZE_MAX, true);
    websocket->unread = *unread;
    *unread = (struct buffer){0};
    connection->state = websocket;
    connection->protocol = &websocket_protocol;
    connection->transport.ops = &ops;
    return true;
}

void websocket_attach(struct connection *connection, struct ws_session *session)
{
    if (!websocket_of(connection)->closed_at)
        websocket_of(connection)->session = session;
}
