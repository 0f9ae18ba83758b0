/* SPDX-License-Identifier: MIT */
/* Many WebSockets to one server, polled on one thread. Used by load tests. */
#ifndef CLIENT_WEBSOCKET_GROUP_H
#define CLIENT_WEBSOCKET_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct websocket_group;
struct websocket_member;

/* Callbacks; `context` is the one given to websocket_group_connect(). */
struct websocket_group_events {
    void (*message)(void *context, const char *bytes, size_t size);
    void (*closed)(void *context, unsigned code,
                   const char *reason); /* the member is freed after it */
};

/* NULL, with the reason in `error`, if the URL is invalid or its host is unknown. */
struct websocket_group *websocket_group_create(const char *url,
                                               const struct websocket_group_events *events,
                                               char *error, size_t error_size);
/* Drops all connections without close frames. NULL is allowed. */
void websocket_group_destroy(struct websocket_group *group);

/* From now on, each guest and connection has an address of its own in X-Forwarded-For, as if many
 * people were behind this machine. The server must trust it as a proxy. */
void websocket_group_forward(struct websocket_group *group);

/* Creates a guest account and copies its cookie. Blocks. On failure returns false;
 * websocket_group_error() has the reason. */
bool websocket_group_create_guest(struct websocket_group *group, char *out, size_t size);
const char *websocket_group_error(const struct websocket_group *group);

/* Starts to connect to /ws with a cookie ("" for none). NULL on failure. */
struct websocket_member *websocket_group_connect(struct websocket_group *group, const char *cookie,
                                                 void *context);

/* False if the connection is not open, or too much is queued. */
bool websocket_group_send(struct websocket_member *member, const char *bytes, size_t size);

/* Readable when there are events. */
int websocket_group_descriptor(const struct websocket_group *group);

/* Waits at most `timeout_ms` for events, then handles them. */
void websocket_group_poll(struct websocket_group *group, int timeout_ms);

#endif
