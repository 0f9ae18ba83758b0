/* SPDX-License-Identifier: MIT */
/* The folder of a server's data. */
#ifndef STORE_DATA_FOLDER_H
#define STORE_DATA_FOLDER_H

#include <stddef.h>

#include "rookery/err.h"

enum { DATA_FOLDER_SIZE = 4096 }; /* of a path, with its NUL */

/* Writes the path of the default folder, from the environment: $XDG_DATA_HOME/rookery, or
 * ~/.local/share/rookery. RK_CANNOT_OPEN if there is no home folder or the path is too long. */
RK_MUST_USE rk_err data_folder_default(char out[DATA_FOLDER_SIZE]);

/* Creates the folder, for its owner only, and its parents where they are missing, and locks it as
 * lock_acquire() does. On failure `error` gets the message. */
RK_MUST_USE rk_err data_folder_open(const char *path, int *lock, char *error, size_t error_size);

#endif
