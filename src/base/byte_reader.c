/* SPDX-License-Identifier: MIT */
#include "base/byte_reader.h"

#include <string.h>

struct byte_reader byte_reader_of(const void *bytes, size_t size)
{
    return (struct byte_reader){.at = bytes, .left = size};
}

const void *byte_reader_bytes(struct byte_reader *reader, size_t size)
{
    if (reader->failed || size > reader->left) {
        reader->failed = true;
        return NULL;
    }
    const uint8_t *bytes = reader->at;
    reader->at += size;
    reader->left -= size;
    return bytes;
}

uint8_t byte_reader_byte(struct byte_reader *reader)
{
    const uint8_t *byte = byte_reader_bytes(reader, 1);
    return byte ? *byte : 0;
}

uint64_t byte_reader_varint(struct byte_reader *reader)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const uint8_t byte = byte_reader_byte(reader);
        if (shift == 63 && byte > 1)
            break;
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return reader->failed ? 0 : number;
    }
    reader->failed = true;
    return 0;
}

int64_t byte_reader_signed(struct byte_reader *reader)
{
    const uint64_t number = byte_reader_varint(reader);
    return (int64_t)(number >> 1 ^ (0 - (number & 1)));
}

uint64_t byte_reader_number(struct byte_reader *reader, uint64_t max)
{
    const uint64_t number = byte_reader_varint(reader);
    if (number <= max)
        return number;
    reader->failed = true;
    return 0;
}

bool byte_reader_bool(struct byte_reader *reader)
{
    return byte_reader_number(reader, 1) == 1;
}

const char *byte_reader_counted(struct byte_reader *reader, size_t *out_size)
{
    const uint64_t size = byte_reader_varint(reader);
    const char *bytes = byte_reader_bytes(reader, size < SIZE_MAX ? (size_t)size : SIZE_MAX);
    *out_size = bytes ? (size_t)size : 0;
    return bytes;
}

void byte_reader_text(struct byte_reader *reader, char *out, size_t out_size)
{
    size_t size;
    const char *text = byte_reader_counted(reader, &size);
    *out = '\0';
    if (!text || size >= out_size || memchr(text, '\0', size)) {
        reader->failed = true;
        return;
    }
    memcpy(out, text, size);
    out[size] = '\0';
}

bool byte_reader_is_done(const struct byte_reader *reader)
{
    return !reader->failed && !reader->left;
}
