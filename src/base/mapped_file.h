/* SPDX-License-Identifier: MIT */
/* Files mapped into memory for reading. Another program may truncate or overwrite a file while it
 * is mapped: missing bytes then read as zeros, instead of ending this program with SIGBUS, and
 * mapped_file_has_changed() reports it. Threads that read a mapped file must not block SIGBUS. */
#ifndef BASE_MAPPED_FILE_H
#define BASE_MAPPED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/err.h"

struct mapped_file;

/* Maps a regular file that is not empty. Fills in `fault` on failure. The caller closes it. */
RK_MUST_USE rk_err mapped_file_open(const char *path, struct mapped_file **out, rk_fault *fault);
void mapped_file_close(struct mapped_file *file); /* NULL is allowed */

const uint8_t *mapped_file_bytes(const struct mapped_file *file);
size_t mapped_file_size(const struct mapped_file *file);

/* Closes the file's descriptor, for callers that map more files than a process may have open.
 * Afterwards mapped_file_has_changed() notices only missing bytes that were read. */
void mapped_file_drop_descriptor(struct mapped_file *file);

/* Whether the file was truncated or written to since it was opened. A file that was replaced by
 * rename, or removed, has not changed. Thread-safe. */
bool mapped_file_has_changed(const struct mapped_file *file);

#endif
