/* SPDX-License-Identifier: MIT */
/* Copies everything from one store to another of any kind. */
#ifndef STORE_COPY_H
#define STORE_COPY_H

#include <stddef.h>
#include <stdint.h>

#include "rookery/err.h"

struct copied_table {
    const char *name;
    uint64_t rows;
    uint64_t checksum; /* of its rows, in the order of the key */
};

/* Called when a table is in its place and the same there as at its source. */
typedef void copy_progress(void *context, const struct copied_table *table);

/* Copies the tables of one snapshot of `from`, which a server may be using, to `to`, which must be
 * empty; both are data folders or URLs. The copy is read again and compared before it is committed.
 * On failure nothing was copied, and `error` gets the reason. */
RK_MUST_USE rk_err store_copy(const char *from, const char *to, copy_progress *progress,
                              void *context, char *error, size_t error_size);

#endif
