/* SPDX-License-Identifier: MIT */
/* One Syzygy file in memory: .rtbw has results (WDL), .rtbz distances (DTZ). Captures and en
 * passant, which the files do not cover, are handled in tablebase.c. */
#ifndef SYZYGY_TABLE_H
#define SYZYGY_TABLE_H

#include "rookery/tablebase.h"
#include "syzygy/decompress.h"
#include "syzygy/index.h"

enum table_type { TABLE_WDL, TABLE_DTZ, TABLE_TYPES };

struct table;

/* Parses a file. The bytes are borrowed. NULL if they are corrupt or memory is short; *problem,
 * unless `problem` is NULL, is then a text with static storage. */
RK_MUST_USE struct table *table_create(const struct index_tables *tables,
                                       const struct signature *signature, enum table_type type,
                                       const unsigned char *bytes, size_t size,
                                       const char **problem);
void table_destroy(struct table *table); /* NULL is allowed */

enum table_result {
    TABLE_FOUND,
    TABLE_OTHER_SIDE, /* the file has the distances for the other side to move only */
    TABLE_CORRUPT,
    TABLE_MISSING /* there is no file; table_probe() does not return this */
};

/* The position has the pieces of the table's signature, in either colour. A WDL table gives an
 * rk_wdl. A DTZ table gives plies, from 1, and needs the result `wdl`, which is not a draw. */
enum table_result table_probe(const struct index_tables *tables, const struct table *table,
                              const rk_position *pos, int wdl, int *out);

#endif
