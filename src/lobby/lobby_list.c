/* SPDX-License-Identifier: MIT */
#include "lobby/lobby_list.h"

#include "base/byte_reader.h"

enum { LIST_VERSION = 1, WAITING_MAX = 1 << 24 };

void lobby_list_write(const struct lobby_list *list, struct buffer *out)
{
    buffer_put(out, LIST_VERSION);
    buffer_varint(out, list->node);
    buffer_varint(out, (uint64_t)list->epoch);
    buffer_varint(out, list->sequence);
    buffer_varint(out, list->is_snapshot);
    buffer_varint(out, list->pool_count);
    for (size_t i = 0; i < list->pool_count; i++)
        buffer_varint(out, list->waiting[i]);
    buffer_varint(out, list->removed_count);
    buffer_add(out, list->removed, list->removed_count * GAME_ID_SIZE);
}

rk_err lobby_list_parse(const void *bytes, size_t size, struct lobby_list *out)
{
    struct byte_reader reader = byte_reader_of(bytes, size);
    struct lobby_list list = {0};
    if (byte_reader_byte(&reader) != LIST_VERSION)
        return RK_BAD_RECORD;
    list.node = byte_reader_varint(&reader);
    list.epoch = (int64_t)byte_reader_number(&reader, INT64_MAX);
    list.sequence = byte_reader_varint(&reader);
    list.is_snapshot = byte_reader_bool(&reader);
    list.pool_count = byte_reader_number(&reader, LOBBY_LIST_POOLS_MAX);
    for (size_t i = 0; i < list.pool_count; i++)
        list.waiting[i] = byte_reader_number(&reader, WAITING_MAX);
    list.removed_count = byte_reader_number(&reader, size / GAME_ID_SIZE);
    list.removed = byte_reader_bytes(&reader, list.removed_count * GAME_ID_SIZE);
    list.added_size = reader.left;
    list.added = byte_reader_bytes(&reader, reader.left);
    if (!byte_reader_is_done(&reader) || !list.node || !list.epoch)
        return RK_BAD_RECORD;
    *out = list;
    return RK_OK;
}

bool lobby_list_next(const struct lobby_list *list, size_t *at, struct seek *out)
{
    while (*at < list->added_size) {
        struct byte_reader reader = byte_reader_of(list->added + *at, list->added_size - *at);
        size_t size;
        const char *body = byte_reader_counted(&reader, &size);
        if (!body)
            return false;
        *at = list->added_size - reader.left;
        if (!seek_parse(body, size, out, NULL))
            return true;
    }
    return false;
}
