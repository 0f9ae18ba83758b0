/* SPDX-License-Identifier: MIT */
#include "support/peer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "wire/frames.h"

enum { TIMEOUT = 60 }; /* seconds a script waits for the client */

// cmocka cannot fail a test from another thread, so the program is aborted.
static void abort_program(const char *text, const char *detail)
{
    fprintf(stderr, "peer: %s: %s\n", text, detail);
    abort();
}

static void *serve(void *context)
{
    struct peer *peer = context;
    for (unsigned i = 0; i < peer->connections; i++) {
        const int connection = accept(peer->listener, NULL, NULL);
        if (connection < 0)
            abort_program("no client connected", strerror(errno));
        const struct timeval timeout = {.tv_sec = TIMEOUT};
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
        peer->script(connection, i, peer->context);
        close(connection);
    }
    close(peer->listener);
    return NULL;
}

void peer_start(struct peer *peer, unsigned connections, peer_script *script, void *context)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    const struct timeval timeout = {.tv_sec = TIMEOUT};
    *peer = (struct peer){.connections = connections, .script = script, .context = context};
    peer->listener = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(peer->listener, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    if (bind(peer->listener, (struct sockaddr *)&address, sizeof address) ||
        listen(peer->listener, 16) ||
        getsockname(peer->listener, (struct sockaddr *)&address, &size) ||
        pthread_create(&peer->thread, NULL, serve, peer))
        abort_program("cannot listen", strerror(errno));
    peer->port = ntohs(address.sin_port);
}

void peer_join(struct peer *peer)
{
    pthread_join(peer->thread, NULL);
}

void peer_url(const struct peer *peer, char *out, size_t size)
{
    snprintf(out, size, "http://127.0.0.1:%u", peer->port);
}

// ---- HTTP ------------------------------------------------------------------------------------

static bool read_bytes(int connection, void *out, size_t size)
{
    for (size_t at = 0; at < size;) {
        const ssize_t got = recv(connection, (char *)out + at, size - at, 0);
        if (got < 0 && errno == EAGAIN)
            abort_program("the client sends nothing", "");
        if (got <= 0)
            return false;
        at += (size_t)got;
    }
    return true;
}

bool peer_read_request(int connection, char *out, size_t size)
{
    size_t at = 0, body = 0;
    do {
        if (at + 1 >= size)
            abort_program("the request is too long", out);
        if (!read_bytes(connection, out + at, 1))
            return false;
        out[++at] = '\0';
    } while (at < 4 || strcmp(out + at - 4, "\r\n\r\n") != 0);
    const char *length = strstr(out, "Content-Length: ");
    if (length)
        body = strtoul(length + 16, NULL, 10);
    if (at + body >= size)
        abort_program("the request is too long", out);
    if (!read_bytes(connection, out + at, body))
        return false;
    out[at + body] = '\0';
    return true;
}

void peer_send_bytes(int connection, const void *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        const ssize_t sent = send(connection, (const char *)bytes + at, size - at, MSG_NOSIGNAL);
        if (sent < 0)
            return; // the client has disconnected, which the test may intend
        at += (size_t)sent;
    }
}

void peer_send(int connection, const char *text)
{
    peer_send_bytes(connection, text, strlen(text));
}

// ---- WebSocket -------------------------------------------------------------------------------

void peer_accept_handshake(int connection, char *out, size_t size)
{
    char key[25], accept_key[29], answer[256];
    if (!peer_read_request(connection, out, size))
        abort_program("no handshake", "");
    const char *found = strstr(out, "Sec-WebSocket-Key: ");
    if (!found)
        abort_program("the handshake has no key", out);
    memcpy(key, found + 19, 24);
    key[24] = '\0';
    websocket_accept(key, accept_key);
    snprintf(answer, sizeof answer,
             "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Accept: %s\r\n\r\n",
             accept_key);
    peer_send(connection, answer);
}

void peer_send_frame(int connection, unsigned opcode, const char *bytes, size_t size)
{
    uint8_t head[FRAME_HEAD_MAX];
    peer_send_bytes(connection, head, frame_head((enum frame_opcode)opcode, size, head));
    peer_send_bytes(connection, bytes, size);
}

void peer_send_text(int connection, const char *json)
{
    peer_send_frame(connection, FRAME_TEXT, json, strlen(json));
}

unsigned peer_read_frame(int connection, char *out, size_t size)
{
    uint8_t head[4], mask[4];
    if (!read_bytes(connection, head, 2))
        return 0;
    size_t length = head[1] & 0x7f;
    if (length == 126) {
        if (!read_bytes(connection, head + 2, 2))
            return 0;
        length = (size_t)head[2] << 8 | head[3];
    }
    if (!(head[1] & 0x80) || length >= size)
        abort_program("a frame is unmasked or too long", "");
    if (!read_bytes(connection, mask, 4) || !read_bytes(connection, out, length))
        return 0;
    for (size_t i = 0; i < length; i++)
        out[i] = (char)(out[i] ^ mask[i & 3]);
    out[length] = '\0';
    return head[0] & 0x0f;
}

void peer_expect(int connection, const char *expected, char *out, size_t size)
{
    for (;;) {
        const unsigned opcode = peer_read_frame(connection, out, size);
        if (!opcode)
            abort_program("the client disconnected before it sent", expected);
        if (opcode == FRAME_TEXT && strstr(out, expected))
            return;
    }
}
