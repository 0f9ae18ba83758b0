/* SPDX-License-Identifier: MIT */
/* One TCP connection, whatever is spoken on it: reading, writing, idling, ending.
 * What the bytes mean is the protocol's, which may change once, from HTTP to
 * WebSocket.
 *
 * The server is never told anything from within a call of its own: who is gone is
 * noted, and told in the next turn of the loop. */
#ifndef NET_CONNECTION_H
#define NET_CONNECTION_H

#include <uv.h>

#include "base/list.h"
#include "base/log.h"
#include "net/timeouts.h"
#include "net/write_queue.h"
#include "server/server.h"

enum { QUEUE_MAX = 256 * 1024, READ_SIZE = 16 * 1024, ADDRESS_SIZE = 64 };

/* All connections of a loop, and what they share. */
struct connections {
    struct server *server;
    const struct log *log;
    struct net_timeouts timeouts;
    bool trust_proxy;
    int64_t offset; /* of the server's time from the machine's uptime */
    struct list all, dirty, gone;
    size_t count;
    uint64_t turn; /* of the loop; each connection is read once in it */
    char *bytes;   /* what was read last; READ_SIZE */
};

struct connection;

struct protocol {
    void (*take)(struct connection *connection, char *bytes, size_t size); /* may change them */
    void (*end_of_input)(struct connection *connection); /* the other end sends nothing more */
    void (*written)(struct connection *connection);      /* nothing waits any more */
    void (*sweep)(struct connection *connection, int64_t now); /* now and then */
    void (*gone)(struct connection *connection,
                 int64_t now); /* tells the server, if it does not know */
    void (*destroy)(struct connection *connection);
};

struct connection {
    uv_tcp_t tcp;
    struct transport transport; /* what the server sees of it */
    struct connections *connections;
    const struct protocol *protocol;
    void *talk; /* the protocol's own */
    struct list node, dirty, gone;
    struct write_queue queue;
    int64_t heard_at;           /* when the last bytes came */
    int64_t moved_at;           /* when the last bytes went, or nothing waited */
    int64_t shut_at;            /* when it was said that nothing more goes; 0: it was not */
    uint64_t sent;              /* bytes at the last sweep */
    uint64_t read_in;           /* the turn; in another there may be more */
    bool broken, paused, ended; /* ended: no bytes will come */
    bool finishing;             /* it is closed when nothing waits */
    char address[ADDRESS_SIZE]; /* of the other end */
};

rk_err connections_init(struct connections *connections);
void connections_fini(struct connections *connections);

/* Milliseconds since 1970, never going back. */
int64_t connections_now(const struct connections *connections);

/* Takes what the listener offers. NULL: it was closed at once. */
struct connection *connection_accept(struct connections *connections, uv_stream_t *listener,
                                     const struct protocol *protocol, void *talk);

struct connection *connection_of(const struct transport *transport);

/* Who is at the other end: an IP address, the last of `forwarded` if that is
 * trusted and is one. */
void connection_address(const struct connection *connection, const char *forwarded,
                        char out[ADDRESS_SIZE]);

/* These send at the end of the turn. If too much waits, or memory runs out, the
 * connection breaks. */
void connection_send(struct connection *connection, const void *head, size_t head_size,
                     struct frame *frame, bool ends_line);
void connection_send_bytes(struct connection *connection, const void *bytes, size_t size);
size_t connection_waiting(const struct connection *connection);

void connection_pause(struct connection *connection); /* reads nothing for now */
void connection_resume(struct connection *connection);

/* Has protocol->gone() called in the next turn. */
void connection_notify(struct connection *connection);
/* Closes it in the next turn, whatever waits. */
void connection_break(struct connection *connection);
/* Sends what waits, then closes it; nothing that comes is looked at. */
void connection_finish(struct connection *connection);

/* ---- once in a turn ---- */

void connections_dismiss(struct connections *connections, int64_t now); /* those that are gone */
void connections_flush(struct connections *connections);
bool connections_are_busy(const struct connections *connections); /* another turn is due at once */
/* Looks at a part of them each time: call it SWEEPS_PER_SECOND times a second. */
enum { SWEEPS_PER_SECOND = 4 };
void connections_sweep(struct connections *connections, int64_t now);
void connections_finish(struct connections *connections); /* all of them */
void connections_break(struct connections *connections);

#endif
