/* SPDX-License-Identifier: MIT */
/* A message as nodes send it to each other: a version, flags and an age before the payload. Nodes
 * of two versions of the program may be connected at the same time, so a version that is not known
 * is refused and not guessed at. */
#ifndef BUS_ENVELOPE_H
#define BUS_ENVELOPE_H

#include "base/buffer.h"
#include "rookery/err.h"

enum { ENVELOPE_VERSION = 1, ENVELOPE_HEADER_SIZE = 6 };

struct envelope {
    bool group_is_served; /* a member of the group on the sender's node has got it */
    uint32_t age_ms;
    const void *payload; /* borrowed */
    size_t size;
};

void envelope_write(const struct envelope *envelope, struct buffer *out);

/* The payload points into the bytes. RK_BAD_RECORD: too short, too long, of another version, or
 * with unknown flags. */
RK_MUST_USE rk_err envelope_parse(const void *bytes, size_t size, struct envelope *out);

#endif
