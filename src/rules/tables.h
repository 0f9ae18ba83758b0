/* SPDX-License-Identifier: MIT */
/* Lookup tables, written by tools/tables.c at build time. They need no initialisation. */
#ifndef RULES_TABLES_H
#define RULES_TABLES_H

#include <stdint.h>

#include "rookery/piece.h"

/* Attacks of knights and kings. */
extern const uint64_t leap_attacks[64];
extern const uint64_t step_attacks[64];

/* Attacks of the sliding movements on an empty board. */
extern const uint64_t straight_rays[64];
extern const uint64_t diagonal_rays[64];

/* path[a][b]: the squares between a and b, and b; empty if they are not on one line. */
extern const uint64_t path[64][64];

/* The squares from which each movement can attack a square next to the king, or one it
 * crosses when castling. */
struct king_zone {
    uint64_t straight, diagonal, leaps;
};
extern const struct king_zone step_zones[64];
extern const struct king_zone castling_zones[64];

#ifdef __BMI2__
/* Slider attacks, indexed by the occupied relevant squares packed with PEXT. */
struct slider_lookup {
    const uint64_t *attacks;
    uint64_t relevant;
};
extern const struct slider_lookup straight_lookup[64];
extern const struct slider_lookup diagonal_lookup[64];
#else
/* The file, diagonal and antidiagonal through a square, without the square, and the attacks
 * along a rank, indexed by its six inner squares. */
extern const uint64_t file_line[64];
extern const uint64_t rising_line[64];
extern const uint64_t falling_line[64];
extern const uint8_t rank_attacks[8][64];
#endif

/* Castling of a king and a rook on given files, as sets of files: squares that must be
 * empty, and squares that must not be attacked. */
struct castling_lane {
    uint8_t free, safe;
};
extern const struct castling_lane castling_lanes[8][8];

/* The limits of the counters in a position. */
enum { POCKET_MAX = 16, CHECKS_MAX = 3 };

/* Random numbers; the Zobrist key of a position is the XOR of those that apply. */
extern const uint64_t piece_keys[2][RK_KIND_COUNT][64];
extern const uint64_t castling_keys[64];
extern const uint64_t en_passant_keys[8];
extern const uint64_t promoted_keys[64];
extern const uint64_t pocket_keys[2][RK_KIND_COUNT][POCKET_MAX + 1];
extern const uint64_t checks_keys[2][CHECKS_MAX + 1];
extern const uint64_t turn_key;

#endif
