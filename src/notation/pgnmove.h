/* SPDX-License-Identifier: MIT */
/* Moves as almost every PGN file writes them, read without a detour. */
#ifndef NOTATION_PGNMOVE_H
#define NOTATION_PGNMOVE_H

#include <stddef.h>

#include "rookery/position.h"

/* Reads a step, capture or promotion in SAN and finds the one legal move that is
 * meant. False if it is anything but that, right or wrong: rk_san_parse() knows,
 * and where this says yes it says the same. */
RK_MUST_USE bool pgnmove_read(const rk_position *pos, const char *text, size_t size, rk_move *out);

#endif
