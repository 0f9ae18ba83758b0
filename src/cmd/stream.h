/* SPDX-License-Identifier: MIT */
/* Bytes in and out: files and the standard streams, plain or packed. What fails
 * leaves a sentence in the stream; nothing is printed here. */
#ifndef CMD_STREAM_H
#define CMD_STREAM_H

#include <stdbool.h>
#include <stddef.h>

/* What comes in is unpacked by what it begins with (gzip, zstd), whatever it is
 * called. "-" is standard input. NULL only without memory. */
struct input;
struct input *input_open(const char *name);

/* Fills `buffer` as far as there is something, at most `size`; less than that
 * only at the end or when it failed. */
size_t input_read(struct input *input, char *buffer, size_t size);

/* Why it failed, or NULL. Borrowed. */
const char *input_problem(const struct input *input);
void input_close(struct input *input);

/* What goes out is packed if the name ends in .gz or .zst. A file appears under
 * its name only when it is whole: until then it is another one beside it. NULL
 * or "-" is standard output; what is no file (/dev/null) is written as it is.
 * NULL only without memory. */
struct output;
struct output *output_open(const char *name);
void output_write(struct output *output, const char *bytes, size_t size);
const char *output_problem(const struct output *output);

/* Ends it. If all was well and `keep`, the file gets its name; else it is gone.
 * Says whether it is kept; if not, `why` (may be NULL) is told. */
bool output_close(struct output *output, bool keep, const char **why);

#endif
