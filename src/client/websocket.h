/* SPDX-License-Identifier: MIT */
/* A non-blocking WebSocket to a server: you tell it when its descriptor is ready, and it calls you
 * back for each message. An idle one holds no buffers, so that one process can have thousands. */
#ifndef CLIENT_WEBSOCKET_H
#define CLIENT_WEBSOCKET_H

#include <stdint.h>

#include "client/url.h"
#include "rookery/err.h"

enum { WEBSOCKET_MESSAGE_MAX = 1 << 20, WEBSOCKET_QUEUE_MAX = 1 << 20 };

enum {                             /* codes besides those of RFC 6455, which start at 1000 */
       WEBSOCKET_UNREACHABLE = 1,  /* no connection was established */
       WEBSOCKET_DISCONNECTED = 2, /* the connection ended without a close frame */
       WEBSOCKET_REFUSED =
           100 /* the server answered the handshake with an HTTP status, 100 to 599 */
};

/* Callbacks; each may be NULL. They may send and close, but not destroy the socket. */
struct websocket_events {
    void (*opened)(void *context);
    void (*message)(void *context, const char *bytes,
                    size_t size); /* text; valid during the call only */
    void (*pong)(void *context);
    /* Called once, last: the descriptor is closed. */
    void (*closed)(void *context, unsigned code, const char *reason);
};

struct websocket_setup {
    const struct address *address;
    const char *host;                      /* as written by url_write_host() */
    const char *secure_host;               /* the host TLS must verify; NULL: without TLS */
    const char *path;                      /* "/ws" */
    const char *headers;                   /* more headers, each "Name: value\r\n"; NULL for none */
    uint64_t seed;                         /* for the masks and the key */
    const struct websocket_events *events; /* must outlive the socket */
    void *context;
};

struct websocket;

/* Starts to connect; RK_CANNOT_READ if no socket can be created. Later failures are reported by
 * `closed`. The caller owns *out. */
RK_MUST_USE rk_err websocket_create(const struct websocket_setup *setup, struct websocket **out);
void websocket_destroy(struct websocket *websocket); /* NULL is allowed; calls nothing back */

/* For poll or epoll, level-triggered; -1 once it is closed. */
int websocket_descriptor(const struct websocket *websocket);
bool websocket_wants_to_write(const struct websocket *websocket);

/* Reads and writes what the descriptor is ready for. Reads at most 64 KiB, so that one socket
 * cannot starve the others. */
void websocket_ready(struct websocket *websocket);

bool websocket_is_open(const struct websocket *websocket);

/* Sends or queues a text message; false if the socket is not open or more than
 * WEBSOCKET_QUEUE_MAX bytes are queued. */
bool websocket_send(struct websocket *websocket, const char *text, size_t size);
bool websocket_ping(struct websocket *websocket);

/* Sends a close frame; `closed` follows when the server has answered. A caller that cannot wait
 * destroys the socket instead. */
void websocket_close(struct websocket *websocket, unsigned code, const char *reason);

#endif
