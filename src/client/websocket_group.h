/* SPDX-License-Identifier: MIT */
/* Many WebSockets to one server, on one thread: for load tests. */
#ifndef CLIENT_WEBSOCKET_GROUP_H
#define CLIENT_WEBSOCKET_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct websocket_group;
struct websocket_member;

/* What happens to a member. `context` is the member's own. */
struct websocket_group_events {
    void (*message)(void *context, const char *bytes, size_t size);
    void (*closed)(void *context, unsigned code, const char *reason); /* it is gone after this */
};

/* NULL, with the reason in `why`, if the URL is none or nobody is there. */
struct websocket_group *websocket_group_create(const char *url,
                                               const struct websocket_group_events *events,
                                               char *why, size_t why_size);
void websocket_group_destroy(
    struct websocket_group *group); /* closes all, without a word; NULL is allowed */

/* Asks for a guest's cookie and waits for it. False if none came, or it does not fit;
 * websocket_group_error() says the reason. */
bool websocket_group_create_guest(struct websocket_group *group, char *out, size_t size);
const char *websocket_group_error(const struct websocket_group *group);

/* Begins to connect to /ws, with that cookie ("" for none). NULL if it cannot be. */
struct websocket_member *websocket_group_connect(struct websocket_group *group, const char *cookie,
                                                 void *context);

/* False if it is not open yet, or has too much waiting. */
bool websocket_group_send(struct websocket_member *member, const char *bytes, size_t size);

/* Waits at most so long, then handles what has come. */
void websocket_group_poll(struct websocket_group *group, int timeout_ms);

#endif
