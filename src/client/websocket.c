/* SPDX-License-Identifier: MIT */
#include "client/websocket.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/prng.h"
#include "base/text.h"
#include "client/response.h"
#include "tls/tls.h"
#include "wire/frames.h"

enum { READ_SIZE = 1 << 14, READS_MAX = 4, KEY_SIZE = 16, REASON_MAX = 123 };

enum state { CONNECTING, HANDSHAKE, OPEN, CLOSING, CLOSED };

struct websocket {
    enum state state;
    int socket;
    struct tls *tls;   /* NULL: plain text */
    int connect_error; /* an errno, if connect() failed at once */
    struct prng prng;  /* for the masks; they need not be secret */
    const struct websocket_events *events;
    void *context;
    struct frame_reader reader;
    struct buffer out; /* the bytes from `sent` on are not sent yet */
    size_t sent;
    struct response *handshake; /* NULL after the handshake */
    char expected[29];          /* value of Sec-WebSocket-Accept */
};

// ---- closing ---------------------------------------------------------------------------------

static void drop_handshake(struct websocket *websocket)
{
    if (websocket->handshake)
        response_fini(websocket->handshake);
    free(websocket->handshake);
    websocket->handshake = NULL;
}

static void release_resources(struct websocket *websocket)
{
    tls_destroy(websocket->tls);
    websocket->tls = NULL;
    if (websocket->socket >= 0)
        close(websocket->socket);
    websocket->socket = -1;
    websocket->state = CLOSED;
    drop_handshake(websocket);
    buffer_fini(&websocket->out);
    frame_reader_fini(&websocket->reader);
}

static void finish_connection(struct websocket *websocket, unsigned code, const char *reason)
{
    if (websocket->state == CLOSED)
        return;
    release_resources(websocket);
    if (websocket->events->closed)
        websocket->events->closed(websocket->context, code, reason);
}

void websocket_destroy(struct websocket *websocket)
{
    if (!websocket)
        return;
    release_resources(websocket);
    free(websocket);
}

// ---- writing ---------------------------------------------------------------------------------

static ssize_t send_bytes(struct websocket *websocket, const char *bytes, size_t size)
{
    return websocket->tls ? tls_send(websocket->tls, bytes, size)
                          : send(websocket->socket, bytes, size, MSG_NOSIGNAL);
}

static ssize_t receive_bytes(struct websocket *websocket, char *bytes, size_t size)
{
    return websocket->tls ? tls_receive(websocket->tls, bytes, size)
                          : recv(websocket->socket, bytes, size, 0);
}

/* After sending or receiving has failed. */
static void finish_with_error(struct websocket *websocket)
{
    char reason[256];
    const bool tls_failed = websocket->tls && errno == EPROTO;
    snprintf(reason, sizeof reason, "%s", tls_failed ? tls_error(websocket->tls) : strerror(errno));
    finish_connection(websocket, WEBSOCKET_DISCONNECTED, reason);
}

/* Sends as much as the socket accepts, and frees the buffer when it is empty. */
static void flush_output(struct websocket *websocket)
{
    while (websocket->sent < websocket->out.size) {
        const ssize_t size = send_bytes(websocket, websocket->out.bytes + websocket->sent,
                                        websocket->out.size - websocket->sent);
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return;
        if (size < 0) {
            finish_with_error(websocket);
            return;
        }
        websocket->sent += (size_t)size;
    }
    buffer_fini(&websocket->out);
    websocket->sent = 0;
}

static void add_frame(struct websocket *websocket, enum frame_opcode opcode, const char *bytes,
                      size_t size)
{
    uint8_t head[FRAME_HEAD_MAX], mask[4];
    const uint64_t word = prng_next(&websocket->prng);
    const size_t head_size = frame_head(opcode, size, head);
    struct buffer *out = &websocket->out;
    head[1] |= 0x80; // masked
    memcpy(mask, &word, sizeof mask);
    buffer_add(out, head, head_size);
    buffer_add(out, mask, sizeof mask);
    const size_t start = out->size;
    buffer_add(out, bytes, size);
    for (size_t i = 0; !out->failed && i < size; i++)
        out->bytes[start + i] = (char)(out->bytes[start + i] ^ mask[i & 3]);
}

static bool send_frame(struct websocket *websocket, enum frame_opcode opcode, const char *bytes,
                       size_t size)
{
    if (websocket->state != OPEN || websocket->out.size - websocket->sent > WEBSOCKET_QUEUE_MAX)
        return false;
    add_frame(websocket, opcode, bytes, size);
    if (websocket->out.failed)
        finish_connection(websocket, WEBSOCKET_DISCONNECTED, rk_err_text(RK_NO_MEMORY));
    else
        flush_output(websocket);
    return websocket->state == OPEN;
}

bool websocket_send(struct websocket *websocket, const char *text, size_t size)
{
    return send_frame(websocket, FRAME_TEXT, text, size);
}

bool websocket_ping(struct websocket *websocket)
{
    return send_frame(websocket, FRAME_PING, "", 0);
}

static bool send_close(struct websocket *websocket, unsigned code, const char *reason)
{
    char bytes[2 + REASON_MAX];
    const size_t size = strnlen(reason, REASON_MAX);
    bytes[0] = (char)(code >> 8);
    bytes[1] = (char)code;
    memcpy(bytes + 2, reason, size);
    if (!send_frame(websocket, FRAME_CLOSE, bytes, 2 + size))
        return false;
    websocket->state = CLOSING;
    return true;
}

void websocket_close(struct websocket *websocket, unsigned code, const char *reason)
{
    if (websocket->state != CLOSING && !send_close(websocket, code, reason))
        finish_connection(websocket, code, reason);
}

// ---- reading ---------------------------------------------------------------------------------

static void handle_close(struct websocket *websocket, const char *bytes, size_t size)
{
    char reason[REASON_MAX + 1];
    struct text text = text_in(reason, sizeof reason);
    text_add_bytes(&text, bytes + (size < 2 ? size : 2), size < 2 ? 0 : size - 2);
    text_end(&text);
    // Echo the code without waiting for it to be sent; the server closes the connection.
    send_frame(websocket, FRAME_CLOSE, bytes, size < 2 ? 0 : 2);
    finish_connection(websocket, close_code_read(bytes, size), reason);
}

static bool handle_frame(void *context, enum frame_opcode opcode, const char *bytes, size_t size)
{
    struct websocket *websocket = context;
    const struct websocket_events *events = websocket->events;
    if (opcode == FRAME_TEXT && events->message)
        events->message(websocket->context, bytes, size);
    else if (opcode == FRAME_PING)
        send_frame(websocket, FRAME_PONG, bytes, size);
    else if (opcode == FRAME_PONG && events->pong)
        events->pong(websocket->context);
    else if (opcode == FRAME_CLOSE)
        handle_close(websocket, bytes, size);
    return websocket->state != CLOSED;
}

static void read_frames(struct websocket *websocket, char *bytes, size_t size)
{
    const struct frame_visitor visitor = {.context = websocket, .message = handle_frame};
    // Use a copy of the reader: a message callback may close the socket and free its reader.
    struct frame_reader reader = websocket->reader;
    websocket->reader = (struct frame_reader){.max = 0};
    const unsigned close_code = frame_reader_feed(&reader, bytes, size, &visitor);
    if (websocket->state == CLOSED) {
        frame_reader_fini(&reader);
        return;
    }
    websocket->reader = reader;
    if (!close_code)
        return;
    send_close(websocket, close_code, "");
    finish_connection(websocket, close_code, "the server violates the WebSocket protocol");
}

// ---- the handshake ---------------------------------------------------------------------------

static bool is_accepted(const struct websocket *websocket)
{
    const struct response *response = websocket->handshake;
    size_t size;
    const char *accept = response_header(response, "Sec-WebSocket-Accept", NULL, &size);
    return response->status == 101 && response_header_is(response, "Upgrade", "websocket") &&
           accept && size == strlen(websocket->expected) &&
           !memcmp(accept, websocket->expected, size);
}

static void finish_handshake(struct websocket *websocket)
{
    const unsigned status = websocket->handshake->status;
    if (!is_accepted(websocket)) {
        const bool http = websocket->handshake->state != RESPONSE_BAD && status != 101;
        finish_connection(websocket, http ? status : CLOSE_PROTOCOL,
                          http ? "refused" : "the server does not speak WebSocket");
        return;
    }
    drop_handshake(websocket);
    websocket->state = OPEN;
    if (websocket->events->opened)
        websocket->events->opened(websocket->context);
}

/* The first frames may arrive together with the response. */
static void read_handshake(struct websocket *websocket, char *bytes, size_t size)
{
    struct buffer body = {0};
    struct response *response = websocket->handshake;
    const size_t used = response_feed(response, bytes, size, &body);
    buffer_fini(&body);
    if (response->state == RESPONSE_HEAD)
        return;
    finish_handshake(websocket);
    if (websocket->state == OPEN)
        read_frames(websocket, bytes + used, size - used);
}

static void write_key(struct websocket *websocket, char out[25])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t key[KEY_SIZE + 2] = {0};
    const uint64_t words[2] = {prng_next(&websocket->prng), prng_next(&websocket->prng)};
    memcpy(key, words, KEY_SIZE);
    for (size_t i = 0, at = 0; i < KEY_SIZE; i += 3) {
        const unsigned three = (unsigned)key[i] << 16 | (unsigned)key[i + 1] << 8 | key[i + 2];
        for (int shift = 18; shift >= 0; shift -= 6)
            out[at++] = letters[three >> shift & 63];
    }
    memcpy(out + 22, "==", 3); // 16 bytes fill five groups of three and a third of the sixth
}

static void write_handshake(struct websocket *websocket, const struct websocket_setup *setup)
{
    char key[25];
    struct buffer *out = &websocket->out;
    write_key(websocket, key);
    websocket_accept(key, websocket->expected);
    buffer_text(out, "GET ");
    buffer_text(out, setup->path);
    buffer_text(out, " HTTP/1.1\r\nHost: ");
    buffer_text(out, setup->host);
    buffer_text(out,
                "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "User-Agent: rookery/" ROOKERY_VERSION "\r\nSec-WebSocket-Key: ");
    buffer_text(out, key);
    buffer_text(out, "\r\n");
    buffer_text(out, setup->headers ? setup->headers : "");
    buffer_text(out, "\r\n");
}

// ---- connecting ------------------------------------------------------------------------------

static int open_socket(const struct address *address)
{
    const int descriptor =
        socket(address->bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const int yes = 1;
    if (descriptor >= 0)
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return descriptor;
}

static rk_err init_parts(struct websocket *websocket, const struct websocket_setup *setup)
{
    websocket->handshake = malloc(sizeof *websocket->handshake);
    if (!websocket->handshake)
        return RK_NO_MEMORY;
    response_init(websocket->handshake, false);
    frame_reader_init(&websocket->reader, WEBSOCKET_MESSAGE_MAX, false);
    write_handshake(websocket, setup);
    if (websocket->out.failed)
        return RK_NO_MEMORY;
    websocket->socket = open_socket(setup->address);
    if (websocket->socket < 0)
        return RK_CANNOT_READ;
    if (setup->secure_host)
        websocket->tls = tls_create(websocket->socket, setup->secure_host, NULL);
    return setup->secure_host && !websocket->tls ? RK_NO_MEMORY : RK_OK;
}

rk_err websocket_create(const struct websocket_setup *setup, struct websocket **out)
{
    struct websocket *websocket = calloc(1, sizeof *websocket);
    if (!websocket)
        return RK_NO_MEMORY;
    websocket->socket = -1;
    websocket->prng.state = setup->seed;
    websocket->events = setup->events;
    websocket->context = setup->context;
    const rk_err err = init_parts(websocket, setup);
    if (err) {
        websocket_destroy(websocket);
        return err;
    }
    // websocket_ready() reports the result, even if connect() fails at once.
    const struct sockaddr *peer = (const struct sockaddr *)&setup->address->bytes;
    if (connect(websocket->socket, peer, setup->address->size) && errno != EINPROGRESS)
        websocket->connect_error = errno;
    *out = websocket;
    return RK_OK;
}

static void finish_connecting(struct websocket *websocket)
{
    int error = websocket->connect_error;
    socklen_t size = sizeof error;
    struct sockaddr_storage peer;
    socklen_t peer_size = sizeof peer;
    if (!error)
        getsockopt(websocket->socket, SOL_SOCKET, SO_ERROR, &error, &size);
    if (error) {
        finish_connection(websocket, WEBSOCKET_UNREACHABLE, strerror(error));
        return;
    }
    if (!getpeername(websocket->socket, (struct sockaddr *)&peer, &peer_size))
        websocket->state = HANDSHAKE;
}

// ---- event loop ------------------------------------------------------------------------------

int websocket_descriptor(const struct websocket *websocket)
{
    return websocket->socket;
}

bool websocket_wants_to_write(const struct websocket *websocket)
{
    const bool must_read = websocket->tls && tls_waits_to_read(websocket->tls);
    return websocket->state == CONNECTING || (websocket->sent < websocket->out.size && !must_read);
}

bool websocket_is_open(const struct websocket *websocket)
{
    return websocket->state == OPEN;
}

static void handle_bytes(struct websocket *websocket, char *bytes, size_t size)
{
    if (websocket->state == HANDSHAKE)
        read_handshake(websocket, bytes, size);
    else
        read_frames(websocket, bytes, size);
}

static void read_available(struct websocket *websocket)
{
    char bytes[READ_SIZE];
    for (int i = 0; i < READS_MAX && websocket->state != CLOSED; i++) {
        const ssize_t size = receive_bytes(websocket, bytes, sizeof bytes);
        if (size > 0)
            handle_bytes(websocket, bytes, (size_t)size);
        else if (!size)
            finish_connection(websocket, WEBSOCKET_DISCONNECTED,
                              "the server closed the connection");
        else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
            finish_with_error(websocket);
        if (size < (ssize_t)sizeof bytes)
            return;
    }
}

void websocket_ready(struct websocket *websocket)
{
    if (websocket->state == CONNECTING)
        finish_connecting(websocket);
    if (websocket->state == CONNECTING || websocket->state == CLOSED)
        return;
    flush_output(websocket);
    if (websocket->state != CLOSED)
        read_available(websocket);
}
