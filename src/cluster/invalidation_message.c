/* SPDX-License-Identifier: MIT */
#include "cluster/invalidation_message.h"

#include <string.h>

#include "base/byte_reader.h"

enum { MESSAGE_VERSION = 1 };

void invalidation_write(const struct invalidation *invalidation, struct buffer *out)
{
    buffer_put(out, MESSAGE_VERSION);
    buffer_varint(out, invalidation->kind);
    buffer_counted(out, invalidation->key, strlen(invalidation->key));
}

rk_err invalidation_parse(const void *bytes, size_t size, struct invalidation *out)
{
    struct byte_reader in = byte_reader_of(bytes, size);
    if (byte_reader_byte(&in) != MESSAGE_VERSION)
        return RK_BAD_RECORD;
    out->kind = (enum invalidation_kind)byte_reader_number(&in, INVALIDATION_COUNT - 1);
    byte_reader_text(&in, out->key, sizeof out->key);
    return byte_reader_is_done(&in) ? RK_OK : RK_BAD_RECORD;
}
