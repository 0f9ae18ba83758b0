/* SPDX-License-Identifier: MIT */
/* Reads what the functions of buffer.h have written, from bytes that may come from anywhere. Once
 * something does not fit, the reader is marked as failed and returns zeros, so that you only need
 * to check at the end. */
#ifndef BASE_BYTE_READER_H
#define BASE_BYTE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct byte_reader {
    const uint8_t *at;
    size_t left;
    bool failed;
};

struct byte_reader byte_reader_of(const void *bytes, size_t size);

uint8_t byte_reader_byte(struct byte_reader *reader);
uint64_t byte_reader_varint(struct byte_reader *reader);
int64_t byte_reader_signed(struct byte_reader *reader); /* of buffer_signed_varint() */
/* A varint of at most `max`. */
uint64_t byte_reader_number(struct byte_reader *reader, uint64_t max);
/* Fails unless it is 0 or 1. */
bool byte_reader_bool(struct byte_reader *reader);
/* That many bytes; borrowed. NULL if there are fewer. */
const void *byte_reader_bytes(struct byte_reader *reader, size_t size);
/* What buffer_counted() wrote; borrowed. NULL if it failed. */
const char *byte_reader_counted(struct byte_reader *reader, size_t *out_size);
/* The same, copied with a NUL; fails if it does not fit or has a NUL itself. */
void byte_reader_text(struct byte_reader *reader, char *out, size_t out_size);

/* Whether everything was read, and nothing failed. */
bool byte_reader_is_done(const struct byte_reader *reader);

#endif
