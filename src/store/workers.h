/* SPDX-License-Identifier: MIT */
/* A store made of connections to a database of any kind. One thread writes, another reads. The
 * writer commits everything that waits at once. With one connection, its thread does both. With
 * inline_jobs there are no threads, and store_poll() runs the jobs. */
#ifndef STORE_WORKERS_H
#define STORE_WORKERS_H

#include "store/connection.h"
#include "store/store.h"

struct worker_parts {
    struct connection *writer;
    struct connection *reader; /* NULL: the writer reads, too */
    int lock;                  /* released after the connections are closed; -1: none */
};

/* Takes the parts over, even on failure. */
RK_MUST_USE rk_err workers_start(const struct store_options *options,
                                 const struct worker_parts *parts, struct store **out, char *error,
                                 size_t error_size);

/* Closes parts that were not taken over. */
void workers_close_parts(const struct worker_parts *parts);

#endif
