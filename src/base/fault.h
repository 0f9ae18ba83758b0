/* SPDX-License-Identifier: MIT */
/* Fills in the details of an error. */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include <stddef.h>

#include "rookery/err.h"

/* Fills in `fault`, unless it is NULL, and returns `err`. */
rk_err fault_set(rk_fault *fault, rk_err err, size_t offset, const char *message);

/* The same with the error's own text and offset 0. */
rk_err fault_set_default(rk_fault *fault, rk_err err);

#endif
