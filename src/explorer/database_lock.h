/* SPDX-License-Identifier: MIT */
/* A lock that lets only one program at a time write a database that exists. Readers do not take it:
 * a new file appears under the name when it is complete. */
#ifndef EXPLORER_DATABASE_LOCK_H
#define EXPLORER_DATABASE_LOCK_H

#include "rookery/err.h"

/* Locks the file that has this name until database_unlock() or the end of the process; *out is -1
 * if there is none that can be opened. Fills in `fault` if another program holds the lock. */
RK_MUST_USE rk_err database_lock(const char *path, int *out, rk_fault *fault);
void database_unlock(int lock); /* -1 is allowed */

#endif
