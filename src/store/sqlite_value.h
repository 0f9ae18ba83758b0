/* SPDX-License-Identifier: MIT */
/* Values of SQLite's rows and parameters. */
#ifndef STORE_SQLITE_VALUE_H
#define STORE_SQLITE_VALUE_H

#include <sqlite3.h>

#include "store/value.h"

/* Returns SQLite's code. The bytes are borrowed until the statement has run. */
int sqlite_bind_value(sqlite3_stmt *statement, int index, const struct value *value);

/* Its bytes are valid until the next row. */
struct value sqlite_column_value(sqlite3_stmt *statement, int column);

#endif
