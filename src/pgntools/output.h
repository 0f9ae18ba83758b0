/* SPDX-License-Identifier: MIT */
/* Writes a file or standard output, compressing by the ending of the name. Nothing is printed
 * here: a stream that fails keeps an error message. */
#ifndef PGNTOOLS_OUTPUT_H
#define PGNTOOLS_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "pgntools/temporary_file.h"
#include "platform/progress.h"

struct output_stream;

/* Opens a file for writing, compressed if the name ends in .gz or .zst. NULL or "-" is standard
 * output. A regular file is a temporary file until it is complete; anything else (/dev/null) is
 * written directly. The name is borrowed. Returns NULL only if memory runs out: check
 * output_error(). */
struct output_stream *output_open(const char *name);

/* Whether a file with this name is written compressed. */
bool output_is_compressed(const char *name);

/* Appends to a temporary file, which stays one: commit or discard it after closing the stream. */
struct output_stream *output_append(struct temporary_file *file);

void output_write(struct output_stream *output, const char *bytes, size_t size);

/* Has this progress cleared before anything is written to a terminal. Borrowed. */
void output_set_progress(struct output_stream *output, struct progress *progress);

/* Like printf(); truncates to 511 bytes. */
__attribute__((format(printf, 2, 3))) void output_print(struct output_stream *output,
                                                        const char *format, ...);

/* The error message, or NULL. */
const char *output_error(const struct output_stream *output);

/* Closes the stream. With `keep`, and if nothing failed, the file gets its name; otherwise it is
 * removed. Returns the error message, or NULL. */
const char *output_close(struct output_stream *output, bool keep);

#endif
