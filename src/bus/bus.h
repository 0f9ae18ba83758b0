/* SPDX-License-Identifier: MIT */
/* Publish and subscribe by subject, and requests with replies, within one process or between all
 * nodes that are connected to the same NATS. Messages are bytes.
 *
 * Delivery is at most once: a message may be lost, and between two nodes it may come late. A node
 * that needs more compares versions with the store, at the latest when a bus_listener reports that
 * messages may have been missed.
 *
 * The bus has no clock, and its threads are internal: all functions are called on one thread, which
 * passes the time to bus_poll(), and all callbacks but wake() run on it. */
#ifndef BUS_BUS_H
#define BUS_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/list.h"
#include "base/log.h"
#include "rookery/err.h"

struct bus;
struct bus_subscription;
struct bus_call;

/* Subjects are words joined by dots, "user.anna". A word has no white space, control characters or
 * wildcards (* and >). Messages with other subjects, or larger payloads, are dropped. */
enum { BUS_SUBJECT_MAX = 63, BUS_PAYLOAD_MAX = 256 * 1024 };
bool bus_subject_is_valid(const char *subject);

/* ---- opening ---- */

/* A socket that the caller's loop watches: it calls ready() when something can be read or, if
 * `writes`, also written, and then bus_poll(). */
struct bus_watch {
    int socket; /* -1: none */
    bool writes;
    void (*ready)(void *context);
    void *context;
};

struct bus_options {
    const char *url; /* "nats://HOST:PORT[,...]" or "tls://..."; NULL: within this process */
    const char *credentials; /* file with a user's JWT and key, for NATS; NULL: none */
    const char *ca_file;     /* certificates (PEM) to check the server's with; NULL: the system's */
    uint64_t node;           /* unique among the nodes: a random number */
    const struct log *log;   /* used by a thread of the bus, too */
    void (*wake)(void *loop); /* called from any thread: call bus_poll(). NULL: none */
    /* Watches this socket from now on, instead of the one before. With a URL only. */
    void (*watch)(void *loop, const struct bus_watch *watch);
    void *loop; /* passed to both */
};

/* Opens a bus. One on NATS connects later: it keeps trying, and the log and bus_stats() say whether
 * it is connected. On failure `why` gets the error message. */
RK_MUST_USE rk_err bus_open(const struct bus_options *options, struct bus **out, char *why,
                            size_t why_size);
/* Checks a URL without connecting. On failure `why` gets the error message. */
RK_MUST_USE rk_err bus_check_url(const char *url, char *why, size_t why_size);
/* Whether there can be other nodes; false for a bus within this process. */
bool bus_has_peers(const struct bus *bus);
/* Forgets subscriptions and pending requests without a call. */
void bus_close(struct bus *bus);

/* Delivers received messages, and ends the requests whose deadline has passed. `now` is the
 * caller's clock in milliseconds. Returns the latest time for the next call; INT64_MAX: when it
 * wakes the caller. */
int64_t bus_poll(struct bus *bus, int64_t now);
/* Sends the messages published since the last call to the other nodes. Call it before the loop
 * waits. If the last messages were sent a moment ago, these wait to be sent together with others.
 * Returns the latest time for the next call; INT64_MAX: no message waits. */
int64_t bus_flush(struct bus *bus, int64_t now);

/* ---- publish and subscribe ---- */

/* Where to send the reply to a request: a value that can be kept until the reply is known. */
struct bus_reply_to {
    char subject[BUS_SUBJECT_MAX + 1];
};

/* Borrowed for the call. */
struct bus_message {
    const char *subject;
    const void *bytes;
    size_t size;
    uint32_t age_ms;                     /* the age it had when it was sent */
    const struct bus_reply_to *reply_to; /* NULL: nobody waits for a reply */
};

/* A callback may publish, subscribe, and end any subscription. */
typedef void bus_callback(void *context, const struct bus_message *message);

/* Calls the callbacks of this node's subscriptions before it returns; other nodes get the message
 * in the order in which one node has published. The own node does not get it twice. */
void bus_publish(struct bus *bus, const char *subject, const void *bytes, size_t size);

/* NULL when out of memory, or if the subject is not valid. The subscription belongs to the bus; end
 * it with bus_unsubscribe().
 *
 * Of the subscriptions with a `group`, on all nodes, one gets each message; one of the sender's
 * node if there is any, otherwise any. A subject has at most one group: another is refused. */
struct bus_subscription *bus_subscribe(struct bus *bus, const char *subject, const char *group,
                                       bus_callback *callback, void *context);
void bus_unsubscribe(struct bus *bus, struct bus_subscription *subscription); /* NULL is allowed */

/* ---- requests ---- */

enum bus_outcome {
    BUS_REPLIED,
    BUS_TIMED_OUT,    /* whether the request was received is unknown */
    BUS_NOT_DELIVERED /* nobody received it: there is no subscriber, or no connection */
};

/* The bytes are those of a reply, borrowed; otherwise NULL. */
typedef void bus_reply_callback(void *context, enum bus_outcome outcome, const void *bytes,
                                size_t size);

struct bus_request {
    const char *subject;
    const void *bytes;
    size_t size;
    uint32_t age_ms;  /* how long the caller had been waiting before it sent the request */
    int64_t deadline; /* by the clock of bus_poll() */
    bool gathers;     /* takes the replies of several subscribers until the deadline */
    bus_reply_callback *callback;
    void *context;
};

/* Sends a message to subscribers, who may reply. It goes to those of the own node, which get it in
 * the next bus_poll(), or to those of other nodes if there are none here; one that gathers goes to
 * all. A later bus_poll() calls the callback: once, or, if it gathers, for each reply and at the
 * deadline with BUS_TIMED_OUT. NULL when out of memory, or if the subject or the size is not valid:
 * then there is no call. */
struct bus_call *bus_request(struct bus *bus, const struct bus_request *request);
/* Ends a request whose callback must not be called any more. */
void bus_cancel(struct bus *bus, struct bus_call *call); /* NULL is allowed */

/* Does nothing if the request has ended. */
void bus_reply(struct bus *bus, const struct bus_reply_to *to, const void *bytes, size_t size);
/* Ends a request with a reply that was part of another message. Does nothing if the request is not
 * of this node, or has ended. */
void bus_take_reply(struct bus *bus, const struct bus_reply_to *to, const void *bytes, size_t size);

/* ---- gaps and numbers ---- */

/* Called when messages may have been missed: there is a connection again, or for the first time, or
 * this node was too slow and messages were dropped. A node that replicates something must now
 * compare it with the original. */
struct bus_listener {
    struct list node;
    void (*on_gap)(struct bus_listener *listener);
};
void bus_listen(struct bus *bus, struct bus_listener *listener);
void bus_unlisten(struct bus_listener *listener); /* does nothing if it does not listen, but its
                                                     node must be initialized */

struct bus_stats {
    bool connected;          /* to NATS; always true within one process */
    bool has_connected;      /* has been connected at least once */
    uint64_t reconnects;     /* connections after the first */
    uint64_t sent, received; /* messages to and from other nodes */
    uint64_t dropped;        /* to other nodes or from them, without a connection or for lack of
                                room, and those that could not be understood */
    size_t waiting;          /* messages that are not delivered or not sent yet */
    size_t waiting_bytes;
    size_t requests;    /* that wait for a reply */
    uint64_t timed_out; /* requests */
};
struct bus_stats bus_stats(const struct bus *bus);

#endif
