/* SPDX-License-Identifier: MIT */
/* Writes the index of positions of a database whose games are complete. */
#ifndef EXPLORER_INDEX_WRITER_H
#define EXPLORER_INDEX_WRITER_H

#include "explorer/database.h"

struct index_options {
    const char *path; /* of the database; temporary files are stored beside it */
    unsigned threads;
    size_t memory;
    bool check_moves; /* the games come from a file, so moves may be illegal */
};

struct index_result {
    uint64_t positions;
    uint64_t size; /* bytes written */
    uint32_t crc;
    uint64_t *bucket_ends; /* the end of each bucket; the caller frees them */
};

/* Appends the section of positions to `file`, from its current offset on. Returns NULL, or an
 * error message. */
const char *index_write(const struct database *database, const struct index_options *options,
                        int file, struct index_result *out);

#endif
