/* SPDX-License-Identifier: MIT */
/* The files of tables in some folders, each mapped into memory when it is first asked for. */
#ifndef SYZYGY_FILES_H
#define SYZYGY_FILES_H

#include "syzygy/table.h"

struct files;

/* The fault names the folder that cannot be looked into. */
RK_MUST_USE rk_err files_open(const char *folders, struct files **out, rk_fault *fault);
void files_close(struct files *files);

size_t files_count(const struct files *files);        /* of endings whose results are there */
unsigned files_max_pieces(const struct files *files); /* of the largest of them */

/* The table for the men of a position, and what it is to be asked with; NULL if there is none, or
 * it is damaged. From any thread. */
const struct table *files_find_table(struct files *files, const rk_position *pos,
                                     enum table_type type);
const struct index_tables *files_index_tables(const struct files *files);

#endif
