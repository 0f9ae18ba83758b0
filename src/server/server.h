/* SPDX-License-Identifier: MIT */
/* The server without I/O: bytes and the time go in, bytes and records to store come out. Sockets,
 * threads and the clock belong to the caller. Call all functions from one thread. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "core/config.h"
#include "core/environment.h"
#include "core/transport.h"
#include "rookery/err.h"

struct bus;
struct log;
struct metrics;
struct server;
struct store;
struct exchange;
struct ws_session;

/* The order in which connections are closed when there are too many. */
enum client_rank {
    CLIENT_IDLE, /* has made no request yet */
    CLIENT_ANONYMOUS,
    CLIENT_KNOWN,  /* has an account */
    CLIENT_PLAYING /* has a running game here */
};

/* Creates a server on an open store and bus, which the caller keeps, and starts to load
 * the running games. Requests are accepted once server_ready() is true. */
RK_MUST_USE rk_err server_create(const struct server_config *config, const struct server_env *env,
                                 struct store *store, struct bus *bus, int64_t now,
                                 struct server **out);
bool server_ready(const struct server *server);

/* Starts the shutdown: hands games over to other nodes, if there are any, writes pauses for running
 * clocks, tells the clients to reconnect, and refuses new work. When server_stopped() is true,
 * destroy the server. */
void server_stop(struct server *server, int64_t now);
bool server_stopped(const struct server *server);
/* Whether it hands its games over to other nodes before it stops, which may take seconds. */
bool server_is_leaving(const struct server *server);
/* Whether a restart planned by staff is due: then stop the server. */
bool server_wants_restart(const struct server *server);
void server_destroy(struct server *server);

/* Sets the date from the system's clock. Call it about once a second. */
void server_read_clock(struct server *server, int64_t now, int64_t date);
/* The same at the time of the last call. */
void server_set_date(struct server *server, int64_t date);

/* For what the network counts itself. */
struct metrics *server_metrics(struct server *server);

/* Takes over what differs between two configurations: the other settings stay, also those that
 * staff has changed since the start. */
void server_reconfigure(struct server *server, const struct server_config *before,
                        const struct server_config *after);

/* Writes games, connections and queues to the log. */
void server_log_summary(struct server *server);

/* Runs one step: answers from the store, the bus, timers, and a part of the broadcasts.
 * Returns the latest time for the next call. */
int64_t server_advance(struct server *server, int64_t now);

/* Handles an HTTP request; the response is sent over the transport, now or later. Returns
 * NULL if it has been sent. Otherwise the exchange lives until the response has been sent,
 * a stream has ended, or server_request_gone() says that the client is gone. */
struct exchange *server_request(struct server *server, const struct request *request,
                                struct transport *transport, int64_t now);
void server_request_gone(struct exchange *exchange, int64_t now);
enum client_rank server_request_rank(const struct exchange *exchange);

/* Handles a WebSocket handshake: accepts it or sends an HTTP error over the transport, now or
 * later. Returns NULL if it was refused. Otherwise the session lives until the handshake is
 * refused, the server closes it, or server_websocket_gone() is called. Pass messages only after it
 * was accepted. */
struct ws_session *server_websocket(struct server *server, const struct request *request,
                                    struct transport *transport, int64_t now);
void server_websocket_message(struct ws_session *session, const char *bytes, size_t size,
                              int64_t now);
void server_websocket_pong(struct ws_session *session, int64_t round_trip_ms, int64_t now);
void server_websocket_gone(struct ws_session *session, int64_t now);
enum client_rank server_websocket_rank(const struct ws_session *session);

#endif
