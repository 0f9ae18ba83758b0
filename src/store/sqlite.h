/* SPDX-License-Identifier: MIT */
/* A store in a SQLite database: the file rookery.db of a folder, or memory.
 *
 * One thread writes, another reads. The writer takes everything that waits and
 * commits it at once. In memory one thread does both; inline none does, and
 * store_poll() runs what waits. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include "store/store.h"

/* As store_open(); `folder` NULL is memory. A folder that is missing is made,
 * open to its owner only. */
RK_MUST_USE rk_err sqlite_open(const char *folder, const struct store_options *options,
                               struct store **out, char *why, size_t why_size);

#endif
