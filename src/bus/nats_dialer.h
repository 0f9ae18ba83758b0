/* SPDX-License-Identifier: MIT */
/* A thread that opens connections to NATS: looking up names, connecting and logging in take time.
 * It tries all servers in turn until one accepts us. */
#ifndef BUS_NATS_DIALER_H
#define BUS_NATS_DIALER_H

#include "bus/bus.h"
#include "bus/nats_stream.h"

struct nats_dialer;

/* NULL: out of memory, or no thread. The dialer wakes the caller's loop when there is a connection,
 * and logs a failure to connect once, until it succeeds. */
struct nats_dialer *nats_dialer_create(const struct bus_options *options,
                                       const struct nats_url *url);
void nats_dialer_destroy(struct nats_dialer *dialer); /* NULL is allowed */

/* Asks for a connection. */
void nats_dialer_start(struct nats_dialer *dialer);
/* Takes it; false: it is not there yet. */
bool nats_dialer_take(struct nats_dialer *dialer, struct nats_stream *out);

#endif
