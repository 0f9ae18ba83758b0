/* SPDX-License-Identifier: MIT */
/* A variant is a row of a table: kinds, promotions, the rules it adds, and a start. */
#ifndef ROOKERY_VARIANT_H
#define ROOKERY_VARIANT_H

#include <stdbool.h>

#include "rookery/piece.h"

RK_BEGIN_C

typedef enum rk_variant {
#define ROW(variant, name, kinds, promotions, rules, start) variant,
#include "rookery/variants.def"
    RK_VARIANT_COUNT
} rk_variant;

/* The rules a variant may add to those of chess. */
enum {
    RK_CHECKS_COUNT = 1 << 0,     /* the third check given wins */
    RK_HILL_WINS = 1 << 1,        /* a king on d4, e4, d5 or e5 wins */
    RK_CAPTURES_EXPLODE = 1 << 2, /* a capture removes all around it but pawns */
    RK_LOSER_WINS = 1 << 3,     /* capturing is compulsory, kings are not royal, losing all wins */
    RK_CAPTURES_DROP = 1 << 4,  /* a captured piece may be dropped by its captor */
    RK_WHITE_IS_HORDE = 1 << 5, /* White has pawns, no king, and loses with the last piece */
    RK_KINGS_RACE = 1 << 6      /* no checks; a king on the last rank wins */
};

enum {
    RK_ORDINARY_PROMOTIONS = 1 << RK_KNIGHT | 1 << RK_BISHOP | 1 << RK_ROOK | 1 << RK_QUEEN,
    RK_ORDINARY_KINDS = RK_ORDINARY_PROMOTIONS | 1 << RK_PAWN | 1 << RK_KING
};

/* "king-of-the-hill". Static storage. */
const char *rk_variant_name(rk_variant variant);

/* The start position as a FEN. Static storage. */
const char *rk_variant_start(rk_variant variant);

/* Sets of kinds, 1 << kind each. */
unsigned rk_variant_kinds(rk_variant variant);
unsigned rk_variant_promotions(rk_variant variant);

/* Some of the rules above. */
unsigned rk_variant_rules(rk_variant variant);

/* Finds a variant by its name as people write it: case, blanks, hyphens and
 * underscores do not count ("kingOfTheHill"), and the usual second names
 * ("3check", "zh", "fischerandom", "giveaway") are known. */
RK_MUST_USE bool rk_variant_from_name(const char *name, rk_variant *out);

RK_END_C

#endif
