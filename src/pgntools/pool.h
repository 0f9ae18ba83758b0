/* SPDX-License-Identifier: MIT */
/* Runs a job over all chunks of PGN files on several threads, and hands the results back in the
 * order of the files. Memory does not grow with the size of the files. */
#ifndef PGNTOOLS_POOL_H
#define PGNTOOLS_POOL_H

#include "pgntools/chunk.h"
#include "pgntools/reporter.h"

/* A result is `result_size` bytes, all zeros at first. Results are reused: a result belongs to one
 * chunk at a time. */
struct pool_job {
    void *data;
    size_t result_size;
    /* Processes a chunk, on any thread. */
    void (*process)(const struct chunk *chunk, void *result, const void *data);
    /* Collects a result: in order, on the calling thread. Returns false to end the run early. */
    bool (*collect)(const struct chunk *chunk, void *result, void *data);
    /* Called on the calling thread several times a second while it waits for results, to show
     * progress. May be NULL. With it, all work is done on other threads, also if `threads` is 1. */
    void (*tick)(void *data);
    /* Frees what a result owns, not the result itself. May be NULL. */
    void (*free_result)(void *result);
};

struct pool_options {
    const char *const *files; /* "-" is standard input */
    size_t file_count;        /* 0: standard input */
    unsigned threads;
    struct chunk_limits limits;
    struct reporter reporter;
};

enum pool_end {
    POOL_DONE,
    POOL_BAD_DATA, /* a file is corrupt, or has no game where one must be */
    POOL_FAILED    /* a file could not be read, or memory ran out */
};

/* A problem with a file is reported and does not stop the others. */
enum pool_end pool_run(const struct pool_options *options, const struct pool_job *job);

#endif
