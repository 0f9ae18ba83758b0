/* SPDX-License-Identifier: MIT */
/* A connection to a SQLite database, which runs jobs. Use it from one thread at a time. */
#ifndef STORE_SQLITE_CONNECTION_H
#define STORE_SQLITE_CONNECTION_H

#include "base/list.h"
#include "store/database.h"
#include "store/store.h"

struct sqlite_connection;
struct store_job;

struct sqlite_connection_options {
    struct database_options database;
    const struct log *log;
};

RK_MUST_USE rk_err sqlite_connection_open(const struct sqlite_connection_options *options,
                                          struct sqlite_connection **out, char *why,
                                          size_t why_size);
void sqlite_connection_close(struct sqlite_connection *connection); /* NULL is allowed */

/* Runs writing jobs, linked by their nodes, in one transaction and completes each. A job
 * that is refused or fails does not affect the others; if the commit fails, all fail. */
void sqlite_connection_write(struct sqlite_connection *connection, struct list *jobs);

/* Runs a reading job and completes it. */
void sqlite_connection_read(struct sqlite_connection *connection, struct store_job *job);

#endif
