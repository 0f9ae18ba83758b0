/* SPDX-License-Identifier: MIT */
/* Copies of the database file: taken while a server writes to it, checked, and put back. */
#ifndef STORE_BACKUP_H
#define STORE_BACKUP_H

#include <stddef.h>

#include "rookery/err.h"

/* Copies the database of a folder to a new file, readable by its owner only: everything that was
 * committed when it began, and nothing later. The server may keep running. On failure `error` gets
 * the error message, and there is no file. */
RK_MUST_USE rk_err backup_create(const char *folder, const char *file, char *error,
                                 size_t error_size);

/* Checks that a file is an intact database of ours, and not of a newer version. Does not change
 * it. */
RK_MUST_USE rk_err backup_verify(const char *file, char *error, size_t error_size);

enum { BACKUP_PATH_SIZE = 4400 }; /* of a path with a suffix */

/* Puts a verified backup into the folder, which the caller has locked. The database that was there
 * is kept beside it; its name is written to `kept` ("" if there was none). */
RK_MUST_USE rk_err backup_restore(const char *file, const char *folder, const char *suffix,
                                  char kept[BACKUP_PATH_SIZE], char *error, size_t error_size);

#endif
