/* SPDX-License-Identifier: MIT */
/* Chess variants. A variant is a row of variants.def: the kinds of piece it
 * uses, the promotions it allows, the rules it adds, and its start position. */
#ifndef ROOKERY_VARIANT_H
#define ROOKERY_VARIANT_H

#include <stdbool.h>

#include "rookery/piece.h"

RK_BEGIN_C

/* A variant, from variants.def. RK_STANDARD is zero.
 *
 * Castling in RK_STANDARD follows the rules of Chess960, so that positions with displaced pieces
 * can be played: every right belongs to a rook on the first rank (rk_position.castling), the king
 * may stand anywhere on that rank, and castling puts both on their usual squares. A FEN with KQkq
 * means the outermost rook on each side (X-FEN). With king and rooks at home, the two variants
 * differ only in how castling is written as a UCI move. */
typedef enum rk_variant {
#define ROW(variant, name, kinds, promotions, rules, start) variant,
#include "rookery/variants.def"
    RK_VARIANT_COUNT
} rk_variant;

/* Rules that a variant may add to those of standard chess: bits of a set. */
enum {
    RK_CHECKS_COUNT = 1 << 0,     /* giving the third check wins */
    RK_HILL_WINS = 1 << 1,        /* moving the king to d4, e4, d5 or e5 wins */
    RK_CAPTURES_EXPLODE = 1 << 2, /* a capture removes all pieces around it except pawns */
    RK_LOSER_WINS = 1 << 3, /* captures are compulsory, kings not royal, losing all pieces wins */
    RK_CAPTURES_DROP = 1 << 4,  /* captured pieces go to the captor's pocket and can be dropped */
    RK_WHITE_IS_HORDE = 1 << 5, /* White has no king and loses when all its pieces are gone */
    RK_KINGS_RACE = 1 << 6      /* checks are illegal; moving the king to the last rank wins */
};

/* The promotions and kinds of standard chess, sets of 1 << kind. */
enum {
    RK_ORDINARY_PROMOTIONS = 1 << RK_KNIGHT | 1 << RK_BISHOP | 1 << RK_ROOK | 1 << RK_QUEEN,
    RK_ORDINARY_KINDS = RK_ORDINARY_PROMOTIONS | 1 << RK_PAWN | 1 << RK_KING
};

/* Returns the name, such as "king-of-the-hill". Static storage. */
const char *rk_variant_name(rk_variant variant);

/* Returns the start position as a FEN. Static storage. */
const char *rk_variant_start(rk_variant variant);

/* Returns the kinds of piece in this variant, a set of 1 << kind. */
unsigned rk_variant_kinds(rk_variant variant);

/* Returns the kinds a pawn can promote to, a set of 1 << kind. */
unsigned rk_variant_promotions(rk_variant variant);

/* Returns the rules this variant adds to standard chess, a set of the bits above. */
unsigned rk_variant_rules(rk_variant variant);

/* Finds a variant by name. Ignores case, spaces, hyphens and underscores
 * ("kingOfTheHill") and accepts common aliases ("3check", "zh", "fischerandom",
 * "giveaway"). Returns false and leaves *out unchanged if the name is unknown. */
RK_MUST_USE bool rk_variant_from_name(const char *name, rk_variant *out);

RK_END_C

#endif
