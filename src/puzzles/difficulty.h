/* SPDX-License-Identifier: MIT */
/* Estimates how hard a puzzle is for people, as a rating. docs/puzzles.md has the formula. */
#ifndef PUZZLES_DIFFICULTY_H
#define PUZZLES_DIFFICULTY_H

#include "puzzles/puzzle.h"

enum { PUZZLE_RATING_MIN = 600, PUZZLE_RATING_MAX = 2800 };

/* Needs everything but the rating. */
unsigned difficulty_rating(const struct puzzle *puzzle);

#endif
