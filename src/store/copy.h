/* SPDX-License-Identifier: MIT */
/* Copies all data from one store to another, of the same or another kind. */
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

/* Called when a table has been copied and verified. */
typedef void copy_progress(void *context, const struct copied_table *table);

/* Copies the tables of one snapshot of `from`, which a server may be using, to `to`, which must be
 * empty; both are data folders or URLs. The copy is read again and compared before it is committed.
 * On failure nothing was copied, and `error` gets the reason. */
RK_MUST_USE rk_err store_copy(const char *from, const char *to, copy_progress *progress,
                              void *context, char *error, size_t error_size);

#endif
