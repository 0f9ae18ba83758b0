/* SPDX-License-Identifier: MIT */
#include "server/socket.h"
#include "server/server.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/accounts.h"
#include "server/router.h"
#include "server/socket_commands.h"
#include "server/socket_output.h"

enum {
    GAMES_SHOWN = 50,
    CONNECTIONS_EACH = 300, /* of one person, streams among them: then no more sockets */
    RESTART_WAIT_MS = 500   /* and as much again by chance, so that not all come back at once */
};

rk_err sockets_create(struct server *server)
{
    server->sockets = calloc(1, sizeof *server->sockets);
    if (!server->sockets)
        return RK_NO_MEMORY;
    list_init(&server->sockets->all);
    list_init(&server->sockets->ended);
    list_init(&server->sockets->errands);
    list_init(&server->sockets->wants);
    list_init(&server->sockets->alive);
    return RK_OK;
}

// Takes it out of everything that could speak to it.
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
    struct list *ended = &server->sockets->ended;
    while (!list_is_empty(ended))
        detach(LIST_OWNER(ended->next, struct socket, node));
}

void sockets_destroy(struct server *server)
{
    if (!server->sockets)
        return;
    struct list *all = &server->sockets->all;
    while (!list_is_empty(all))
        socket_close(LIST_OWNER(all->next, struct socket, node), 1001, "the server ends");
    sockets_free_closed(server);
    sockets_forget_errands(server);
    struct list *alive = &server->sockets->alive;
    while (!list_is_empty(alive))
        socket_free(LIST_OWNER(alive->next, struct socket, alive));
    free(server->sockets);
    server->sockets = NULL;
}

void sockets_close_all(struct server *server)
{
    struct list *all = &server->sockets->all;
    while (!list_is_empty(all)) {
        struct socket *socket = LIST_OWNER(all->next, struct socket, node);
        const uint64_t wait = RESTART_WAIT_MS + server_random_below(server, RESTART_WAIT_MS);
        socket_send_notice(socket, "restart", "The server restarts; your games wait for you.",
                           (int64_t)wait);
        socket_close(socket, 1012, "come back in a moment");
    }
    sockets_free_closed(server);
}

/* ---- notices ---- */

static void put_out(struct socket *socket, const char *why)
{
    socket_send_notice(socket, "kicked", why, INTEGER_MISSING);
    socket_close(socket, 1008, why);
}

static void hear(struct listener *listener, const struct notice *notice)
{
    struct socket *socket = LIST_OWNER(listener, struct socket, listener);
    const struct challenge *challenge;
    struct round *round;
    switch (notice->kind) {
    case NOTICE_GAME_START:
        if ((round = round_find(socket->server, notice->subject)))
            socket_send_start(socket, round);
        return;
    case NOTICE_CHALLENGE:
    case NOTICE_CHALLENGE_CANCELED:
    case NOTICE_CHALLENGE_DECLINED:
        if ((challenge = challenge_find(socket->server, notice->subject)))
            socket_send_challenge(socket, challenge);
        return;
    case NOTICE_GAME_FINISH:
        return; // whoever watches it is told
    case NOTICE_KICKED:
        put_out(socket, notice->subject);
        return;
    case NOTICE_REVOKED:
        if (notice_ends_connection(notice, &socket->caller))
            put_out(socket, "logout");
        return;
    }
}

/* ---- life ---- */

static void say_what_goes_on(struct socket *socket)
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

/* A WebSocket plays: a token that is not for that opens none. */
static bool may_play(const struct caller *caller)
{
    const unsigned scopes = 1u << SCOPE_BOT_PLAY | 1u << SCOPE_BOARD_PLAY;
    return !caller->who.id[0] || !caller->by_token || caller->scopes & scopes;
}

static void refuse(struct transport *transport, enum refusal refusal, const char *why)
{
    char body[256];
    const int size = snprintf(body, sizeof body, "{\"error\":\"%s\"}\n", why);
    const char *headers =
        refusal == REFUSED_UNAUTHENTICATED ? "WWW-Authenticate: Bearer\r\n" : NULL;
    transport->ops->respond(transport, &(struct response){.status = refusal_status(refusal),
                                                          .content_type = "application/json",
                                                          .headers = headers,
                                                          .body = body,
                                                          .body_size = (size_t)size});
}

/* Accepts it, and says who it is, or why it ends at once. */
static void welcome(struct socket *socket, const struct caller *caller)
{
    socket->transport->ops->accept(socket->transport);
    if (!may_play(caller)) {
        socket_close(socket, 1008, "the token needs the scope board:play or bot:play");
        return;
    }
    if (presence_connections(socket->server, caller->who.id) >= CONNECTIONS_EACH) {
        socket_close(socket, 1008, "you have too many connections");
        return;
    }
    socket->caller = *caller;
    socket->known = true;
    socket_send_hello(socket);
    if (caller->who.id[0]) {
        socket->listener.hear = hear;
        presence_join(socket->server, caller->who.id, &socket->listener);
        say_what_goes_on(socket);
    }
}

// An old cookie is nobody: browsers send it unasked. A token is sent on purpose.
static void recognise(void *context, const struct caller *caller)
{
    struct socket *socket = context;
    if (socket->transport && caller->by_token && !caller->who.id[0])
        refuse(socket_release_transport(socket), REFUSED_UNAUTHENTICATED, "no such token");
    else if (socket->transport)
        welcome(socket, caller);
    socket_release(socket);
}

/* As the API says it. */
static void refuse_for_rate(struct transport *transport, enum limit limit, unsigned seconds)
{
    char headers[64], body[256];
    snprintf(headers, sizeof headers, "Retry-After: %u\r\n", seconds);
    const int size = snprintf(body, sizeof body,
                              "{\"error\":\"too many connections; try again in %u s\","
                              "\"ratelimit\":{\"key\":\"%s\",\"seconds\":%u}}\n",
                              seconds, limit_key(limit), seconds);
    transport->ops->respond(transport, &(struct response){.status = refusal_status(REFUSED_RATE),
                                                          .content_type = "application/json",
                                                          .headers = headers,
                                                          .body = body,
                                                          .body_size = (size_t)size});
}

static bool may_connect(struct server *server, const struct request *request,
                        struct transport *transport)
{
    unsigned seconds;
    if (strcmp(request->path, "/ws") != 0)
        refuse(transport, REFUSED_NOT_FOUND, "WebSockets are at /ws");
    else if (server->stopping)
        refuse(transport, REFUSED_STOPPING, refusal_text(REFUSED_STOPPING));
    else if (request->cookie[0] && !origin_is_ours(server, request))
        refuse(transport, REFUSED_FORBIDDEN, "this page may not speak for you");
    else if ((seconds = limits_take(server, LIMIT_CONNECT, request->address, 1)))
        refuse_for_rate(transport, LIMIT_CONNECT, seconds);
    else
        return true;
    return false;
}

struct socket *server_socket(struct server *server, const struct request *request,
                             struct transport *transport, int64_t now)
{
    server_set_now(server, now);
    if (!may_connect(server, request, transport))
        return NULL;
    struct socket *socket = calloc(1, sizeof *socket);
    if (!socket) {
        refuse(transport, REFUSED_BUSY, refusal_text(REFUSED_BUSY));
        return NULL;
    }
    socket->server = server;
    socket->transport = transport;
    snprintf(socket->address, sizeof socket->address, "%s", request->address);
    list_init(&socket->views);
    list_add(&server->sockets->all, &socket->node);
    list_add(&server->sockets->alive, &socket->alive);
    socket_hold(socket); // its own, let go when it is gone
    socket_hold(socket); // until it is known
    accounts_authenticate(server, request->authorization, request->cookie, recognise, socket);
    return socket->transport ? socket : NULL; // ended, it is taken apart later
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
        if (view->watcher.side < 2)
            round_measure_lag(view->watcher.round, view->watcher.side, round_trip_ms);
    }
}

void server_socket_gone(struct socket *socket, int64_t now)
{
    server_set_now(socket->server, now);
    detach(socket);
}
