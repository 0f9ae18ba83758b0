/* SPDX-License-Identifier: MIT */
/* One file of Syzygy tables, in memory: .rtbw, who wins; .rtbz, how far the next zeroing move is.
 * What it says of positions with captures or en passant is made good in tablebase.c. */
#ifndef SYZYGY_TABLE_H
#define SYZYGY_TABLE_H

#include "rookery/tablebase.h"
#include "syzygy/decompress.h"
#include "syzygy/index.h"

enum endtable_sort { RESULTS, DISTANCES, SORT_COUNT };

struct endtable;

/* Reads what describes the table; the bytes are the caller's and stay. NULL if they are damaged,
 * or there is no memory. */
RK_MUST_USE struct endtable *endtable_create(const struct numbering *numbering,
                                             const struct ending *ending, enum endtable_sort sort,
                                             const unsigned char *bytes, size_t size);
void endtable_destroy(struct endtable *table); /* NULL is allowed */

enum endtable_answer {
    ANSWERED,
    OTHER_TURN, /* distances are kept for one side to move; here it is the other */
    DAMAGED
};

/* The position has the men of the table's ending, with either colour. A result is -2 to 2, an
 * rk_wdl; a distance is in plies, from 1, and needs to know the result, which is no draw. */
enum endtable_answer endtable_probe(const struct numbering *numbering, const struct endtable *table,
                                    const rk_position *pos, int result, int *out);

#endif
