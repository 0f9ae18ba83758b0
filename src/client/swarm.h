/* SPDX-License-Identifier: MIT */
/* Many WebSockets to one server, on one thread: for load tests. */
#ifndef CLIENT_SWARM_H
#define CLIENT_SWARM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct swarm;
struct swarm_member;

/* What happens to a member. `context` is the member's own. */
struct swarm_events {
    void (*message)(void *context, const char *bytes, size_t size);
    void (*closed)(void *context, unsigned code, const char *reason); /* it is gone after this */
};

/* NULL, with the reason in `why`, if the URL is none or nobody is there. */
struct swarm *swarm_create(const char *url, const struct swarm_events *events, char *why,
                           size_t why_size);
void swarm_destroy(struct swarm *swarm); /* closes all, without a word; NULL is allowed */

/* Asks for a guest's cookie and waits for it. False if none came, or it does not fit;
 * swarm_why() says the reason. */
bool swarm_guest(struct swarm *swarm, char *out, size_t size);
const char *swarm_why(const struct swarm *swarm);

/* Begins to connect to /ws, with that cookie ("" for none). NULL if it cannot be. */
struct swarm_member *swarm_join(struct swarm *swarm, const char *cookie, void *context);

/* False if it is not open yet, or has too much waiting. */
bool swarm_send(struct swarm_member *member, const char *bytes, size_t size);

/* Waits at most so long, then handles what has come. */
void swarm_turn(struct swarm *swarm, int timeout_ms);

#endif
