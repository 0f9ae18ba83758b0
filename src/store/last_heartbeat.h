/* SPDX-License-Identifier: MIT */
/* Reads when a server last used this store, and the current time of the database. */
#ifndef STORE_LAST_HEARTBEAT_H
#define STORE_LAST_HEARTBEAT_H

#include "store/store.h"

struct last_heartbeat {
    int64_t at;       /* by the time of that server; 0: there is none */
    int64_t store_ms; /* now, by the clock of the database */
};

/* Waits for the answer. */
RK_MUST_USE rk_err last_heartbeat_read(struct store *store, struct last_heartbeat *out);

#endif
