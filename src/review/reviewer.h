/* SPDX-License-Identifier: MIT */
/* Reviews games with an engine of its own. The same game and limits give the same review, whatever
 * was reviewed before, unless the limit is a time. A reviewer belongs to one thread at a time. */
#ifndef REVIEW_REVIEWER_H
#define REVIEW_REVIEWER_H

#include <stdatomic.h>

#include "review/default_nodes.h"
#include "review/review.h"
#include "rookery/engine.h"
#include "rookery/pgn_game.h"

enum { REVIEW_HASH_MIB = 16 };

struct reviewer_options {
    struct review_limits limits;
    struct rk_tablebase *tablebase; /* borrowed; NULL: without endgame tables */
    int64_t (*now)(void *context);  /* milliseconds of a monotonic clock */
    /* Called on the reviewing thread after each position of a game, the number done and of all. May
     * be NULL. */
    void (*progress)(void *context, size_t done, size_t count);
    /* Called on that thread with the evaluation of each position, the number of plies before it,
     * and again each time it is searched for longer. May be NULL. */
    void (*evaluated)(void *context, size_t ply, const struct evaluation *evaluation);
    void *context;           /* of all three */
    const atomic_bool *stop; /* another thread sets it to end a review at once; may be NULL */
};

struct reviewer;

RK_MUST_USE rk_err reviewer_create(const struct reviewer_options *options, struct reviewer **out);
void reviewer_destroy(struct reviewer *reviewer); /* NULL is allowed */

/* Reviews the main line of a game. Returns RK_NO_MEMORY on failure, and RK_NOT_NOW if it was
 * stopped; *out is then unchanged. The caller frees it with review_fini(). */
RK_MUST_USE rk_err reviewer_review(struct reviewer *reviewer, const rk_pgn_game *game,
                                   struct review *out);

#endif
