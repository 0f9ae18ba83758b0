/* SPDX-License-Identifier: MIT */
#include "store/postgres_value.h"

#include <string.h>

_Static_assert(sizeof(double) == POSTGRES_NUMBER_SIZE, "PostgreSQL sends doubles of eight bytes");

enum postgres_type postgres_type_of(char letter)
{
    switch (letter) {
    case 'i':
        return POSTGRES_INT8;
    case 'r':
        return POSTGRES_FLOAT8;
    case 'b':
        return POSTGRES_BYTES;
    default:
        return POSTGRES_TEXT;
    }
}

static enum value_kind kind_of(unsigned type)
{
    switch (type) {
    case POSTGRES_BOOL:
    case POSTGRES_INT4:
    case POSTGRES_INT8:
        return VALUE_INTEGER;
    case POSTGRES_FLOAT8:
        return VALUE_REAL;
    case POSTGRES_TEXT:
        return VALUE_TEXT;
    case POSTGRES_BYTES:
        return VALUE_BYTES;
    default:
        return VALUE_NULL;
    }
}

bool postgres_type_is_known(unsigned type)
{
    return kind_of(type) != VALUE_NULL;
}

/* The most significant byte comes first, and the first bit is the sign. */
static int64_t read_integer(const char *bytes, size_t size)
{
    uint64_t bits = bytes[0] & 0x80 && size > 1 ? UINT64_MAX : 0;
    for (size_t i = 0; i < size; i++)
        bits = bits << 8 | (unsigned char)bytes[i];
    return (int64_t)bits;
}

static size_t size_of(unsigned type)
{
    return type == POSTGRES_BOOL ? 1 : type == POSTGRES_INT4 ? 4 : POSTGRES_NUMBER_SIZE;
}

bool postgres_value_read(unsigned type, const char *bytes, size_t size, struct value *out)
{
    *out = (struct value){.kind = kind_of(type)};
    if (out->kind == VALUE_TEXT || out->kind == VALUE_BYTES) {
        out->bytes = bytes;
        out->size = size;
        return true;
    }
    if (out->kind == VALUE_NULL || size != size_of(type))
        return false;
    const int64_t bits = read_integer(bytes, size);
    if (out->kind == VALUE_REAL)
        memcpy(&out->real, &bits, sizeof out->real);
    else
        out->integer = bits;
    return true;
}

void postgres_number_write(const struct value *value, char out[POSTGRES_NUMBER_SIZE])
{
    uint64_t bits = (uint64_t)value->integer;
    if (value->kind == VALUE_REAL)
        memcpy(&bits, &value->real, sizeof bits);
    for (size_t i = POSTGRES_NUMBER_SIZE; i-- > 0; bits >>= 8)
        out[i] = (char)(bits & 0xff);
}
