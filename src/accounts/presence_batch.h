/* SPDX-License-Identifier: MIT */
/* What a node tells the others about the people who are connected to it: those whose state has
 * changed, or everybody, in one batch or several. */
#ifndef ACCOUNTS_PRESENCE_BATCH_H
#define ACCOUNTS_PRESENCE_BATCH_H

#include "accounts/presence.h"
#include "base/buffer.h"

struct presence_batch {
    uint64_t node;       /* the sender */
    uint64_t sequence;   /* from 1, for each sender */
    bool begins, ends;   /* the first and the last batch of those that name everybody */
    const char *changes; /* each as presence_change_write() wrote it; borrowed */
    size_t size;
};

/* Appends all but the changes; they follow. */
void presence_batch_write(const struct presence_batch *batch, struct buffer *out);
void presence_change_write(const struct presence_change *change, struct buffer *out);

/* The changes point into the bytes. RK_BAD_RECORD: of another version, or not a batch. */
RK_MUST_USE rk_err presence_batch_parse(const void *bytes, size_t size, struct presence_batch *out);
/* Reads the next change; start with *at = 0. False at the end, or if it cannot be read. */
bool presence_batch_next(const struct presence_batch *batch, size_t *at,
                         struct presence_change *out);

#endif
