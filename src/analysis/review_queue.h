/* SPDX-License-Identifier: MIT */
/* The queue of games to be reviewed by the server's engine. It is bounded, and stored, so that it
 * survives a restart or another node can continue it. Each node has a queue, and knows the progress
 * of the others' reviews (review_replication.h). */
#ifndef ANALYSIS_REVIEW_QUEUE_H
#define ANALYSIS_REVIEW_QUEUE_H

#include "analysis/review_status.h"
#include "base/buffer.h"
#include "core/state.h"
#include "rookery/err.h"

RK_MUST_USE rk_err review_queue_create(struct server *server);
/* Running reviews are abandoned and their results dropped. */
void review_queue_destroy(struct server *server);

enum review_answer { REVIEW_ACCEPTED, REVIEW_QUEUE_FULL, REVIEW_UNAVAILABLE };

/* Whether the server reviews games at all. */
bool review_queue_is_open(const struct server *server);

/* Receives the result of storing a request: if it failed, the request was dropped. */
typedef void review_request_stored(void *context, bool is_stored);

struct review_request {
    const char *game, *account;
    size_t plies;
    review_request_stored *then;
    void *context;
};

/* Adds a game, in PGN without the names of the players, whose content it takes; empties it in any
 * case. A game that is in the queue already stays where it is. If it is accepted, `then` is called
 * when the request is stored, unless the server is destroyed before. */
enum review_answer review_queue_add(struct server *server, const struct review_request *request,
                                    struct buffer *taken_pgn);

/* REVIEW_NONE unless it waits or runs, on any node: the queue does not contain finished ones. */
struct review_status review_queue_find(const struct server *server, const char *game);

size_t review_queue_count(const struct server *server); /* that wait or run here */
bool review_queue_is_full(const struct server *server);

/* The number of games an account may have in the queues of all nodes, so that no one can fill them
 * alone. */
enum { REVIEW_SHARE_MAX = 3 };
bool review_queue_share_is_used(const struct server *server, const char *account);

/* Follows the review of a game. */
struct review_listener {
    struct list node;
    char game[GAME_ID_SIZE + 1];
    /* `ply` is the position whose score is new; SIZE_MAX: the state or the place has changed. */
    void (*on_changed)(struct review_listener *listener, const struct review_status *status,
                       size_t ply);
};

/* Leaving is allowed during a call, and twice. */
void review_queue_listen(struct server *server, struct review_listener *listener);
void review_queue_unlisten(struct review_listener *listener);

#endif
