/* SPDX-License-Identifier: MIT */
/* The detectors of themes, one for each row of themes.def. */
#ifndef PUZZLES_TACTICS_H
#define PUZZLES_TACTICS_H

#include "puzzles/puzzle.h"

#define ROW(theme, name, detector) bool detector(const struct puzzle *puzzle);
#include "puzzles/themes.def"

#endif
