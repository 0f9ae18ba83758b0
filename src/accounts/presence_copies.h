/* SPDX-License-Identifier: MIT */
/* Who is online, among several nodes: each tells the others every half second who has come, gone or
 * become away, and everybody when a node joins. Each message has a sequence number; a node that
 * finds a gap, or may have missed something, asks for everybody. The functions of presence.h then
 * see the people of all nodes. When a node leaves, its people are gone. */
#ifndef ACCOUNTS_PRESENCE_COPIES_H
#define ACCOUNTS_PRESENCE_COPIES_H

#include "core/state.h"

RK_MUST_USE rk_err presence_copies_create(struct server *server);
void presence_copies_destroy(struct server *server);

/* The node where somebody is online; this one, if there are several. 0: unknown, or there are no
 * other nodes. */
uint64_t presence_node_of(const struct server *server, const char *who);

#endif
