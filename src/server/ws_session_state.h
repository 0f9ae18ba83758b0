/* SPDX-License-Identifier: MIT */
/* A client on a WebSocket: the state that the files ws_*.c share. The connection itself is in
 * `net`; the login session is part of `caller`. */
#ifndef SERVER_WS_SESSION_STATE_H
#define SERVER_WS_SESSION_STATE_H

#include "accounts/identity.h"
#include "accounts/presence.h"
#include "analysis/review_queue.h"
#include "base/buffer.h"
#include "core/client_counts.h"
#include "core/limits.h"
#include "core/pending.h"
#include "core/transport.h"
#include "lobby/online_people.h"
#include "lobby/pools.h"
#include "lobby/seeks.h"
#include "moderation/broadcasts.h"
#include "ratings/leaderboard.h"
#include "rounds/command.h"
#include "rounds/rounds.h"
#include "rounds/watcher.h"
#include "running/results.h"
#include "running/tv.h"

enum { COMMAND_ID_MAX = 32 };

struct relay_client;

struct ws_sessions {
    struct list all;
    struct list remote;             /* of clients of other nodes: see relay.h */
    struct list closed;             /* closed by the server; freed at the end of the iteration */
    struct pending_list pending;    /* commands that await an answer, and seeks */
    struct list allocated;          /* every session that has not been freed */
    struct client_counts anonymous; /* sessions without an identity, by address */
    struct broadcast_listener broadcasts;
};

/* A game that the session watches. */
struct view {
    struct list node;
    struct ws_session *session;
    struct watcher watcher;
    struct timer catch_up; /* set while a slow client has missed events */
};

/* The session's only seek, or a new one that is not answered yet, which keeps a reference to the
 * session. */
struct ws_seek {
    struct pending_request pending; /* internal */
    struct ws_session *session;
    char command[COMMAND_ID_MAX + 1];
    char seek[GAME_ID_SIZE + 1]; /* "" until it is answered */
};

struct ws_session {
    struct list node; /* in `all`, `remote` or `closed` */
    struct list allocated;
    struct server *server;
    struct transport *transport; /* NULL: the client is gone, or the server closed it */
    struct caller caller;
    bool known;                 /* `caller` is set */
    bool is_remote;             /* executes commands of a client of another node */
    struct relay_client *relay; /* if the owner of the lobby knows the client; else NULL */
    unsigned holds;             /* references: its own, and one for each pending answer */
    char address[ADDRESS_SIZE];
    struct client_slot anonymous; /* if it counts as an anonymous one */
    struct notice_listener listener;
    struct lobby_watcher lobby;
    struct pool_watcher pools; /* registered together with `lobby` */
    bool in_lobby;
    struct people_watcher people;
    bool watches_people;
    struct tv_listener tv;
    struct leaderboard_listener leaderboard; /* registered if it has perfs */
    struct results_listener results;
    bool follows_results;
    struct review_listener review;
    bool follows_review;
    struct ws_seek *seek;
    struct list views;
    size_t view_count;
    struct bucket messages; /* LIMIT_MESSAGE */
    int64_t pinged_at;
    struct timer expiry; /* of the caller's token */
    struct buffer text;  /* for the message being written */
};

/* An answer may arrive after the client is gone: the last release frees the session. */
static inline void ws_session_hold(struct ws_session *session)
{
    session->holds++;
}
void ws_session_release(struct ws_session *session); /* in ws_output.c */
void ws_session_free(struct ws_session *session); /* regardless of holds: the server is destroyed */

#endif
