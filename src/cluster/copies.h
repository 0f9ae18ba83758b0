/* SPDX-License-Identifier: MIT */
/* Copies a part of each node's state to all others: who is online there, which games run there. A
 * node tells what has changed every half second, and everything when another one joins. Each
 * message has a sequence number; a node that finds a gap, or may have missed something, asks for
 * everything. When a node leaves, what it had is gone. Nothing may be decided by a copy that must
 * hold: it is late. */
#ifndef CLUSTER_COPIES_H
#define CLUSTER_COPIES_H

#include "base/buffer.h"
#include "base/byte_reader.h"
#include "core/state.h"

/* Other nodes have numbers below this, their places. */
enum { COPIES_NODES_MAX = 32 };

/* What is copied. */
struct copied_state {
    const char *subject; /* static storage, at most 14 letters */

    /* Called before each batch; NULL: nothing. `ticks` counts the calls. */
    void (*prepare)(struct server *server, unsigned ticks);
    /* Appends the next change; false: there is none. */
    bool (*take_change)(struct server *server, struct buffer *out);
    /* Appends the next part of the whole state, and drops the changes that are in it: start with
     * *at = 0; false at the end. */
    bool (*next)(struct server *server, size_t *at, struct buffer *out);

    /* Reads a change of another node and applies it; if it cannot be read, the reader fails. */
    void (*apply)(struct server *server, unsigned place, struct byte_reader *in);
    /* The changes between these are the whole state of that node: what is not among them is gone.
     */
    void (*begin)(struct server *server, unsigned place);
    void (*end)(struct server *server, unsigned place);
};

struct copies;

/* *out is NULL if there are no other nodes. The state is borrowed. On failure, destroy *out, too.
 */
RK_MUST_USE rk_err copies_create(struct server *server, const struct copied_state *state,
                                 struct copies **out);
void copies_destroy(struct copies *copies); /* NULL is allowed */

/* The node at a place; 0: the place is free. */
uint64_t copies_node(const struct copies *copies, unsigned place);

#endif
