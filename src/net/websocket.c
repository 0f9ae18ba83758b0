/* SPDX-License-Identifier: MIT */
#include "net/websocket.h"

#include <stdlib.h>
#include <string.h>

#include "wire/frames.h"
#include "wire/message.h"

enum {
    STAMP_SIZE = 8,
    CONTROL_SIZE_MAX = 125,
    PING_PATIENCE_MS = 10000,
    CONTROLS_MAX = 200, /* control frames at once... */
    CONTROLS_PER_SECOND = 10
};

struct websocket {
    struct frame_reader frames;
    struct socket *socket; /* NULL: the server knows, or wants, nothing of it any more */
    struct buffer kept;    /* came before it was one */
    uint64_t stamp;        /* of the ping that is under way; 0: none */
    int64_t pinged_at;
    int64_t begun_at;              /* when the message came that is not whole yet; 0: none is */
    int64_t closed_at;             /* when the server closed it; 0: it did not */
    int64_t controls, controls_at; /* control frames that count still, and when that was reckoned */
};

static struct websocket *websocket_of(const struct connection *connection)
{
    return connection->talk;
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

/* A reason that is too long ends before a letter, not within one. */
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

static void send_message(struct transport *transport, struct frame *frame)
{
    struct connection *connection = connection_of(transport);
    uint8_t head[FRAME_HEAD_MAX];
    if (!websocket_of(connection)->closed_at)
        connection_send(connection, head, frame_head(FRAME_TEXT, frame->size, head), frame, false);
}

/* One at a time: on a slow line the next would only wait behind it. */
static void send_ping(struct transport *transport)
{
    struct connection *connection = connection_of(transport);
    struct websocket *websocket = websocket_of(connection);
    const int64_t now = now_of(connection);
    if (websocket->closed_at || (websocket->stamp && now - websocket->pinged_at < PING_PATIENCE_MS))
        return;
    websocket->stamp = uv_hrtime();
    websocket->pinged_at = now;
    send_control(connection, FRAME_PING, &websocket->stamp, STAMP_SIZE);
}

static void end(struct transport *transport, unsigned code, const char *reason)
{
    struct connection *connection = connection_of(transport);
    struct websocket *websocket = websocket_of(connection);
    if (websocket->closed_at)
        return;
    send_close(connection, code, reason ? reason : "");
    websocket->closed_at = now_of(connection);
    websocket->socket = NULL;
}

static size_t waiting(const struct transport *transport)
{
    return connection_waiting(connection_of(transport));
}

/* The request was answered when it became a WebSocket. */
static void answer_nothing(struct transport *transport, const struct response *answer)
{
    (void)transport, (void)answer;
}

static void accept_nothing(struct transport *transport)
{
    (void)transport;
}

static const struct transport_ops ops = {.respond = answer_nothing,
                                         .accept = accept_nothing,
                                         .send = send_message,
                                         .ping = send_ping,
                                         .end = end,
                                         .waiting = waiting};

/* ---- reading ---- */

/* Closes it from our side because of what the other end did; the server is told. */
static void give_up(struct connection *connection, unsigned code, const char *reason)
{
    send_close(connection, code, reason);
    connection_finish(connection);
    connection_notify(connection);
}

static void take_close(struct connection *connection, const char *bytes, size_t size)
{
    if (!websocket_of(connection)->closed_at)
        send_control(connection, FRAME_CLOSE, bytes, size < 2 ? 0 : 2);
    connection_finish(connection);
    connection_notify(connection);
}

static void take_pong(struct connection *connection, const char *bytes, size_t size)
{
    struct websocket *websocket = websocket_of(connection);
    if (!websocket->stamp || size != STAMP_SIZE || memcmp(bytes, &websocket->stamp, size) != 0)
        return;
    const uint64_t trip = uv_hrtime() - websocket->stamp;
    websocket->stamp = 0;
    if (websocket->socket)
        server_socket_pong(websocket->socket, (int64_t)(trip / 1000000), now_of(connection));
}

/* They cost nothing to send and something to answer. False: there are too many. */
static bool count_control(struct connection *connection)
{
    struct websocket *websocket = websocket_of(connection);
    const int64_t now = now_of(connection);
    const int64_t over = (now - websocket->controls_at) * CONTROLS_PER_SECOND / 1000;
    if (over) {
        websocket->controls = over < websocket->controls ? websocket->controls - over : 0;
        websocket->controls_at = now;
    }
    if (++websocket->controls <= CONTROLS_MAX)
        return true;
    give_up(connection, CLOSE_POLICY, "too many control frames");
    return false;
}

static bool take_message(void *context, enum frame_opcode opcode, const char *bytes, size_t size)
{
    struct connection *connection = context;
    struct websocket *websocket = websocket_of(connection);
    if ((opcode == FRAME_PING || opcode == FRAME_PONG) && !count_control(connection))
        return false;
    switch (opcode) {
    case FRAME_TEXT:
        websocket->begun_at = 0;
        if (websocket->socket)
            server_socket_message(websocket->socket, bytes, size, now_of(connection));
        break;
    case FRAME_PING:
        send_control(connection, FRAME_PONG, bytes, size);
        break;
    case FRAME_PONG:
        take_pong(connection, bytes, size);
        break;
    case FRAME_CLOSE:
        take_close(connection, bytes, size);
        break;
    default:
        give_up(connection, CLOSE_UNSUPPORTED, "messages are text");
    }
    return !connection->broken && !connection->finishing;
}

static const char *complaint(unsigned code)
{
    switch (code) {
    case CLOSE_BAD_TEXT:
        return "text is UTF-8";
    case CLOSE_TOO_LARGE:
        return "a message is 8192 bytes at most";
    default:
        return "this is not the WebSocket protocol";
    }
}

static void read_frames(struct connection *connection, char *bytes, size_t size)
{
    const struct frame_visitor visitor = {connection, take_message};
    struct websocket *websocket = websocket_of(connection);
    const unsigned code = frame_reader_take(&websocket->frames, bytes, size, &visitor);
    if (code)
        give_up(connection, code, complaint(code));
    else if (!frame_reader_has_begun(&websocket->frames))
        websocket->begun_at = 0;
    else if (!websocket->begun_at)
        websocket->begun_at = now_of(connection);
}

/* Behind what came before it. */
static void take(struct connection *connection, char *bytes, size_t size)
{
    struct buffer *kept = &websocket_of(connection)->kept;
    if (!kept->size) {
        read_frames(connection, bytes, size);
        return;
    }
    buffer_add(kept, bytes, size);
    if (kept->failed)
        connection_break(connection);
    else
        connection_pause(connection);
}

/* ---- the rest ---- */

static void written(struct connection *connection)
{
    struct websocket *websocket = websocket_of(connection);
    struct buffer kept = websocket->kept;
    websocket->kept = (struct buffer){0};
    if (kept.size)
        read_frames(connection, kept.bytes, kept.size);
    buffer_fini(&kept);
    connection_resume(connection);
}

static void sweep(struct connection *connection, int64_t now)
{
    const struct websocket *websocket = websocket_of(connection);
    const struct net_timeouts *timeouts = &connection->connections->timeouts;
    const int64_t silent = now - connection->heard_at;
    if (websocket->closed_at ? now - websocket->closed_at >= timeouts->linger_ms
                             : silent >= timeouts->silence_ms)
        connection_break(connection);
    else if (websocket->begun_at && now - websocket->begun_at >= timeouts->request_ms)
        give_up(connection, CLOSE_POLICY, "the message took too long");
    else if (silent >= timeouts->ping_ms && now - websocket->pinged_at >= timeouts->ping_ms)
        send_ping(&connection->transport);
}

static void tell_gone(struct connection *connection, int64_t now)
{
    struct websocket *websocket = websocket_of(connection);
    struct socket *socket = websocket->socket;
    websocket->socket = NULL;
    if (socket)
        server_socket_gone(socket, now);
}

static void destroy(struct connection *connection)
{
    frame_reader_fini(&websocket_of(connection)->frames);
    buffer_fini(&websocket_of(connection)->kept);
    free(connection->talk);
}

const struct protocol websocket_protocol = {.take = take,
                                            .end_of_input = connection_break,
                                            .written = written,
                                            .sweep = sweep,
                                            .gone = tell_gone,
                                            .destroy = destroy};

bool websocket_begin(struct connection *connection, struct buffer *kept)
{
    struct websocket *websocket = calloc(1, sizeof *websocket);
    if (!websocket)
        return false;
    frame_reader_init(&websocket->frames, MESSAGE_SIZE_MAX, true);
    websocket->kept = *kept;
    *kept = (struct buffer){0};
    connection->talk = websocket;
    connection->protocol = &websocket_protocol;
    connection->transport.ops = &ops;
    return true;
}

void websocket_join(struct connection *connection, struct socket *socket)
{
    if (!websocket_of(connection)->closed_at)
        websocket_of(connection)->socket = socket;
}
