/* SPDX-License-Identifier: MIT */
/* Gives players back the rating points that they lost to a cheater. */
#ifndef RATINGS_REFUNDS_H
#define RATINGS_REFUNDS_H

#include "core/state.h"

enum {
    REFUND_GAMES_MAX = 40, /* the cheater's last rated games */
    REFUND_DAYS = 5        /* that ended within these days */
};

/* What was given back. NULL: the store failed, and nothing was changed. */
struct refund_summary {
    size_t players; /* a player counts once for each perf */
    double points;
};
typedef void refund_callback(void *context, const struct refund_summary *summary);

/* Writes the job, which it takes, together with what belongs to it, and calls `done` once; not
 * after the server was destroyed. Called again if the store refused it, because a rating had
 * changed. */
typedef void refund_writer(void *context, const struct refund_summary *summary,
                           struct store_job *job, store_done *done, void *done_context);

/* Refunds what the opponents of that account lost. Games that ended before an earlier refund for
 * the same account are not refunded again. The refunds are stored among the games, in the order in
 * which ratings changed, so that computing all ratings again gives the same result. The callback is
 * called once, and not after the server was destroyed. */
void ratings_refund(struct server *server, const char *cheater, refund_writer *write,
                    refund_callback *callback, void *context);

#endif
