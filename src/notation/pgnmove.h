/* SPDX-License-Identifier: MIT */
/* A fast path for the SAN that almost every PGN file contains. */
#ifndef NOTATION_PGNMOVE_H
#define NOTATION_PGNMOVE_H

#include <stddef.h>

#include "rookery/position.h"

/* Parses an ordinary move, capture or promotion in exact SAN. Returns false for
 * anything else, valid or not; then use rk_san_parse(). Where this returns true,
 * rk_san_parse() finds the same move. */
RK_MUST_USE bool pgnmove_read(const rk_position *pos, const char *text, size_t size, rk_move *out);

#endif
