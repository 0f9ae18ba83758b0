/* SPDX-License-Identifier: MIT */
/* One TCP connection: reading, writing, timeouts, closing. Its protocol interprets
 * the bytes; it can change once, from HTTP to WebSocket.
 *
 * Nothing here calls the server from within one of the server's own calls: a closed
 * connection is put on a list and reported to the server in the next loop iteration. */
#ifndef NET_CONNECTION_H
#define NET_CONNECTION_H

#include <uv.h>

#include "base/list.h"
#include "base/log.h"
#include "core/client_counts.h"
#include "net/timeouts.h"
#include "net/tls_stream.h"
#include "net/write_queue.h"
#include "server/server.h"

enum { QUEUE_MAX = 256 * 1024, READ_SIZE = 16 * 1024 };

/* All connections of a loop and what they share. */
struct connections {
    struct server *server;
    const struct log *log;
    struct net_timeouts timeouts;
    struct networks trusted; /* proxies whose headers are believed */
    int64_t offset;          /* from the machine's uptime to the server's time, in milliseconds */
    struct list all;
    struct list dirty;            /* have something to write */
    struct list gone;             /* closed, but not reported to the server yet */
    struct list encrypted;        /* TLS input arrived, or may be left unread */
    struct client_counts clients; /* connections of each address */
    size_t per_address_max;       /* 0: no cap */
    const char *public_url;       /* where to redirect plain HTTP to; "": the host of the request */
    size_t queued;                /* bytes waiting to be written, as of the last sweep */
    size_t count, refused;        /* refused: those that only get an error */
    uint64_t iteration;           /* of the loop; a connection is read at most once in each */
    char *read_buffer;            /* shared by all connections, READ_SIZE bytes */
};

struct connection;

struct protocol {
    void (*receive)(struct connection *connection, char *bytes, size_t size); /* may change them */
    void (*end_of_input)(struct connection *connection); /* the client has closed its side */
    void (*drained)(struct connection *connection);      /* everything queued has been written */
    void (*sweep)(struct connection *connection, int64_t now); /* called regularly, for timeouts */
    /* Tells the server that the connection closed, unless it already knows. */
    void (*gone)(struct connection *connection, int64_t now);
    enum client_rank (*rank)(const struct connection *connection); /* who gives way first */
    void (*evict)(struct connection *connection); /* sends a last message before it is closed */
    void (*destroy)(struct connection *connection);
};

struct connection {
    uv_tcp_t tcp;
    struct transport transport; /* how the server sees it */
    struct connections *connections;
    const struct protocol *protocol;
    void *state; /* the protocol's own */
    struct list node, dirty, gone, encrypted;
    struct write_queue queue;
    struct tls_stream *tls;       /* NULL: plain */
    struct write_queue output;    /* encrypted, with TLS */
    int64_t opened_at, active_at; /* active: the last request or message, not a ping */
    int64_t received_at;          /* when the last bytes arrived */
    int64_t progress_at; /* when the last bytes were written, or the queue was last empty */
    int64_t shut_at;     /* when we closed our side for writing; 0: still open */
    uint64_t sent;       /* bytes written by the time of the last sweep */
    size_t queued;       /* bytes waiting then */
    uint64_t read_in;    /* the iteration it was last read in */
    bool broken, paused;
    bool has_input;            /* something arrived */
    bool at_end;               /* with TLS: nothing more will arrive, but something may be unread */
    bool redirects;            /* plain HTTP where only HTTPS is served: answer with a redirect */
    bool refused;              /* it only gets an error */
    unsigned redirect_port;    /* 0: the port of the request */
    struct client_slot client; /* whose connection it counts as */
    bool ended;                /* the client has closed its side */
    bool finishing;            /* close it when the queue is empty */
    struct address peer;
};

rk_err connections_init(struct connections *connections);
void connections_fini(struct connections *connections);

/* Milliseconds since 1970, monotonic. */
int64_t connections_now(const struct connections *connections);

/* Accepts the listener's next connection. NULL: it failed and was closed. */
struct connection *connection_accept(struct connections *connections, uv_stream_t *listener,
                                     const struct protocol *protocol, void *state);

struct connection *connection_of(const struct transport *transport);

/* Begins TLS on a new connection. False when out of memory. */
bool connection_start_tls(struct connection *connection, const struct tls_config *config);

/* For transport_ops: the kernel's round trip; -1 behind a proxy. */
int64_t connection_round_trip(const struct transport *transport);

/* Counts it as a connection of this address. False: the address has too many. */
bool connection_count(struct connection *connection, const char *address);
void connection_uncount(struct connection *connection);

/* Whether it comes from a trusted proxy, so that the peer is not the client. */
bool connection_is_proxied(const struct connection *connection);

/* Both queue data, to be written at the end of the loop iteration. If too much is queued, or
 * memory runs out, the connection breaks. `ends_line` appends CR LF. */
void connection_send(struct connection *connection, const void *head, size_t head_size,
                     struct shared_buffer *frame, bool ends_line);
void connection_send_bytes(struct connection *connection, const void *bytes, size_t size);
size_t connection_queued_bytes(const struct connection *connection);
uint64_t connection_sent_bytes(const struct connection *connection); /* bytes ever written */

void connection_pause(struct connection *connection); /* stops reading for now */
void connection_resume(struct connection *connection);

/* Has protocol->gone() called in the next iteration. */
void connection_notify(struct connection *connection);
/* Closes it in the next iteration and drops what is queued. */
void connection_break(struct connection *connection);
/* Writes what is queued, then closes it. Ignores further input. */
void connection_finish(struct connection *connection);

/* ---- called once in each iteration ---- */

void connections_decrypt(struct connections *connections); /* reads TLS input */
void connections_report_gone(struct connections *connections, int64_t now);
void connections_flush(struct connections *connections);
bool connections_are_busy(const struct connections *connections); /* do not sleep yet */
/* Checks the timeouts of some of the connections: call it SWEEPS_PER_SECOND times a second. */
enum { SWEEPS_PER_SECOND = 4 };
void connections_sweep(struct connections *connections, int64_t now);
void connections_finish(struct connections *connections);
void connections_break(struct connections *connections);

/* ---- shared by connection.c, connection_output.c and connection_tls.c ---- */

static inline uv_stream_t *stream_of(struct connection *connection)
{
    return (uv_stream_t *)&connection->tcp;
}

static inline void add_once(struct list *list, struct list *node)
{
    if (list_is_empty(node))
        list_add(list, node);
}

/* Takes the current entries; new ones wait for the next iteration. */
static inline void connections_take(struct list *from, struct list *to)
{
    list_init(to);
    list_move_all(from, to);
}

void connection_flush(struct connection *connection);
void connection_on_written(uv_stream_t *stream, int status);
void connection_end_input(struct connection *connection);
void connection_receive_encrypted(struct connection *connection, char *bytes, size_t size);
void connection_end_encrypted(struct connection *connection);

#endif
