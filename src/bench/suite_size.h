/* SPDX-License-Identifier: MIT */
/* The lines of a suite of positions: one position per line; empty lines and comments (#) are
 * skipped. */
#ifndef BENCH_SUITE_SIZE_H
#define BENCH_SUITE_SIZE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Whether the line, without its newline, has a position. */
bool suite_has_position(const char *line);

/* Counts the positions from here to the end of the file, and returns to this place. 0 if the file
 * cannot be read twice, as a pipe. */
uint64_t suite_size(FILE *file);

#endif
