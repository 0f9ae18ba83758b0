/* SPDX-License-Identifier: MIT */
/* A folder that only one process at a time may serve from; its tools do not ask. */
#ifndef STORE_LOCK_H
#define STORE_LOCK_H

#include <stddef.h>

#include "rookery/err.h"

/* Takes the folder for this process until lock_release() or its end, however that
 * comes. If another one has it `why` says which. */
RK_MUST_USE rk_err lock_acquire(const char *folder, int *out, char *why, size_t why_size);
void lock_release(int lock); /* -1 is allowed */

#endif
