/* SPDX-License-Identifier: MIT */
/* TV: for each channel the best game that is being played, on all nodes. A game stays on its
 * channel until it ends or has had no move for some time; then the next best game follows. Private
 * games are never shown. The node that owns the lobby selects the games, and the others show the
 * same; a node that receives no selection makes its own. */
#ifndef RUNNING_TV_H
#define RUNNING_TV_H

#include "accounts/identity.h"
#include "core/state.h"
#include "ratings/ratings.h"
#include "rookery/piece.h"

struct round;

enum tv_channel {
#define ROW(channel, key) channel,
#include "running/tv_channels.def"
    TV_CHANNEL_COUNT
};

const char *tv_channel_key(enum tv_channel channel); /* static storage */
bool tv_channel_parse(const char *key, enum tv_channel *out);

/* The game on a channel, which may have ended since: then no other is being played. */
struct tv_feature {
    char game[GAME_ID_SIZE + 1]; /* "": none since the server started, or it was aborted */
    rk_side side;                /* the better player's: the board is shown from there */
    struct identity player;
    struct shown_rating rating; /* the player's */
};

/* Follows channels: a WebSocket or a stream. The round is borrowed for the call; NULL if a channel
 * has no game any more, because its last one was aborted. */
struct tv_listener {
    struct list node;
    unsigned channels; /* bits 1 << channel */
    void (*featured)(struct tv_listener *listener, enum tv_channel channel,
                     const struct round *round);
    /* A move in the game on a channel, or its end; may be NULL. */
    void (*moved)(struct tv_listener *listener, enum tv_channel channel, const struct round *round);
};

RK_MUST_USE rk_err tv_create(struct server *server); /* after the rounds */
void tv_destroy(struct server *server);

const struct tv_feature *tv_feature(const struct server *server, enum tv_channel channel);
/* The featured game in memory; NULL if there is none or it ended more than a minute ago. */
struct round *tv_round(struct server *server, enum tv_channel channel);

/* The running games that belong to a channel, the best first. Writes at most `max` of them to `out`
 * and returns how many it wrote. */
size_t tv_list(struct server *server, enum tv_channel channel, const struct round **out,
               size_t max);

/* A listener may leave during its own call. Leaving twice is harmless. */
void tv_listen(struct server *server, struct tv_listener *listener);
void tv_leave(struct tv_listener *listener);

#endif
