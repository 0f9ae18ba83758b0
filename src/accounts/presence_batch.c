/* SPDX-License-Identifier: MIT */
#include "accounts/presence_batch.h"

#include <string.h>

#include "base/byte_reader.h"

enum { BATCH_VERSION = 1 };

void presence_batch_write(const struct presence_batch *batch, struct buffer *out)
{
    buffer_put(out, BATCH_VERSION);
    buffer_varint(out, batch->node);
    buffer_varint(out, batch->sequence);
    buffer_varint(out, batch->begins);
    buffer_varint(out, batch->ends);
}

void presence_change_write(const struct presence_change *change, struct buffer *out)
{
    buffer_varint(out, change->online);
    buffer_varint(out, change->away);
    buffer_counted(out, change->who.id, strlen(change->who.id));
    buffer_counted(out, change->who.name, strlen(change->who.name));
    buffer_varint(out, change->who.role);
}

rk_err presence_batch_parse(const void *bytes, size_t size, struct presence_batch *out)
{
    struct byte_reader reader = byte_reader_of(bytes, size);
    struct presence_batch batch = {0};
    if (byte_reader_byte(&reader) != BATCH_VERSION)
        return RK_BAD_RECORD;
    batch.node = byte_reader_varint(&reader);
    batch.sequence = byte_reader_varint(&reader);
    batch.begins = byte_reader_bool(&reader);
    batch.ends = byte_reader_bool(&reader);
    batch.size = reader.left;
    batch.changes = byte_reader_bytes(&reader, reader.left);
    if (!byte_reader_is_done(&reader) || !batch.node || !batch.sequence)
        return RK_BAD_RECORD;
    *out = batch;
    return RK_OK;
}

bool presence_batch_next(const struct presence_batch *batch, size_t *at,
                         struct presence_change *out)
{
    struct byte_reader reader = byte_reader_of(batch->changes + *at, batch->size - *at);
    struct presence_change change = {0};
    if (!reader.left)
        return false;
    change.online = byte_reader_bool(&reader);
    change.away = byte_reader_bool(&reader);
    byte_reader_text(&reader, change.who.id, sizeof change.who.id);
    byte_reader_text(&reader, change.who.name, sizeof change.who.name);
    change.who.role = (enum role)byte_reader_number(&reader, ROLE_GUEST);
    if (reader.failed || !*change.who.id)
        return false;
    *at = batch->size - reader.left;
    *out = change;
    return true;
}
