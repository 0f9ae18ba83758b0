/* SPDX-License-Identifier: MIT */
/* A lock that lets only one server use a data folder. The admin tools do not take it. */
#ifndef STORE_LOCK_H
#define STORE_LOCK_H

#include <stddef.h>

#include "rookery/err.h"

/* Locks the folder until lock_release() or the end of the process. On failure `error` gets
 * the error message, which names the process that holds the lock. */
RK_MUST_USE rk_err lock_acquire(const char *folder, int *out, char *error, size_t error_size);
/* Locks the database itself, which protects it even if the file `lock` is deleted. The lock is one
 * of flock(), which SQLite does not use: other programs may still read and write. Creates a missing
 * file. Release it after SQLite has closed the file: closing it ends SQLite's own locks. */
RK_MUST_USE rk_err lock_database(const char *file, int *out, char *error, size_t error_size);

void lock_release(int lock); /* -1 is allowed */

#endif
