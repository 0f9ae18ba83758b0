/* SPDX-License-Identifier: MIT */
/* The server as a function: it takes bytes and a time, and gives bytes and
 * records to store. It has no socket, no thread and no clock of its own; whoever
 * drives it hands in all three. Every function below is called on one thread. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "core/config.h"
#include "core/environment.h"
#include "core/transport.h"
#include "rookery/err.h"

struct bus;
struct log;
struct server;
struct store;
struct exchange;
struct socket;

/* Makes a server over an open store and bus, which stay the caller's, and begins
 * to load what goes on: it is ready when server_ready() says so. */
RK_MUST_USE rk_err server_create(const struct server_config *config, const struct server_env *env,
                                 struct store *store, struct bus *bus, int64_t now,
                                 struct server **out);
bool server_ready(const struct server *server);

/* Before the end: pauses running clocks on disk, tells everybody to come back,
 * refuses what is new. Stopped when server_stopped(); then destroy it. */
void server_stop(struct server *server, int64_t now);
bool server_stopped(const struct server *server);
void server_destroy(struct server *server);

/* Does what is due: answers of the store, the bus, timers, slices of broadcasts.
 * Returns when to call again at the latest. */
int64_t server_advance(struct server *server, int64_t now);

/* A request: answered by the transport, now or later. NULL: it is answered already.
 * Else the exchange lives until the transport has answered (a stream: until it is
 * ended) or, if the other end goes first, until server_request_gone(). */
struct exchange *server_request(struct server *server, const struct request *request,
                                struct transport *transport, int64_t now);
void server_request_gone(struct exchange *exchange, int64_t now);

/* A request to become a WebSocket: the transport accepts it, or answers it as HTTP, now or later.
 * NULL: refused already. Else the socket lives until the transport has answered or is ended, or
 * until server_socket_gone(). Messages come once it is accepted. */
struct socket *server_socket(struct server *server, const struct request *request,
                             struct transport *transport, int64_t now);
void server_socket_message(struct socket *socket, const char *bytes, size_t size, int64_t now);
void server_socket_pong(struct socket *socket, int64_t round_trip_ms, int64_t now);
void server_socket_gone(struct socket *socket, int64_t now);

#endif
