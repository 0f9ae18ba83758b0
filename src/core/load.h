/* SPDX-License-Identifier: MIT */
/* A part of the server's state that is read from the store at the start, and again whenever it was
 * changed there. */
#ifndef CORE_LOAD_H
#define CORE_LOAD_H

#include "core/state.h"

struct load {
    const char *what; /* for the log: "announcements" */
    enum statement statement;
    void (*bind)(struct server *server, struct store_job *job);  /* its parameters; NULL: none */
    void (*apply)(struct server *server, struct store_job *job); /* gets all rows */

    struct server *server; /* set by load_start(), like the rest */
    bool done;             /* it has been applied once */
    bool running, again;   /* a read is under way, and another one is to follow */
    struct timer retry;
};

/* Reads and applies; a read that fails is repeated every second. */
void load_start(struct server *server, struct load *load);
void load_stop(struct server *server, struct load *load);

/* For `bind`: the statement takes the current date. */
void load_bind_date(struct server *server, struct store_job *job);

#endif
