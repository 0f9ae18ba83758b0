/* SPDX-License-Identifier: MIT */
/* Counts the positions that a run is going to evaluate, for its progress bar. */
#ifndef PGNTOOLS_POSITION_COUNT_H
#define PGNTOOLS_POSITION_COUNT_H

#include "pgntools/run.h"

/* The positions of the main lines of all games in the files. 0 if that is not known in advance:
 * a file is not a regular one, or there is too much to read. */
uint64_t position_count_files(const struct run_options *run);

/* The positions in the games of a chunk, those of broken games as far as they can be read. */
uint64_t position_count_chunk(const struct chunk *chunk);

#endif
