/* SPDX-License-Identifier: MIT */
/* Opens a SQLite database as we want it: flushed, with a write-ahead log, with
 * our tables in it. */
#ifndef STORE_DATABASE_H
#define STORE_DATABASE_H

#include <stdbool.h>
#include <stddef.h>

#include <sqlite3.h>

#include "rookery/err.h"

struct database_options {
    const char *file; /* NULL: in memory, forgotten when it is closed */
    bool reads_only;  /* the database is there already, and another connection writes */
    bool normal_sync; /* these as in store_options */
    int busy_ms;
};

/* A file that is missing is made, readable by its owner only. On failure `why` says
 * what is wrong with which file. The caller owns *out, to be used by one thread
 * at a time. */
RK_MUST_USE rk_err database_open(const struct database_options *options, sqlite3 **out, char *why,
                                 size_t why_size);

#endif
