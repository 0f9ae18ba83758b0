/* SPDX-License-Identifier: MIT */
/* A part of the server's state that is read from the store at the start, and again whenever
 * it was changed there. */
#ifndef CORE_STORED_STATE_H
#define CORE_STORED_STATE_H

#include "core/state.h"

struct stored_state {
    const char *what; /* for the log: "announcements" */
    enum statement statement;
    void (*bind)(struct server *server, struct store_job *job);  /* its parameters; NULL: none */
    void (*apply)(struct server *server, struct store_job *job); /* gets all rows */

    struct server *server;        /* set by stored_state_load(), like the rest */
    bool done;                    /* it has been applied once */
    bool running, reload_pending; /* a read is under way; another one is to follow */
    struct timer retry;
};

/* Reads and applies; a read that fails is repeated every second. */
void stored_state_load(struct server *server, struct stored_state *state);
void stored_state_stop(struct server *server, struct stored_state *state);

/* For `bind`: the statement takes the current date. */
void stored_state_bind_date(struct server *server, struct store_job *job);

#endif
