/* SPDX-License-Identifier: MIT */
/* The files of the server's own opening database: opened, built and checked on a worker thread. */
#ifndef ARCHIVE_ARCHIVE_FILE_H
#define ARCHIVE_ARCHIVE_FILE_H

#include "base/buffer.h"
#include "explorer/database.h"

enum { ARCHIVE_PATH_MAX = 4096, ARCHIVE_ERROR_SIZE = 256 };

/* Creates the folder, removes what an interrupted build has left, and opens the file if there is a
 * sound one: otherwise `out` has no games. Returns false, and why in `error`, if the folder cannot
 * be used. */
bool archive_file_open(const char *folder, const char *path, struct database *out,
                       char error[ARCHIVE_ERROR_SIZE]);

/* Builds a file from the games of `base`, unless it is NULL, and from records, and opens it. A
 * scratch file loses its name at once. Returns false, and why in `error`, on failure. */
bool archive_file_build(const char *path, const struct database *base, const struct buffer *records,
                        bool scratch, struct database *out, char error[ARCHIVE_ERROR_SIZE]);

#endif
