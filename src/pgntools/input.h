/* SPDX-License-Identifier: MIT */
/* Reads a file or standard input, decompressing gzip and zstd. Nothing is printed here: a stream
 * that fails keeps an error message. */
#ifndef PGNTOOLS_INPUT_H
#define PGNTOOLS_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct input_stream;

/* Opens a file; "-" is standard input. The content decides whether it is decompressed, not the
 * name. Returns NULL only if memory runs out: check input_error(). */
struct input_stream *input_open(const char *name);

/* Reads from a function that behaves like read(2), errno included. */
typedef ssize_t input_source(void *context, void *buffer, size_t size);
struct input_stream *input_create(input_source *source, void *context);

/* Fills the buffer; returns less than `size` only at the end or after an error. */
size_t input_read(struct input_stream *input, char *buffer, size_t size);

/* The number of bytes read from the source so far, before decompression. */
uint64_t input_source_bytes(const struct input_stream *input);

/* The error message, or NULL. */
const char *input_error(const struct input_stream *input);
/* Whether the error is in the data: it could be read, but not decompressed. */
bool input_is_corrupt(const struct input_stream *input);
void input_close(struct input_stream *input); /* NULL is allowed */

#endif
