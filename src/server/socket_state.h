/* SPDX-License-Identifier: MIT */
/* The state of a WebSocket, shared by socket.c, socket_commands.c and socket_output.c. */
#ifndef SERVER_SOCKET_STATE_H
#define SERVER_SOCKET_STATE_H

#include "accounts/identity.h"
#include "accounts/presence.h"
#include "base/buffer.h"
#include "core/limits.h"
#include "core/pending.h"
#include "core/transport.h"
#include "lobby/seeks.h"
#include "rounds/command.h"
#include "rounds/rounds.h"
#include "rounds/watcher.h"

enum { COMMAND_ID_MAX = 32 };

struct sockets {
    struct list all;
    struct list closed;          /* by the server; taken apart at the end of the iteration */
    struct pending_list pending; /* commands that await an answer, and seeks */
    struct list allocated;       /* every socket that has not been freed */
};

/* A game that the socket shows. */
struct view {
    struct list node;
    struct socket *socket;
    struct watcher watcher;
    struct timer catch_up; /* set while a slow client has missed events */
};

/* The socket's one seek. Until the seek is answered, it holds the socket. */
struct socket_seek {
    struct pending_request pending; /* internal */
    struct socket *socket;
    char command[COMMAND_ID_MAX + 1];
    char seek[GAME_ID_SIZE + 1]; /* "" until it is answered */
};

struct socket {
    struct list node; /* in `all` or `closed` */
    struct list allocated;
    struct server *server;
    struct transport *transport; /* NULL: the client is gone, or the socket was closed */
    struct caller caller;
    bool known;     /* `caller` is set */
    unsigned holds; /* references: its own, and one for each pending answer */
    char address[ADDRESS_SIZE];
    struct notice_listener listener;
    struct lobby_watcher lobby;
    bool in_lobby;
    struct socket_seek *seek;
    struct list views;
    size_t view_count;
    struct bucket messages; /* LIMIT_MESSAGE */
    int64_t pinged_at;
    struct buffer text; /* for the message being written */
};

/* An answer may arrive after the client is gone: the last release frees the socket. */
static inline void socket_hold(struct socket *socket)
{
    socket->holds++;
}
void socket_release(struct socket *socket); /* in socket_output.c */
void socket_free(struct socket *socket);    /* regardless of holds: the server is destroyed */

#endif
