/* SPDX-License-Identifier: MIT */
#include "store/value.h"

#include <string.h>

static bool has_bytes(enum value_kind kind)
{
    return kind == VALUE_TEXT || kind == VALUE_BYTES;
}

void value_write(struct buffer *out, const struct value *value)
{
    buffer_put(out, (char)value->kind);
    if (has_bytes(value->kind)) {
        buffer_add(out, &value->size, sizeof value->size);
        buffer_add(out, value->bytes, value->size);
        buffer_put(out, '\0');
    } else if (value->kind == VALUE_REAL) {
        buffer_add(out, &value->real, sizeof value->real);
    } else if (value->kind != VALUE_NULL) {
        buffer_add(out, &value->integer, sizeof value->integer);
    }
}

bool value_read(const struct buffer *from, size_t *at, struct value *out)
{
    if (from->failed || *at >= from->size)
        return false;
    const char *next = from->bytes + *at;
    *out = (struct value){.kind = (enum value_kind) * next++};
    if (has_bytes(out->kind)) {
        memcpy(&out->size, next, sizeof out->size);
        out->bytes = next + sizeof out->size;
        next = out->bytes + out->size + 1;
    } else if (out->kind == VALUE_REAL) {
        memcpy(&out->real, next, sizeof out->real);
        next += sizeof out->real;
    } else if (out->kind != VALUE_NULL) {
        memcpy(&out->integer, next, sizeof out->integer);
        next += sizeof out->integer;
    }
    *at = (size_t)(next - from->bytes);
    return true;
}
