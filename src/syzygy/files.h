/* SPDX-License-Identifier: MIT */
/* The files of tables in some folders, each mapped into memory when it is first asked for. */
#ifndef SYZYGY_FILES_H
#define SYZYGY_FILES_H

#include "syzygy/table.h"

struct endfiles;

/* The fault names the folder that cannot be looked into. */
RK_MUST_USE rk_err endfiles_open(const char *folders, struct endfiles **out, rk_fault *fault);
void endfiles_close(struct endfiles *files);

size_t endfiles_count(const struct endfiles *files); /* of endings whose results are there */
unsigned endfiles_men(const struct endfiles *files); /* of the largest of them */

/* The table for the men of a position, and what it is to be asked with; NULL if there is none, or
 * it is damaged. From any thread. */
const struct endtable *endfiles_table(struct endfiles *files, const rk_position *pos,
                                      enum endtable_sort sort);
const struct numbering *endfiles_numbering(const struct endfiles *files);

#endif
