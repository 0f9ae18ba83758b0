/* SPDX-License-Identifier: MIT */
/* Positions as text: FEN, in every dialect the variants brought with them.
 *
 * Read: X-FEN and Shredder castling letters, pockets as [Qp], [] or a ninth
 * rank, `~` after promoted pieces, checks left 3+3 before the counters or given
 * +0+0 at the end, and a FEN cut off after any field but the first two. */
#ifndef ROOKERY_FEN_H
#define ROOKERY_FEN_H

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

enum { RK_FEN_MAX = 400 }; /* the longest FEN and its NUL */

typedef enum rk_fen_option {
    RK_FEN_PLAIN = 0,
    RK_FEN_FORGIVE_CASTLING = 1, /* reading: drop rights without king and rook in place */
    RK_FEN_SHREDDER = 2          /* writing: castling as files of rooks, HAha */
} rk_fen_option;

/* Reads `size` bytes, all of them. On failure `out` is untouched and `fault`
 * says what is wrong and where. */
RK_MUST_USE rk_err rk_fen_parse(const char *text, size_t size, rk_variant variant,
                                rk_fen_option option, rk_position *out, rk_fault *fault);

/* Writes a FEN with its NUL to `out`, room for RK_FEN_MAX; returns its length. */
size_t rk_fen_write(const rk_position *pos, rk_fen_option option, char *out);

/* The start of a variant. */
rk_position rk_position_start(rk_variant variant);

/* One of the 960 starts, numbered 0 to 959 as usual (518 is the ordinary one). */
RK_MUST_USE rk_err rk_position_chess960(unsigned number, rk_position *out);

RK_END_C

#endif
