/* SPDX-License-Identifier: MIT */
/* A lock that lets only one server use a data folder. The admin tools do not take it. */
#ifndef STORE_LOCK_H
#define STORE_LOCK_H

#include <stddef.h>

#include "rookery/err.h"

/* Locks the folder until lock_release() or the end of the process. On failure `why` gets
 * the error message, which names the process that holds the lock. */
RK_MUST_USE rk_err lock_acquire(const char *folder, int *out, char *why, size_t why_size);
void lock_release(int lock); /* -1 is allowed */

#endif
