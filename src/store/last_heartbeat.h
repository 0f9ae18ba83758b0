/* SPDX-License-Identifier: MIT */
/* When a server last used this store. */
#ifndef STORE_LAST_HEARTBEAT_H
#define STORE_LAST_HEARTBEAT_H

#include "store/store.h"

/* Reads the time of the last heartbeat, 0 if there is none, and waits for the answer. */
RK_MUST_USE rk_err last_heartbeat_read(struct store *store, int64_t *out);

#endif
