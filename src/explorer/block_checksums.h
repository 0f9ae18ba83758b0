/* SPDX-License-Identifier: MIT */
/* Checksums of the blocks of a database, so that a reader notices damage in what it reads without
 * reading the whole file first. A block is verified when it is read for the first time.
 * Thread-safe. */
#ifndef EXPLORER_BLOCK_CHECKSUMS_H
#define EXPLORER_BLOCK_CHECKSUMS_H

#include <stdbool.h>
#include <stddef.h>

#include "explorer/format.h"

/* Computes the checksums of the blocks of a file, from the header up to `end`, and writes them
 * there. Returns an error, or NULL. */
const char *block_checksums_write(int file, uint64_t end, struct section *out);

struct block_checksums;

/* `bytes` are the whole file; they are borrowed. Returns NULL if memory runs out. */
struct block_checksums *block_checksums_create(const uint8_t *bytes,
                                               const struct format_header *header);
void block_checksums_destroy(struct block_checksums *checksums);

/* Whether the blocks of some bytes are undamaged. */
bool block_checksums_verify(struct block_checksums *checksums, const uint8_t *at, uint64_t size);

/* Whether a damaged block was read. */
bool block_checksums_failed(const struct block_checksums *checksums);

#endif
