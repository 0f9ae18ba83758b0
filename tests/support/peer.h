/* SPDX-License-Identifier: MIT */
/* A scripted server for tests of client code: it listens on the loopback interface and runs a
 * function for each connection, on its own thread. */
#ifndef SUPPORT_PEER_H
#define SUPPORT_PEER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct peer;

/* Serves connection `number`, counted from 0, which is closed when the function returns. A script
 * whose expectation fails aborts the whole test program. */
typedef void peer_script(int connection, unsigned number, void *context);

struct peer {
    int listener;
    unsigned port;
    unsigned connections; /* to serve before the listener is closed */
    peer_script *script;
    void *context;
    pthread_t thread;
};

/* Listens on a free port and serves this number of connections, one after the other. */
void peer_start(struct peer *peer, unsigned connections, peer_script *script, void *context);
void peer_join(struct peer *peer); /* waits for the last connection */

/* "http://127.0.0.1:41873" */
void peer_url(const struct peer *peer, char *out, size_t size);

/* ---- for scripts ---- */

/* Reads a request with its body into `out`, NUL-terminated; false if the client has disconnected.
 */
bool peer_read_request(int connection, char *out, size_t size);
void peer_send(int connection, const char *text);
void peer_send_bytes(int connection, const void *bytes, size_t size);

/* Completes a WebSocket handshake; the request is in `out`. */
void peer_accept_handshake(int connection, char *out, size_t size);

/* Sends a frame, unmasked as a server must. */
void peer_send_frame(int connection, unsigned opcode, const char *bytes, size_t size);
void peer_send_text(int connection, const char *json);

/* Reads the next frame of the client, unmasked and NUL-terminated. Returns its opcode; 0 if the
 * client has disconnected. */
unsigned peer_read_frame(int connection, char *out, size_t size);

/* Reads frames up to the next text message that contains `expected`; aborts if there is none. */
void peer_expect(int connection, const char *expected, char *out, size_t size);

#endif
