/* SPDX-License-Identifier: MIT */
/* The other end of a client under test: a small server on the loopback that does
 * what its script says, connection by connection, on a thread of its own. */
#ifndef SUPPORT_PEER_H
#define SUPPORT_PEER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct peer;

/* Serves one connection, the `number`th from 0 on, and returns when it is to be closed. What the
 * script expects and does not find ends the whole test. */
typedef void peer_script(int connection, unsigned number, void *context);

struct peer {
    int listener;
    unsigned port;
    unsigned connections; /* to be served; then the listener is closed */
    peer_script *script;
    void *context;
    pthread_t thread;
};

/* Listens on a free port and serves so many connections, one after the other. */
void peer_start(struct peer *peer, unsigned connections, peer_script *script, void *context);
void peer_join(struct peer *peer); /* waits until all are served */

/* "http://127.0.0.1:41873" */
void peer_url(const struct peer *peer, char *out, size_t size);

/* ---- for scripts ---- */

/* Reads a request with its body into `out`, NUL-terminated; false if the client has gone. */
bool peer_read_request(int connection, char *out, size_t size);
void peer_send(int connection, const char *text);
void peer_send_bytes(int connection, const void *bytes, size_t size);

/* Takes the handshake of a WebSocket; the request is in `out`. */
void peer_take_handshake(int connection, char *out, size_t size);

/* A frame as the server sends it. */
void peer_send_frame(int connection, unsigned opcode, const char *bytes, size_t size);
void peer_say(int connection, const char *json);

/* The next frame of the client, unmasked and NUL-terminated; returns its opcode, 0 if
 * the client has gone. */
unsigned peer_read_frame(int connection, char *out, size_t size);

/* Reads frames up to the next text that contains `words`; ends the test if there is none. */
void peer_expect(int connection, const char *words, char *out, size_t size);

#endif
