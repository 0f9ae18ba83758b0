/* SPDX-License-Identifier: MIT */
/* Lookup tables, written by tools/tables.c at build time. They need no initialisation, except in a
 * WebAssembly module: computing them when it starts is quicker than loading them from a server. */
#ifndef RULES_TABLES_H
#define RULES_TABLES_H

#include <stdint.h>

#include "rookery/piece.h"

#ifdef TABLES_COMPUTED
#define TABLE extern
void tables_compute(void); /* once, before anything reads them */
#else
#define TABLE extern const
#endif

/* Attacks of knights and kings. */
TABLE uint64_t leap_attacks[64];
TABLE uint64_t step_attacks[64];

/* Attacks of the sliding movements on an empty board. */
TABLE uint64_t straight_rays[64];
TABLE uint64_t diagonal_rays[64];

/* path[a][b]: the squares between a and b, and b; empty if they are not on one line. */
TABLE uint64_t path[64][64];

/* The squares from which each movement can attack a square next to the king, or one it
 * crosses when castling. */
struct king_zone {
    uint64_t straight, diagonal, leaps;
};
TABLE struct king_zone step_zones[64];
TABLE struct king_zone castling_zones[64];

#if defined __BMI2__ && !defined TABLES_COMPUTED
/* Slider attacks, indexed by the occupied relevant squares packed with PEXT. */
struct slider_lookup {
    const uint64_t *attacks;
    uint64_t relevant;
};
TABLE struct slider_lookup straight_lookup[64];
TABLE struct slider_lookup diagonal_lookup[64];
#else
/* The file, diagonal and antidiagonal through a square, without the square, and the attacks
 * along a rank, indexed by its six inner squares. */
TABLE uint64_t file_line[64];
TABLE uint64_t rising_line[64];
TABLE uint64_t falling_line[64];
TABLE uint8_t rank_attacks[8][64];
#endif

/* Castling of a king and a rook on given files, as sets of files: squares that must be
 * empty, and squares that must not be attacked. */
struct castling_lane {
    uint8_t free, safe;
};
TABLE struct castling_lane castling_lanes[8][8];

/* The limits of the counters in a position. */
enum { POCKET_MAX = 16, CHECKS_MAX = 3 };

/* Random numbers; the Zobrist key of a position is the XOR of those that apply. */
TABLE uint64_t piece_keys[2][RK_KIND_COUNT][64];
TABLE uint64_t castling_keys[64];
TABLE uint64_t en_passant_keys[8];
TABLE uint64_t promoted_keys[64];
TABLE uint64_t pocket_keys[2][RK_KIND_COUNT][POCKET_MAX + 1];
TABLE uint64_t checks_keys[2][CHECKS_MAX + 1];
TABLE uint64_t turn_key;

#endif
