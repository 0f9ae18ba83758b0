/* SPDX-License-Identifier: MIT */
/* The message that names what has changed in the store; see invalidation.h. */
#ifndef CLUSTER_INVALIDATION_MESSAGE_H
#define CLUSTER_INVALIDATION_MESSAGE_H

#include "base/buffer.h"
#include "base/map.h"
#include "rookery/err.h"

enum invalidation_kind {
#define ROW(kind, check) kind,
#include "cluster/invalidations.def"
    INVALIDATION_COUNT
};

struct invalidation {
    enum invalidation_kind kind;
    char key[MAP_KEY_MAX + 1];
};

void invalidation_write(const struct invalidation *invalidation, struct buffer *out);
/* RK_BAD_RECORD: of another version, of a kind that this program does not know, or damaged. */
RK_MUST_USE rk_err invalidation_parse(const void *bytes, size_t size, struct invalidation *out);

#endif
