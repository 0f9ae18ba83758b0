/* SPDX-License-Identifier: MIT */
#include "cluster/replication_batch.h"

#include "base/byte_reader.h"

enum { BATCH_VERSION = 1 };

void replication_batch_write(const struct replication_batch *batch, struct buffer *out)
{
    buffer_put(out, BATCH_VERSION);
    buffer_varint(out, batch->node);
    buffer_varint(out, batch->sequence);
    buffer_varint(out, batch->begins);
    buffer_varint(out, batch->ends);
}

rk_err replication_batch_parse(const void *bytes, size_t size, struct replication_batch *out)
{
    struct byte_reader reader = byte_reader_of(bytes, size);
    struct replication_batch batch = {0};
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
