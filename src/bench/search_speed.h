/* SPDX-License-Identifier: MIT */
/* Measures how fast the engine searches the positions of `rookery uci bench`: alone, with several
 * threads, or compared with another engine. */
#ifndef BENCH_SEARCH_SPEED_H
#define BENCH_SEARCH_SPEED_H

#include <stdbool.h>
#include <stddef.h>

enum { SEARCH_SPEED_ROUNDS_MAX = 100 };

struct search_speed_options {
    unsigned long depth;   /* 0: the default */
    unsigned long threads; /* compare one thread with this many; 0: one thread only */
    const char *peer;      /* compare with this UCI engine; NULL: none */
    unsigned long time_ms; /* for each position, with a peer */
    unsigned long rounds, hash_mib;
};

/* Prints each round, the median and a JSON line to standard output. Returns false, with the reason
 * in `error`, if an engine does not start or does not answer. */
bool search_speed_run(const struct search_speed_options *options, char *error, size_t error_size);

#endif
