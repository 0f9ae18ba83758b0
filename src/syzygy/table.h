/* SPDX-License-Identifier: MIT */
/* One file of Syzygy tables, in memory: .rtbw, who wins; .rtbz, how far the next zeroing move is.
 * What it says of positions with captures or en passant is made good in tablebase.c. */
#ifndef SYZYGY_TABLE_H
#define SYZYGY_TABLE_H

#include "rookery/tablebase.h"
#include "syzygy/decompress.h"
#include "syzygy/index.h"

enum table_type { TABLE_WDL, TABLE_DTZ, TABLE_TYPES };

struct table;

/* Reads what describes the table; the bytes are the caller's and stay. NULL if they are damaged,
 * or there is no memory. */
RK_MUST_USE struct table *table_create(const struct index_tables *tables,
                                       const struct signature *signature, enum table_type type,
                                       const unsigned char *bytes, size_t size);
void table_destroy(struct table *table); /* NULL is allowed */

enum table_result {
    TABLE_FOUND,
    TABLE_OTHER_SIDE, /* distances are kept for one side to move; here it is the other */
    TABLE_CORRUPT
};

/* The position has the men of the table's signature, with either colour. A result is -2 to 2, an
 * rk_wdl; a distance is in plies, from 1, and needs to know the result, which is no draw. */
enum table_result table_probe(const struct index_tables *tables, const struct table *table,
                              const rk_position *pos, int result, int *out);

#endif
