/* SPDX-License-Identifier: MIT */
/* The files of the server's own opening databases: opened, built and checked on a worker thread. */
#ifndef ARCHIVE_ARCHIVE_FILE_H
#define ARCHIVE_ARCHIVE_FILE_H

#include <stdint.h>

#include "base/buffer.h"
#include "explorer/database.h"

enum { ARCHIVE_PATH_MAX = 4096, ARCHIVE_ERROR_SIZE = ARCHIVE_PATH_MAX + 256 };

/* Creates the folder, removes what an interrupted build has left, and opens the file of each
 * variant that has an intact one; the others get an empty result. Returns false, and why in
 * `error`, if the folder cannot be used. */
bool archive_files_open(const char *folder, struct database out[RK_VARIANT_COUNT],
                        char error[ARCHIVE_ERROR_SIZE]);

/* Removes the files of all variants. */
void archive_files_remove(const char *folder);

/* How many accounts had been erased when the folder was last emptied, according to a file in it.
 * Returns -1 if that file is missing or damaged. */
int64_t archive_erasures_read(const char *folder);
bool archive_erasures_write(const char *folder, int64_t erasures);

struct archive_file {
    const char *folder;
    rk_variant variant;
    bool scratch; /* it loses its name at once */
};

/* Builds a file from the games of `base`, unless it is NULL, and from records, and opens it.
 * Returns false, and why in `error`, on failure. */
bool archive_file_build(const struct archive_file *file, const struct database *base,
                        const struct buffer *records, struct database *out,
                        char error[ARCHIVE_ERROR_SIZE]);

#endif
