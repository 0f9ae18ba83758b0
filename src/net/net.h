/* SPDX-License-Identifier: MIT */
/* The network side of the server: sockets, HTTP, WebSocket, timers, signals and
 * worker threads. One event loop drives the server. */
#ifndef NET_NET_H
#define NET_NET_H

#include "base/log.h"
#include "core/address.h"
#include "net/mailer.h"
#include "net/timeouts.h"
#include "server/server.h"

struct activation;
struct bus;
struct bus_watch;
struct net;

struct net_options {
    const char *listen;      /* "127.0.0.1:8080", "[::1]:0"; port 0 picks a free port */
    struct networks trusted; /* proxies whose forwarded addresses are believed; see forwarded.h */
    const char *tls_certificate, *tls_key; /* PEM files; NULL: plain HTTP */
    const char *redirect_listen;           /* plain HTTP that redirects to HTTPS; NULL: none */
    const char *public_url;                /* where to redirect to; NULL: the host of the request */
    const struct activation *activation;   /* sockets to use instead of `listen`; may be NULL */
    unsigned connections_max;              /* 0: limited only by the number of open files */
    unsigned connections_per_address;      /* 0: a quarter of them, 1000 at most */
    bool unlimited;                        /* no cap per address */
    unsigned engine_threads;               /* for games against the computer; 0: no engine */
    unsigned review_threads;               /* for reviews of games; 0: none */
    unsigned long review_nodes;            /* that a review searches for each position */
    struct rk_tablebase *tablebase;        /* borrowed; NULL: there are no endgame tables */
    const struct named_database *explorers; /* opening databases, borrowed */
    size_t explorer_count;
    const char *data_folder;    /* borrowed; NULL: none */
    struct mailer_options mail; /* .url is NULL: there is no mail server */
    struct net_timeouts timeouts;
    const struct log *log;
};

/* Creates the loop and starts listening. On failure `why` gets the error message. */
RK_MUST_USE rk_err net_create(const struct net_options *options, struct net **out, char *why,
                              size_t why_size);
void net_destroy(struct net *net);

const char *net_address(const struct net *net); /* the bound address: "127.0.0.1:41873" */
/* Where plain HTTP is redirected to HTTPS; NULL: nowhere. */
const char *net_redirect_address(const struct net *net);
/* Engine workers on the bus (rookery think) search before the server's own threads do. Call it
 * before net_env(); the bus must stay open until net_run() has returned. */
RK_MUST_USE rk_err net_use_engine_workers(struct net *net, struct bus *bus);
struct server_env net_env(struct net *net); /* randomness, worker threads and the engine */
/* Milliseconds since 1970, monotonic. */
int64_t net_now(const struct net *net);
/* Moves the clock forward to at least `now`; call it before the first net_now(). */
void net_set_now(struct net *net, int64_t now);
/* The same in both directions, and dates follow the system's clock with that difference: servers
 * that share a database go by its clock. */
void net_set_clock(struct net *net, int64_t now);
/* Loads the TLS certificate and key again; a bad pair is logged, and the old one stays. */
void net_reload_certificate(struct net *net);
void net_wake(void *net); /* wakes the loop; callable from any thread */
/* Before net_run(), for a start that takes long: handles the signals that have arrived. True: the
 * process was asked to stop. */
bool net_should_stop(void *net);
/* Watches a socket of the bus; see bus_options. */
void net_watch_bus(void *net, const struct bus_watch *watch);

/* What SIGHUP does, on the server's thread; before net_run(). */
void net_on_reload(struct net *net, void (*reload)(void *context), void *context);
/* The proxies to trust from now on. */
void net_set_trusted(struct net *net, const struct networks *trusted);

/* Serves until SIGTERM or SIGINT, then stops the server and returns: within a second, but only when
 * other nodes have got its games, if there are any. Calls `ready` once the server accepts requests.
 */
void net_run(struct net *net, struct server *server, void (*ready)(void *context), void *context);

#endif
