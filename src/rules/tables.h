/* SPDX-License-Identifier: MIT */
/* Constants made by tools/tables.c when the program is built: there is nothing
 * to initialise and no order to keep. */
#ifndef RULES_TABLES_H
#define RULES_TABLES_H

#include <stdint.h>

#include "rookery/piece.h"

/* Attacks of the movements that know no obstacle. */
extern const uint64_t leap_attacks[64];
extern const uint64_t step_attacks[64];

/* Attacks of the sliding movements on an empty board. */
extern const uint64_t straight_rays[64];
extern const uint64_t diagonal_rays[64];

/* The squares from `a`, without it, to `b`, with it; none if they share no line. */
extern const uint64_t path[64][64];

/* From where each movement can attack a square beside the king, or one that it
 * could cross by castling. */
struct king_zone {
    uint64_t straight, diagonal, leaps;
};
extern const struct king_zone step_zones[64];
extern const struct king_zone castling_zones[64];

#ifdef __BMI2__
/* Sliding attacks by the pieces on the relevant squares, packed by PEXT. */
struct slider_lookup {
    const uint64_t *attacks;
    uint64_t relevant;
};
extern const struct slider_lookup straight_lookup[64];
extern const struct slider_lookup diagonal_lookup[64];
#else
/* The lines through a square, without it, and the attacks along the first rank
 * by the six inner squares of it. */
extern const uint64_t file_line[64];
extern const uint64_t rising_line[64];
extern const uint64_t falling_line[64];
extern const uint8_t rank_attacks[8][64];
#endif

/* Castling of a king and a rook on these files, as sets of files: squares that
 * must be free of others, and squares on which the king must be safe. */
struct castling_lane {
    uint8_t free, safe;
};
extern const struct castling_lane castling_lanes[8][8];

/* Random words whose sum (by XOR) is the key of a position. */
enum { POCKET_MAX = 16, CHECKS_MAX = 3 };
extern const uint64_t piece_keys[2][RK_KIND_COUNT][64];
extern const uint64_t castling_keys[64];
extern const uint64_t en_passant_keys[8];
extern const uint64_t promoted_keys[64];
extern const uint64_t pocket_keys[2][RK_KIND_COUNT][POCKET_MAX + 1];
extern const uint64_t checks_keys[2][CHECKS_MAX + 1];
extern const uint64_t turn_key;

#endif
