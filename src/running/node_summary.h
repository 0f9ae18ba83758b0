/* SPDX-License-Identifier: MIT */
/* Summaries of the games on other nodes: their number, the newest public ones, and the best one for
 * each TV channel; from the node that selects for TV, also its selection. Each node publishes its
 * summary once a second. To show such a game, open it with rounds_open(). Empty without other
 * nodes. */
#ifndef RUNNING_NODE_SUMMARY_H
#define RUNNING_NODE_SUMMARY_H

#include "base/buffer.h"
#include "core/state.h"

struct round;

RK_MUST_USE rk_err node_summaries_create(struct server *server);
void node_summaries_destroy(struct server *server);

enum { SUMMARY_GAMES_MAX = 50, SUMMARY_CHANNELS_MAX = 32 };

/* A public game that is being played. */
struct summary_game {
    char id[GAME_ID_SIZE + 1]; /* "": none */
    uint64_t rating;           /* of both players together */
    int64_t created_at;
};

struct node_summary {
    uint64_t node;
    size_t running;                               /* public games */
    struct summary_game games[SUMMARY_GAMES_MAX]; /* the newest first */
    size_t count;                                 /* of these */
    struct summary_game best[SUMMARY_CHANNELS_MAX];
    int64_t tv_epoch; /* with which it owns the lobby and so selects for TV; 0: it does not */
    char shown[SUMMARY_CHANNELS_MAX][GAME_ID_SIZE + 1]; /* by TV, then; "": nothing */
};

/* How many public games are being played on other nodes. */
size_t node_summaries_count_games(const struct server *server);
/* Iterates over their newest games: start with *at = 0; NULL at the end. Borrowed until the next
 * message. */
const struct summary_game *node_summaries_next(const struct server *server, size_t *at);
/* The best game of other nodes on a channel; NULL: there is none. */
const struct summary_game *node_summaries_best(const struct server *server, unsigned channel);

/* The game that the node which selects for TV shows on a channel, "" for none. NULL: this node has
 * not heard of such a node for some seconds. */
const char *node_summaries_shown(const struct server *server, unsigned channel);

/* The functions that TV provides for the summaries. */
struct summary_tv {
    /* Returns the best of this node's games for each channel, NULL for a channel without one. */
    void (*find_best)(const struct server *server, const struct round *out[SUMMARY_CHANNELS_MAX]);
    /* The game that this node shows on a channel; "": none. */
    const char *(*shown)(const struct server *server, unsigned channel);
    /* Another node has published its summary. */
    void (*on_summary)(struct server *server);
};
void node_summaries_set_tv(struct server *server, const struct summary_tv *tv); /* NULL: none */
void node_summaries_publish(
    struct server *server); /* publishes at once, because the TV selection has changed */

/* Compares two games for TV: the one with the better players wins; if they are equal, the newer
 * one. */
bool summary_game_is_better(const struct summary_game *game, const struct summary_game *other);

/* The form on the bus. RK_BAD_RECORD: of another version, or not a summary. */
void node_summary_write(const struct node_summary *summary, struct buffer *out);
RK_MUST_USE rk_err node_summary_parse(const void *bytes, size_t size, struct node_summary *out);

#endif
