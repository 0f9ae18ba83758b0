/* SPDX-License-Identifier: MIT */
/* Many WebSockets to one server, on one thread: for load tests. What is sent is
 * not kept if the other end is gone; whoever drives it counts. */
#ifndef CLIENT_SWARM_H
#define CLIENT_SWARM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct swarm;
struct swarm_member;

/* What happens to a member. `context` is the member's own. */
struct swarm_events {
    void (*message)(void *context, struct swarm_member *member, const char *bytes, size_t size);
    void (*closed)(void *context, struct swarm_member *member); /* it is gone after this */
};

/* The server is at a numeric IPv4 address, as "127.0.0.1". NULL when memory or
 * files have run out. */
struct swarm *swarm_create(const char *host, uint16_t port, const struct swarm_events *events);
void swarm_destroy(struct swarm *swarm); /* closes all, without a word */

/* Asks for a guest's cookie and waits for it. False if none came, or it does not fit. */
bool swarm_guest(struct swarm *swarm, char *out, size_t size);

/* Begins to connect to /ws, with that cookie ("" for none). NULL if it cannot be. */
struct swarm_member *swarm_join(struct swarm *swarm, const char *cookie, void *context);

/* A text message; before the handshake is done it waits. */
void swarm_send(struct swarm_member *member, const char *bytes, size_t size);

/* Waits at most so long, then handles what has come. */
void swarm_turn(struct swarm *swarm, int timeout_ms);

#endif
