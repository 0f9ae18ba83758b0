/* SPDX-License-Identifier: MIT */
/* Opens a SQLite database with our settings and tables: a write-ahead log, and full
 * synchronization. */
#ifndef STORE_DATABASE_H
#define STORE_DATABASE_H

#include <stdbool.h>
#include <stddef.h>

#include <sqlite3.h>

#include "rookery/err.h"

struct database_options {
    const char *file; /* NULL: in memory */
    bool read_only;   /* it exists, and another connection writes to it */
    bool normal_sync; /* this and busy_ms as in store_options */
    int busy_ms;
};

/* Creates a missing file, readable by its owner only. On failure `error` gets the
 * message. The caller owns *out; use it from one thread at a time. */
RK_MUST_USE rk_err database_open(const struct database_options *options, sqlite3 **out, char *error,
                                 size_t error_size);

#endif
