/* SPDX-License-Identifier: MIT */
#include "store/sqlite_value.h"

int sqlite_bind_value(sqlite3_stmt *statement, int index, const struct value *value)
{
    switch (value->kind) {
    case VALUE_INTEGER:
        return sqlite3_bind_int64(statement, index, value->integer);
    case VALUE_REAL:
        return sqlite3_bind_double(statement, index, value->real);
    case VALUE_TEXT:
        return sqlite3_bind_text64(statement, index, value->bytes, value->size, SQLITE_STATIC,
                                   SQLITE_UTF8);
    case VALUE_BYTES:
        return sqlite3_bind_blob64(statement, index, value->bytes, value->size, SQLITE_STATIC);
    default:
        return sqlite3_bind_null(statement, index);
    }
}

struct value sqlite_column_value(sqlite3_stmt *statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL:
        return (struct value){.kind = VALUE_NULL};
    case SQLITE_FLOAT:
        return (struct value){.kind = VALUE_REAL, .real = sqlite3_column_double(statement, column)};
    case SQLITE_TEXT:
        return (struct value){.kind = VALUE_TEXT,
                              .bytes = (const char *)sqlite3_column_text(statement, column),
                              .size = (size_t)sqlite3_column_bytes(statement, column)};
    case SQLITE_BLOB:
        return (struct value){.kind = VALUE_BYTES,
                              .bytes = sqlite3_column_blob(statement, column),
                              .size = (size_t)sqlite3_column_bytes(statement, column)};
    default:
        return (struct value){.kind = VALUE_INTEGER,
                              .integer = sqlite3_column_int64(statement, column)};
    }
}
