/* SPDX-License-Identifier: MIT */
/* One connection that follows a game. It is part of a WebSocket session or a stream. */
#ifndef ROUNDS_WATCHER_H
#define ROUNDS_WATCHER_H

#include <stdint.h>

#include "base/list.h"
#include "base/shared_buffer.h"
#include "rookery/piece.h"

struct round;

enum watcher_view {
    VIEW_WIRE,   /* WebSocket messages: messages.def */
    VIEW_STREAM, /* lines of the bot and board API */
    VIEW_COUNT
};

struct watcher {
    struct list node;
    struct round *round;
    rk_side side;       /* the player's; RK_NO_SIDE: a spectator */
    bool gets_all_chat; /* a bot: gets the spectators' room too */
    bool gets_no_chat;  /* a kid */
    bool is_preview;    /* a small board on another page: not counted as a spectator */
    enum watcher_view view;
    /* Take a reference to keep the frame. */
    void (*send)(struct watcher *watcher, struct shared_buffer *frame);
    /* The game is over and all of it was sent; may be NULL. */
    void (*over)(struct watcher *watcher);
    /* This server no longer runs the game, and the watcher has no round now: the client has to
     * reconnect to any server. May be NULL. */
    void (*lost)(struct watcher *watcher);

    /* private to rounds/ */
    uint64_t seen;  /* number of the last queued frame it has received */
    size_t version; /* the last version it knows */
    bool ended;     /* `over` was called */
};

/* Sends a frame and drops it; NULL (out of memory): sends nothing. */
void watcher_send(struct watcher *watcher, struct shared_buffer *taken);
/* Sends the whole game as it is now. */
void watcher_send_snapshot(struct watcher *watcher);
/* Calls `over`, once, if the game is over. */
void watcher_announce_end(struct watcher *watcher);

#endif
