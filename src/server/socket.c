/* SPDX-License-Identifier: MIT */
#include "server/socket.h"
#include "server/server.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "rounds/round_watch.h"
#include "server/router.h"
#include "server/socket_commands.h"
#include "server/socket_output.h"
#include "server/socket_views.h"
#include "wire/frames.h"

enum {
    GAMES_SHOWN = 50,
    CONNECTIONS_EACH = 300, /* of one person, with streams; more sockets are refused */
    RESTART_WAIT_MS = 500   /* plus up to as much at random, to spread out the reconnects */
};

rk_err sockets_create(struct server *server)
{
    server->sockets = calloc(1, sizeof *server->sockets);
    if (!server->sockets)
        return RK_NO_MEMORY;
    list_init(&server->sockets->all);
    list_init(&server->sockets->closed);
    pending_list_init(&server->sockets->pending, server);
    list_init(&server->sockets->allocated);
    return RK_OK;
}

// Removes it from everything that could send to it.
static void detach(struct socket *socket)
{
    socket->transport = NULL;
    while (!list_is_empty(&socket->views))
        view_close(LIST_OWNER(socket->views.next, struct view, node), false);
    socket_cancel_seek(socket);
    if (socket->in_lobby)
        lobby_unwatch(&socket->lobby);
    socket->in_lobby = false;
    if (socket->known && socket->caller.who.id[0])
        presence_leave(socket->server, socket->caller.who.id, &socket->listener);
    socket->known = false;
    list_remove(&socket->node);
    socket_release(socket);
}

void sockets_free_closed(struct server *server)
{
    struct list *closed = &server->sockets->closed;
    while (!list_is_empty(closed))
        detach(LIST_OWNER(closed->next, struct socket, node));
}

void sockets_destroy(struct server *server)
{
    if (!server->sockets)
        return;
    struct list *all = &server->sockets->all;
    while (!list_is_empty(all))
        socket_close(LIST_OWNER(all->next, struct socket, node), CLOSE_GOING_AWAY,
                     "the server is shutting down");
    sockets_free_closed(server);
    sockets_cancel_pending(server);
    struct list *allocated = &server->sockets->allocated;
    while (!list_is_empty(allocated))
        socket_free(LIST_OWNER(allocated->next, struct socket, allocated));
    free(server->sockets);
    server->sockets = NULL;
}

void sockets_close_all(struct server *server)
{
    struct list *all = &server->sockets->all;
    while (!list_is_empty(all)) {
        struct socket *socket = LIST_OWNER(all->next, struct socket, node);
        const uint64_t wait = RESTART_WAIT_MS + server_random_below(server, RESTART_WAIT_MS);
        socket_send_notice(socket, "restart", "The server is restarting. Your games are safe.",
                           (int64_t)wait);
        socket_close(socket, CLOSE_RESTART, "the server is restarting");
    }
    sockets_free_closed(server);
}

/* ---- notices ---- */

static void kick(struct socket *socket, const char *why)
{
    socket_send_notice(socket, "kicked", why, INTEGER_MISSING);
    socket_close(socket, CLOSE_POLICY, why);
}

static void on_notice(struct notice_listener *listener, const struct notice *notice)
{
    struct socket *socket = LIST_OWNER(listener, struct socket, listener);
    const struct challenge *challenge;
    struct round *round;
    switch (notice->kind) {
    case NOTICE_GAME_START:
        if ((round = rounds_find(socket->server, notice->subject)))
            socket_send_start(socket, round);
        return;
    case NOTICE_CHALLENGE:
    case NOTICE_CHALLENGE_CANCELED:
    case NOTICE_CHALLENGE_DECLINED:
        if ((challenge = challenge_find(socket->server, notice->subject)))
            socket_send_challenge(socket, challenge);
        return;
    case NOTICE_GAME_FINISH:
        return; // watchers of the game get its last event
    case NOTICE_KICKED:
        kick(socket, notice->subject);
        return;
    case NOTICE_REVOKED:
        if (notice_ends_connection(notice, &socket->caller))
            kick(socket, "logout");
        return;
    }
}

/* ---- opening ---- */

static void send_current_games(struct socket *socket)
{
    const char *who = socket->caller.who.id;
    const struct round *rounds[GAMES_SHOWN];
    const size_t count = rounds_list(socket->server, who, rounds, GAMES_SHOWN);
    for (size_t i = 0; i < count && i < GAMES_SHOWN; i++)
        socket_send_start(socket, rounds[i]);
    const struct challenge *challenges[GAMES_SHOWN];
    const size_t incoming = challenges_list(socket->server, who, true, challenges, GAMES_SHOWN);
    for (size_t i = 0; i < incoming; i++)
        socket_send_challenge(socket, challenges[i]);
}

/* A WebSocket is for playing: a token without a scope for that cannot open one. */
static bool may_play(const struct caller *caller)
{
    const unsigned scopes = 1u << SCOPE_BOT_PLAY | 1u << SCOPE_BOARD_PLAY;
    return !caller->who.id[0] || !caller->by_token || caller->scopes & scopes;
}

static void respond_json(struct transport *transport, enum refusal refusal, const char *headers,
                         struct buffer *body)
{
    buffer_put(body, '\n');
    transport->ops->respond(transport, &(struct response){.status = refusal_status(refusal),
                                                          .content_type = "application/json",
                                                          .headers = headers,
                                                          .body = body->bytes,
                                                          .body_size = body->size});
    buffer_fini(body);
}

static void refuse_handshake(struct transport *transport, enum refusal refusal, const char *why)
{
    struct buffer body = {0};
    struct json json = json_in(&body);
    json_begin_object(&json);
    json_put_text(&json, "error", why);
    json_end_object(&json);
    respond_json(transport, refusal,
                 refusal == REFUSED_UNAUTHENTICATED ? "WWW-Authenticate: Bearer\r\n" : NULL, &body);
}

/* Accepts the handshake. Sends hello, or closes the socket with the reason. */
static void accept_socket(struct socket *socket, const struct caller *caller)
{
    socket->transport->ops->accept(socket->transport);
    if (!may_play(caller)) {
        socket_close(socket, CLOSE_POLICY, "the token needs the scope board:play or bot:play");
        return;
    }
    if (presence_connections(socket->server, caller->who.id) >= CONNECTIONS_EACH) {
        socket_close(socket, CLOSE_POLICY, "too many connections");
        return;
    }
    socket->caller = *caller;
    socket->known = true;
    socket_send_hello(socket);
    if (caller->who.id[0]) {
        socket->listener.on_notice = on_notice;
        presence_join(socket->server, caller->who.id, &socket->listener);
        send_current_games(socket);
    }
}

// Browsers send expired cookies by themselves, so a bad cookie means a guest. A bad token is an
// error: programs send it on purpose.
static void on_identified(void *context, const struct caller *caller)
{
    struct socket *socket = context;
    if (socket->transport && caller->by_token && !caller->who.id[0])
        refuse_handshake(socket_release_transport(socket), REFUSED_UNAUTHENTICATED,
                         "unknown token");
    else if (socket->transport)
        accept_socket(socket, caller);
    socket_release(socket);
}

/* The same JSON as exchange_refuse_rate_key(). */
static void refuse_handshake_rate(struct transport *transport, enum limit limit, unsigned seconds)
{
    char headers[64], why[80];
    snprintf(headers, sizeof headers, "Retry-After: %u\r\n", seconds);
    snprintf(why, sizeof why, "too many connections; try again in %u s", seconds);
    struct buffer body = {0};
    struct json json = json_in(&body);
    json_begin_object(&json);
    exchange_write_rate_limit(&json, limit_key(limit), why, seconds);
    json_end_object(&json);
    respond_json(transport, REFUSED_RATE, headers, &body);
}

static bool check_handshake(struct server *server, const struct request *request,
                            struct transport *transport)
{
    unsigned seconds;
    if (strcmp(request->path, "/ws") != 0)
        refuse_handshake(transport, REFUSED_NOT_FOUND, "WebSockets are at /ws");
    else if (server->stopping)
        refuse_handshake(transport, REFUSED_STOPPING, refusal_text(REFUSED_STOPPING));
    else if (request->cookie[0] && !router_is_own_origin(server, request))
        refuse_handshake(transport, REFUSED_FORBIDDEN,
                         "this Origin is not allowed to use the session cookie");
    else if ((seconds = limits_take(server, LIMIT_CONNECT, request->address, 1)))
        refuse_handshake_rate(transport, LIMIT_CONNECT, seconds);
    else
        return true;
    return false;
}

struct socket *server_socket(struct server *server, const struct request *request,
                             struct transport *transport, int64_t now)
{
    server_set_now(server, now);
    if (!check_handshake(server, request, transport))
        return NULL;
    struct socket *socket = calloc(1, sizeof *socket);
    if (!socket) {
        refuse_handshake(transport, REFUSED_BUSY, refusal_text(REFUSED_BUSY));
        return NULL;
    }
    socket->server = server;
    socket->transport = transport;
    snprintf(socket->address, sizeof socket->address, "%s", request->address);
    list_init(&socket->views);
    list_add(&server->sockets->all, &socket->node);
    list_add(&server->sockets->allocated, &socket->allocated);
    socket_hold(socket); // its own, released when the client is gone
    socket_hold(socket); // until the caller is known
    accounts_authenticate(server, request->authorization, request->cookie, on_identified, socket);
    return socket->transport ? socket : NULL; // if it was closed, it is freed later
}

void server_socket_message(struct socket *socket, const char *bytes, size_t size, int64_t now)
{
    server_set_now(socket->server, now);
    assert(socket->known);
    socket_handle_message(socket, bytes, size);
}

void server_socket_pong(struct socket *socket, int64_t round_trip_ms, int64_t now)
{
    server_set_now(socket->server, now);
    for (struct list *node = socket->views.next; node != &socket->views; node = node->next) {
        const struct view *view = LIST_OWNER(node, struct view, node);
        if (view->watcher.side != RK_NO_SIDE)
            round_measure_lag(view->watcher.round, view->watcher.side, round_trip_ms);
    }
}

void server_socket_gone(struct socket *socket, int64_t now)
{
    server_set_now(socket->server, now);
    detach(socket);
}
