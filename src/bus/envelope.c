/* SPDX-License-Identifier: MIT */
#include "bus/envelope.h"

#include "bus/bus.h"

enum { FLAG_GROUP_IS_SERVED = 1, FLAGS_KNOWN = FLAG_GROUP_IS_SERVED };

void envelope_write(const struct envelope *envelope, struct buffer *out)
{
    buffer_put(out, ENVELOPE_VERSION);
    buffer_put(out, envelope->group_is_served ? FLAG_GROUP_IS_SERVED : 0);
    for (int shift = 24; shift >= 0; shift -= 8)
        buffer_put(out, (char)(envelope->age_ms >> shift & 0xff));
    buffer_add(out, envelope->payload, envelope->size);
}

rk_err envelope_parse(const void *bytes, size_t size, struct envelope *out)
{
    const uint8_t *at = bytes;
    if (size < ENVELOPE_HEADER_SIZE || size > ENVELOPE_HEADER_SIZE + BUS_PAYLOAD_MAX ||
        at[0] != ENVELOPE_VERSION || at[1] & ~FLAGS_KNOWN)
        return RK_BAD_RECORD;
    *out = (struct envelope){.group_is_served = at[1] & FLAG_GROUP_IS_SERVED,
                             .payload = at + ENVELOPE_HEADER_SIZE,
                             .size = size - ENVELOPE_HEADER_SIZE};
    for (int i = 2; i < ENVELOPE_HEADER_SIZE; i++)
        out->age_ms = out->age_ms << 8 | at[i];
    return RK_OK;
}
