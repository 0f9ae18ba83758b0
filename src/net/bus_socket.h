/* SPDX-License-Identifier: MIT */
/* The socket of the bus in the server's loop. */
#ifndef NET_BUS_SOCKET_H
#define NET_BUS_SOCKET_H

#include <uv.h>

#include "bus/bus.h"

struct bus_socket; /* NULL: none */

/* Watches a socket instead of the one before, which *in_out points to. */
void bus_socket_watch(struct bus_socket **in_out, uv_loop_t *loop, const struct bus_watch *watch);

#endif
