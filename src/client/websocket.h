/* SPDX-License-Identifier: MIT */
/* One WebSocket to a server, without waiting: it is told when its descriptor is
 * ready and says what came. It owns no memory but itself while nothing is under way,
 * so that one process can hold thousands. */
#ifndef CLIENT_WEBSOCKET_H
#define CLIENT_WEBSOCKET_H

#include <stdint.h>

#include "client/url.h"
#include "rookery/err.h"

enum { WEBSOCKET_MESSAGE_MAX = 1 << 16, WEBSOCKET_WAITING_MAX = 1 << 20 };

enum {                            /* besides the codes of RFC 6455, which are from 1000 on */
       WEBSOCKET_UNREACHABLE = 1, /* no connection came about */
       WEBSOCKET_BROKE_OFF = 2,   /* it ended without a close frame */
       WEBSOCKET_REFUSED = 100    /* the server answered with HTTP: from 100 to 599, its status */
};

/* All may be NULL. None may destroy the socket; sending and closing are allowed. */
struct websocket_events {
    void (*opened)(void *context);
    void (*message)(void *context, const char *bytes, size_t size); /* text; ends with the call */
    void (*pong)(void *context);
    /* Once, at the end: nothing comes after it, and the descriptor is gone. */
    void (*closed)(void *context, unsigned code, const char *reason);
};

struct websocket_setup {
    const struct address *address;
    const char *host;                      /* as url_write_host() has it */
    const char *secure_host;               /* whom TLS must reach; NULL: without TLS */
    const char *path;                      /* "/ws" */
    const char *headers;                   /* more of them, each "Name: value\r\n"; NULL for none */
    uint64_t seed;                         /* of the masks and the key */
    const struct websocket_events *events; /* lives as long as the socket */
    void *context;
};

struct websocket;

/* Begins to connect; RK_CANNOT_READ if there is no socket to be had. What is wrong at the other end
 * is told by `closed`, later. The caller owns *out. */
RK_MUST_USE rk_err websocket_create(const struct websocket_setup *setup, struct websocket **out);
void websocket_destroy(struct websocket *websocket); /* NULL is allowed; tells nobody */

/* For poll or epoll, level-triggered. -1 when it is closed. */
int websocket_descriptor(const struct websocket *websocket);
bool websocket_wants_to_write(const struct websocket *websocket);

/* Does what the descriptor is ready for. Reads at most 64 KiB, so that others get
 * their turn. */
void websocket_ready(struct websocket *websocket);

bool websocket_is_open(const struct websocket *websocket);

/* Sends a text message at once, or as soon as it can be; false if it is not open or
 * more than WEBSOCKET_WAITING_MAX waits. */
bool websocket_send(struct websocket *websocket, const char *text, size_t size);
bool websocket_ping(struct websocket *websocket);

/* Says goodbye. `closed` follows when the server has answered; a caller that cannot
 * wait destroys it instead. */
void websocket_close(struct websocket *websocket, unsigned code, const char *reason);

#endif
