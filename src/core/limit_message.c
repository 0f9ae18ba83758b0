/* SPDX-License-Identifier: MIT */
#include "core/limit_message.h"

#include <string.h>

#include "base/byte_reader.h"

enum { MESSAGE_VERSION = 1, COST_MAX = 1 << 20 };

void limit_message_write(const struct limit_message *message, struct buffer *out)
{
    buffer_put(out, MESSAGE_VERSION);
    buffer_counted(out, message->key, strlen(message->key));
    buffer_counted(out, message->client, strlen(message->client));
    buffer_varint(out, message->cost);
}

rk_err limit_message_parse(const void *bytes, size_t size, struct limit_message *out)
{
    struct byte_reader in = byte_reader_of(bytes, size);
    if (byte_reader_byte(&in) != MESSAGE_VERSION)
        return RK_BAD_RECORD;
    byte_reader_text(&in, out->key, sizeof out->key);
    byte_reader_text(&in, out->client, sizeof out->client);
    out->cost = (unsigned)byte_reader_number(&in, COST_MAX);
    return byte_reader_is_done(&in) ? RK_OK : RK_BAD_RECORD;
}
