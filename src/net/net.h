/* SPDX-License-Identifier: MIT */
/* The server's door to the world: sockets, HTTP, WebSocket, timers, signals and
 * worker threads, on one loop that drives the server. */
#ifndef NET_NET_H
#define NET_NET_H

#include "base/log.h"
#include "net/timeouts.h"
#include "server/server.h"

struct net;

struct net_options {
    const char *listen; /* "127.0.0.1:8080", "[::1]:0"; port 0 takes a free one */
    bool
        trust_proxy; /* X-Forwarded-For and -Proto say who asks: only behind a proxy of one's own */
    unsigned connections_max; /* 0: as many as the machine's limit of files allows */
    unsigned engine_threads;  /* that think for the server's own player; 0: there is none */
    struct net_timeouts timeouts;
    const struct log *log;
};

/* Opens the loop and listens; on failure `why` says what and where. */
RK_MUST_USE rk_err net_create(const struct net_options *options, struct net **out, char *why,
                              size_t why_size);
void net_destroy(struct net *net);

const char *net_address(const struct net *net); /* "127.0.0.1:41873": where it really listens */
struct server_host net_host(struct net *net);   /* randomness, a worker thread and the engine */
int64_t
net_now(const struct net *net); /* milliseconds since 1970 by a clock that never goes back */
void net_set_now(struct net *net,
                 int64_t now); /* it is at least that: before anything else is asked */
void net_wake(void *net);      /* from any thread: the server has something to do */

/* Serves until SIGTERM or SIGINT, then stops the server and returns when it has
 * stopped, a second later at the latest. `ready` is called when requests are answered. */
void net_run(struct net *net, struct server *server, void (*ready)(void *context), void *context);

#endif
