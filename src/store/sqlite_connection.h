/* SPDX-License-Identifier: MIT */
/* A connection to a SQLite database, which runs jobs. One thread at a time. */
#ifndef STORE_SQLITE_CONNECTION_H
#define STORE_SQLITE_CONNECTION_H

#include "base/list.h"
#include "store/database.h"
#include "store/store.h"

struct connection;
struct store_job;

struct connection_options {
    struct database_options database;
    const struct log *log;
};

RK_MUST_USE rk_err connection_open(const struct connection_options *options,
                                   struct connection **out, char *why, size_t why_size);
void connection_close(struct connection *connection); /* NULL is allowed */

/* Runs a list of jobs (by their node) that write, as one flush, and settles each:
 * those that are refused or wrong do not hinder the others; if the flush fails
 * all have failed. */
void connection_write(struct connection *connection, struct list *jobs);

/* Runs a job that reads, and settles it. */
void connection_read(struct connection *connection, struct store_job *job);

#endif
