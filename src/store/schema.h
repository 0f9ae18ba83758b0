/* SPDX-License-Identifier: MIT */
/* The tables, and how old ones become new ones. */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

#include <stddef.h>

#include <sqlite3.h>

#include "rookery/err.h"

enum { SCHEMA_MARK = 0x526f6f6b }; /* in the header of a database of ours: "Rook" */

enum schema_version {
    SCHEMA_EMPTY,
#define ROW(version, sql) SCHEMA_##version,
#include "store/schema.def"
    SCHEMA_END,
    SCHEMA_VERSION = SCHEMA_END - 1 /* what this program makes and knows */
};

/* Makes the tables in an empty database, or brings older ones to SCHEMA_VERSION,
 * all or nothing. A database of a newer version, of another program or that is
 * none is refused: `why` says so, and calls it `name`. */
RK_MUST_USE rk_err schema_migrate(sqlite3 *db, const char *name, char *why, size_t why_size);

#endif
