/* SPDX-License-Identifier: MIT */
/* The message with which a node replicates a part of its state: changes, or a snapshot in one or
 * several batches. See replication.h. */
#ifndef CLUSTER_REPLICATION_BATCH_H
#define CLUSTER_REPLICATION_BATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "rookery/err.h"

struct replication_batch {
    uint64_t node;       /* the sender */
    uint64_t sequence;   /* from 1, for each sender */
    bool begins, ends;   /* the first and the last batch of a snapshot */
    const char *changes; /* borrowed */
    size_t size;
};

/* Appends all but the changes; they follow. */
void replication_batch_write(const struct replication_batch *batch, struct buffer *out);
/* The changes point into the bytes. RK_BAD_RECORD: of another version, or not a batch. */
RK_MUST_USE rk_err replication_batch_parse(const void *bytes, size_t size,
                                           struct replication_batch *out);

#endif
