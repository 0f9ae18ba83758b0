/* SPDX-License-Identifier: MIT */
/* Networks for the evaluation of standard chess and Chess960. An engine has one built in; another
 * one can be loaded from a file. */
#ifndef ROOKERY_NETWORK_H
#define ROOKERY_NETWORK_H

#include <stddef.h>

#include "rookery/err.h"

RK_BEGIN_C

/* A network. It never changes, so several engines and threads may use it at the same time. */
typedef struct rk_network rk_network;

/* Reads a network file into memory. Returns RK_CANNOT_OPEN or RK_CANNOT_READ if the file cannot be
 * read, RK_BAD_RECORD if it is not a network or is damaged, and RK_NO_MEMORY; *fault, unless NULL,
 * then says what is wrong and where. The caller owns *out and closes it with rk_network_close(). */
RK_MUST_USE rk_err rk_network_open(const char *path, rk_network **out, rk_fault *fault);

/* Like rk_network_open(), but reads a network from memory. The bytes are copied. */
RK_MUST_USE rk_err rk_network_from_bytes(const void *bytes, size_t size, rk_network **out,
                                         rk_fault *fault);

/* Closes a network. No engine may use it any more. NULL is allowed. */
void rk_network_close(rk_network *network);

RK_END_C

#endif
