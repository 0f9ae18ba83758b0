/* SPDX-License-Identifier: MIT */
/* The reviews that other nodes run: the state and scores of each, copied from each node to all
 * others within half a second (cluster/replication.h), so that a review can be followed on every
 * node. Empty without other nodes. */
#ifndef ANALYSIS_REVIEW_REPLICATION_H
#define ANALYSIS_REVIEW_REPLICATION_H

#include "analysis/review_change.h"
#include "analysis/review_status.h"

RK_MUST_USE rk_err review_replication_create(struct server *server); /* before the queue */
void review_replication_destroy(struct server *server);

/* REVIEW_NONE: no other node has it. Borrowed until the next message. */
struct review_status review_replication_find(const struct server *server, const char *game);
size_t review_replication_count(const struct server *server,
                                const char *account); /* of its reviews */
/* Marks a review of another node as done. */
void review_replication_drop(struct server *server, const char *game);

/* The queue of this node. */
struct review_source {
    /* Writes the changes that describe its next review: start with *at = 0; false at the end. */
    bool (*write_next)(const struct server *server, size_t *at, struct buffer *out);
    /* A review of another node has changed; `ply` as in struct review_listener. */
    void (*changed)(struct server *server, const char *game, const struct review_status *status,
                    size_t ply);
};
/* The source is borrowed. */
void review_replication_set_source(struct server *server, const struct review_source *source);

/* Queues changes for the other nodes. */
void review_replication_publish(struct server *server, const struct review_change *change);

#endif
