/* SPDX-License-Identifier: MIT */
/* Builds puzzles from text. */
#ifndef SUPPORT_PUZZLE_H
#define SUPPORT_PUZZLE_H

#include "puzzles/puzzle.h"

/* A puzzle from the position after the error, and its solution in SAN: "Nf7+ Kg8 Nxd8". The error
 * is no capture. Invalid text fails the running test. */
struct puzzle puzzle_from(const char *fen, const char *solution);

#endif
