/* SPDX-License-Identifier: MIT */
/* A connection of a bus to the other nodes. local.c delivers messages within a node; a link carries
 * messages between nodes. nats.c is one; the tests have one that loses, duplicates, delays and
 * reorders messages. A bus without a link serves a single node. */
#ifndef BUS_LINK_H
#define BUS_LINK_H

#include "bus/bus.h"

struct bus_link;

/* A message between nodes. */
struct bus_packet {
    const char *subject;
    const char *reply_to; /* NULL: none */
    const void *bytes;    /* an envelope */
    size_t size;
    bool to_group; /* received by the group of the subject, not by the other subscriptions */
};

struct bus_link_ops {
    /* Sends to the other nodes, never back to this one. False: there is no connection, or no room.
     */
    bool (*send)(struct bus_link *link, const struct bus_packet *packet);
    /* Asks for the messages of a subject; with a group, as one of its members. */
    void (*subscribe)(struct bus_link *link, const char *subject, const char *group);
    void (*unsubscribe)(struct bus_link *link, const char *subject, const char *group);
    /* Passes received messages to bus_receive() and the functions below. Returns the latest time
     * for the next call. */
    int64_t (*poll)(struct bus_link *link, int64_t now);
    /* Sends the messages that wait, or leaves them for a later call. Returns the latest time for
     * the next call. */
    int64_t (*flush)(struct bus_link *link, int64_t now);
    void (*stats)(struct bus_link *link, struct bus_stats *out); /* fills its part */
    void (*close)(struct bus_link *link);
};

/* The first member of every link. bus_create() sets the bus before any call. A link receives the
 * subjects "reply.NODE.*" of its node without being asked. */
struct bus_link {
    const struct bus_link_ops *ops;
    struct bus *bus;
};

/* Writes the name of a node, 16 hexadecimal digits. */
enum { BUS_NODE_SIZE = 17 };
void bus_node_name(uint64_t node, char out[BUS_NODE_SIZE]);

/* Creates a bus on a link and takes ownership of it; NULL: a bus within this process. On failure
 * the link is closed. */
RK_MUST_USE rk_err bus_create(const struct bus_options *options, struct bus_link *link,
                              struct bus **out);

/* Called by the link during its poll. */
void bus_receive(struct bus *bus, const struct bus_packet *packet);
void bus_receive_undelivered(struct bus *bus, const char *reply_to); /* nobody got that request */
void bus_report_gap(struct bus *bus); /* messages may have been missed */

/* The kinds of links. On failure `why` gets the error message. */
RK_MUST_USE rk_err nats_link_open(const struct bus_options *options, struct bus_link **out,
                                  char *why, size_t why_size);
RK_MUST_USE rk_err nats_link_check_url(const char *url, char *why, size_t why_size);

#endif
