/* SPDX-License-Identifier: MIT */
#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

void buffer_fini(struct buffer *buffer)
{
    free(buffer->bytes);
    *buffer = (struct buffer){0};
}

void buffer_clear(struct buffer *buffer)
{
    buffer->size = 0;
    buffer->failed = false;
}

void buffer_rewind(struct buffer *buffer)
{
    buffer->size = 0;
}

bool buffer_reserve(struct buffer *buffer, size_t more)
{
    if (buffer->failed || more > SIZE_MAX / 4 || buffer->size > SIZE_MAX / 4) {
        buffer->failed = true;
        return false;
    }
    if (buffer->size + more <= buffer->capacity)
        return true;
    size_t capacity = buffer->capacity ? buffer->capacity : 128;
    while (capacity < buffer->size + more)
        capacity *= 2;
    char *bytes = realloc(buffer->bytes, capacity);
    buffer->failed = !bytes;
    if (!bytes)
        return false;
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

void buffer_add(struct buffer *buffer, const void *bytes, size_t size)
{
    if (!size || !buffer_reserve(buffer, size))
        return;
    memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
}

void buffer_put(struct buffer *buffer, char c)
{
    if (!buffer_reserve(buffer, 1))
        return;
    buffer->bytes[buffer->size++] = c;
}

void buffer_text(struct buffer *buffer, const char *text)
{
    buffer_add(buffer, text, strlen(text));
}

void buffer_integer(struct buffer *buffer, int64_t number)
{
    char digits[20];
    char *at = digits + sizeof digits;
    // Negate as unsigned: -INT64_MIN does not fit in an int64_t.
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        buffer_put(buffer, '-');
    buffer_add(buffer, at, (size_t)(digits + sizeof digits - at));
}

void buffer_varint(struct buffer *buffer, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        buffer_put(buffer, (char)((number & 0x7f) | 0x80));
    buffer_put(buffer, (char)number);
}

void buffer_signed_varint(struct buffer *buffer, int64_t number)
{
    const uint64_t twice = (uint64_t)number << 1;
    buffer_varint(buffer, number < 0 ? ~twice : twice);
}

void buffer_counted(struct buffer *buffer, const void *bytes, size_t size)
{
    buffer_varint(buffer, size);
    buffer_add(buffer, bytes, size);
}

const char *buffer_cstr(struct buffer *buffer)
{
    if (!buffer_reserve(buffer, 1))
        return "";
    buffer->bytes[buffer->size] = '\0';
    return buffer->bytes;
}
