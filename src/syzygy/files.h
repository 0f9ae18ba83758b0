/* SPDX-License-Identifier: MIT */
/* The table files in some folders. Each is mapped into memory when it is first needed. */
#ifndef SYZYGY_FILES_H
#define SYZYGY_FILES_H

#include "syzygy/table.h"

struct files;

/* The fault names a folder that cannot be read. */
RK_MUST_USE rk_err files_open(const char *folders, struct files **out, rk_fault *fault);
void files_close(struct files *files);

size_t files_count(const struct files *files);        /* of WDL files */
unsigned files_max_pieces(const struct files *files); /* of the largest WDL file */

struct file_state {
    const char *path;
    uint64_t size;
    const char *problem; /* why it cannot be used; NULL: it can */
};

/* Opens the file of an endgame, with its sides in either order; false if there is none. The texts
 * are borrowed until files_close(). */
RK_MUST_USE bool files_inspect(struct files *files, const uint8_t of[2][RK_KING],
                               enum table_type type, struct file_state *out);

/* The paths of files that end like tables, but do not have the name of an endgame, such as KRPvKR.
 * Borrowed until files_close(). */
size_t files_misnamed_count(const struct files *files);
const char *files_misnamed(const struct files *files, size_t index);

/* Probes the table for the pieces of a position, as table_probe() does. A file that was truncated
 * or overwritten while it is mapped is corrupt from then on. Thread-safe. */
enum table_result files_probe(struct files *files, const rk_position *pos, enum table_type type,
                              int wdl, int *out);

#endif
