/* SPDX-License-Identifier: MIT */
/* A connection to a database, which runs jobs. Use it from one thread at a time. */
#ifndef STORE_CONNECTION_H
#define STORE_CONNECTION_H

#include "base/list.h"

struct connection;
struct store_job;

struct connection_ops {
    /* Runs writing jobs, linked by their nodes, in one transaction and completes each. A job that
     * is refused or fails does not affect the others; if the commit fails, all fail. */
    void (*write)(struct connection *connection, struct list *jobs);

    /* Runs a reading job and completes it. */
    void (*read)(struct connection *connection, struct store_job *job);

    void (*close)(struct connection *connection);

    /* Called by any thread before the connection is closed: from now on it fails instead of waiting
     * for its database. NULL: it never waits. */
    void (*interrupt)(struct connection *connection);
};

/* The first member of every kind of connection. */
struct connection {
    const struct connection_ops *ops;
};

#endif
