/* SPDX-License-Identifier: MIT */
/* A store in a SQLite database: the file rookery.db in a folder, or in memory, where one thread
 * writes and reads. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include "store/store.h"

/* Like store_open(). `folder` NULL means in memory; a missing folder is created, with
 * access for its owner only. */
RK_MUST_USE rk_err sqlite_open(const char *folder, const struct store_options *options,
                               struct store **out, char *error, size_t error_size);

#endif
