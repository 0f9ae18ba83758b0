/* SPDX-License-Identifier: MIT */
/* A lock that lets only one program at a time write a file. Readers do not take it: a new file
 * appears under the name when it is complete. It ends with the process, however that ends. */
#ifndef PGNTOOLS_FILE_LOCK_H
#define PGNTOOLS_FILE_LOCK_H

#include "rookery/err.h"

/* Locks an existing file until file_unlock(). If it cannot be opened, that is no error, and *out is
 * -1. Fills in `fault` if another program holds the lock. */
RK_MUST_USE rk_err file_lock(const char *path, int *out, rk_fault *fault);

/* The same, but creates a file that does not exist. *out is open for reading and writing; a file
 * that cannot be opened is an error, too. */
RK_MUST_USE rk_err file_lock_create(const char *path, int *out, rk_fault *fault);

void file_unlock(int lock); /* -1 is allowed */

#endif
