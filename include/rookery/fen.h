/* SPDX-License-Identifier: MIT */
/* FEN: reading and writing positions.
 *
 * The parser accepts the common dialects: X-FEN and Shredder castling letters;
 * pockets written as [Qp], [] or a ninth rank; `~` after promoted pieces; checks
 * left (3+3) before the counters or checks given (+0+0) at the end. Every field
 * after the first two may be missing. */
#ifndef ROOKERY_FEN_H
#define ROOKERY_FEN_H

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

enum { RK_FEN_MAX = 400 }; /* the size of the longest FEN, NUL included */

/* Options for reading and writing: bits of a set. */
typedef enum rk_fen_option {
    RK_FEN_PLAIN = 0,
    RK_FEN_FORGIVE_CASTLING = 1,  /* reading: drop castling rights without king and rook in place,
                                     and all rights in variants without castling (antichess) */
    RK_FEN_SHREDDER = 2,          /* writing: castling rights as rook files, HAha */
    RK_FEN_FORGIVE_EN_PASSANT = 4 /* reading: drop an en passant square that cannot be one */
} rk_fen_option;

/* Parses `size` bytes as one FEN. Returns RK_BAD_SYNTAX for a malformed text and
 * RK_BAD_POSITION for a position that cannot be played; *out is then unchanged
 * and *fault, unless NULL, says what is wrong and where. */
RK_MUST_USE rk_err rk_fen_parse(const char *text, size_t size, rk_variant variant,
                                rk_fen_option option, rk_position *out, rk_fault *fault);

/* Writes the FEN of a position, NUL-terminated, to `out`, which must have room
 * for RK_FEN_MAX bytes. Returns the length without the NUL. */
size_t rk_fen_write(const rk_position *pos, rk_fen_option option, char *out);

/* Returns the start position of a variant. */
rk_position rk_position_start(rk_variant variant);

/* Stores the Chess960 start position with a Scharnagl number, 0 to 959, in *out
 * (518 is the standard position). Returns RK_BAD_POSITION for other numbers. */
RK_MUST_USE rk_err rk_position_chess960(unsigned number, rk_position *out);

RK_END_C

#endif
