/* SPDX-License-Identifier: MIT */
/* What is wrong with something that was read, and where. */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include <stddef.h>

#include "rookery/err.h"

/* Fills in `fault`, unless it is NULL, and returns `err`. */
rk_err fault_set(rk_fault *fault, rk_err err, size_t offset, const char *words);

#endif
