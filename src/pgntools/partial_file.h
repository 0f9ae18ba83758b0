/* SPDX-License-Identifier: MIT */
/* An output file that a long run can continue after it was killed.
 *
 * Until it is complete, the output is FILE.partial, and FILE.progress says how much of the input it
 * covers. A run that is started again with the same identity (input files and options) cuts off
 * what was written after the last recorded point and continues there. FILE appears, and the other
 * two disappear, when the run is complete. If it replaces an older file, it has the permissions of
 * that file. Only one run at a time can write the file. */
#ifndef PGNTOOLS_PARTIAL_FILE_H
#define PGNTOOLS_PARTIAL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/err.h"

/* What the output covers so far. */
struct partial_progress {
    uint64_t chunks, games, found, errors;
};

struct partial_file;

/* Opens the output named `name`, borrowed, for appending. *progress is what an earlier run with
 * this identity has done, all zeros if this is the first. Returns NULL on failure, for example if
 * another run is writing the file, and fills in `fault`. */
struct partial_file *partial_file_open(const char *name, uint64_t identity,
                                       struct partial_progress *progress, rk_fault *fault);

/* Appends bytes, and records what the output covers with them. Returns false on failure; errno says
 * why, and nothing is recorded. */
bool partial_file_append(struct partial_file *file, const char *bytes, size_t size,
                         const struct partial_progress *progress);

/* Closes the file. If it is complete, it gets its name. Returns false on failure; errno says why.
 */
bool partial_file_close(struct partial_file *file, bool complete);

/* Closes and removes it; an older file with its name stays. */
void partial_file_discard(struct partial_file *file);

#endif
