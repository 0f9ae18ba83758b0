/* SPDX-License-Identifier: MIT */
/* A connection to a SQLite database. */
#ifndef STORE_SQLITE_CONNECTION_H
#define STORE_SQLITE_CONNECTION_H

#include "store/connection.h"
#include "store/database.h"
#include "store/store.h"

struct sqlite_connection_options {
    struct database_options database;
    const struct log *log;
};

RK_MUST_USE rk_err sqlite_connection_open(const struct sqlite_connection_options *options,
                                          struct connection **out, char *error, size_t error_size);

#endif
