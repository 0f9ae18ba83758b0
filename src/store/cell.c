/* SPDX-License-Identifier: MIT */
#include "store/cell.h"

#include <string.h>

static bool has_bytes(enum cell_kind kind)
{
    return kind == CELL_TEXT || kind == CELL_BYTES;
}

void cell_write(struct buffer *out, const struct cell *cell)
{
    buffer_put(out, (char)cell->kind);
    if (has_bytes(cell->kind)) {
        buffer_add(out, &cell->size, sizeof cell->size);
        buffer_add(out, cell->bytes, cell->size);
        buffer_put(out, '\0');
    } else if (cell->kind != CELL_NULL) {
        buffer_add(out, &cell->integer, sizeof cell->integer);
    }
}

bool cell_read(const struct buffer *from, size_t *at, struct cell *out)
{
    if (from->failed || *at >= from->size)
        return false;
    const char *next = from->bytes + *at;
    *out = (struct cell){.kind = (enum cell_kind) * next++};
    if (has_bytes(out->kind)) {
        memcpy(&out->size, next, sizeof out->size);
        out->bytes = next + sizeof out->size;
        next = out->bytes + out->size + 1;
    } else if (out->kind != CELL_NULL) {
        memcpy(&out->integer, next, sizeof out->integer);
        next += sizeof out->integer;
    }
    *at = (size_t)(next - from->bytes);
    return true;
}
