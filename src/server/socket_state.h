/* SPDX-License-Identifier: MIT */
/* What a WebSocket keeps: shared by the parts of socket.c. */
#ifndef SERVER_SOCKET_STATE_H
#define SERVER_SOCKET_STATE_H

#include "accounts/identity.h"
#include "accounts/presence.h"
#include "base/buffer.h"
#include "core/limits.h"
#include "core/transport.h"
#include "lobby/seeks.h"
#include "rounds/round.h"

enum { COMMAND_ID_MAX = 32 };

struct sockets {
    struct list all;
    struct list ended;          /* closed by us: taken apart at the end of the turn */
    struct list errands, wants; /* answers that are awaited */
    struct list alive;          /* every socket that is not freed yet */
};

/* One game on the socket's screen. */
struct view {
    struct list node;
    struct socket *socket;
    struct watcher watcher;
    struct timer catch_up; /* set while the other end reads slowly and has missed something */
};

/* The socket's one seek. It outlives the socket only until its answer comes. */
struct wanted {
    struct list node;      /* among those of the server */
    struct socket *socket; /* NULL: gone */
    char command[COMMAND_ID_MAX + 1];
    char seek[GAME_ID_SIZE + 1]; /* "" until it is answered */
    bool replaced;               /* by a newer seek, before it was answered */
};

struct socket {
    struct list node;  /* among all, or those that were closed by us */
    struct list alive; /* until the last answer has come */
    struct server *server;
    struct transport *transport; /* NULL: the other end is gone, or the socket was ended */
    struct caller caller;
    bool known;     /* who it is has been found out */
    unsigned holds; /* answers that will come back to it */
    char address[ADDRESS_SIZE];
    struct listener listener;
    struct lobby_watcher lobby;
    bool in_lobby;
    struct wanted *wanted;
    struct list views;
    size_t view_count;
    struct bucket messages; /* LIMIT_MESSAGE */
    int64_t pinged_at;
    struct buffer text; /* for the message being written */
};

/* An answer may come back after the socket has gone: it is freed with the last. */
static inline void socket_hold(struct socket *socket)
{
    socket->holds++;
}
void socket_release(struct socket *socket); /* in socketsay.c */
void socket_free(struct socket *socket);    /* whatever is awaited: the server ends */

#endif
