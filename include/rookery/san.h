/* SPDX-License-Identifier: MIT */
/* Moves as text: SAN, long algebraic notation and UCI. The parsers need the
 * position. They return an error whose class is syntax, illegal or
 * ambiguous, and leave *out unchanged when they fail. The writers write
 * RK_NO_MOVE as a null move. */
#ifndef ROOKERY_SAN_H
#define ROOKERY_SAN_H

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

enum { RK_SAN_MAX = 16, RK_UCI_MAX = 8 }; /* the size of the longest of each, NUL included */

/* Options of the parsers: bits of a set. */
typedef enum rk_notation_option {
    RK_NOTATION_PLAIN = 0,
    /* Accept a null move, which passes the turn: `--`, `Z0`, `0000`, `@@@@` or `null`. Its
     * move is RK_NO_MOVE; play it with rk_position_pass(). It is illegal in check. */
    RK_NOTATION_NULL_MOVES = 1
} rk_notation_option;

/* Parses a move as people write it: `Nf3`, `0-0`, `exd8=Q+!?`, `e8Q`, `Ngf3`,
 * `ed` for exd5, `N@f3`. Accepts too much disambiguation, missing or extra `x`,
 * `+`, `#` and `e.p.`, long algebraic notation (`Ng1-f3`, `e1-g1`) and UCI moves,
 * a move number before the move, a NAG or a symbol such as `+-` after it, and
 * figurines, dashes and other typography in UTF-8 (`♘f3`, `O–O`). On failure *fault,
 * unless NULL, says what is wrong and where. */
RK_MUST_USE rk_err rk_san_parse(const rk_position *pos, const char *text, size_t size,
                                rk_notation_option option, rk_move *out, rk_fault *fault);

/* Writes the exact SAN of a legal move, with `+` or `#`, NUL-terminated, to `out`,
 * which must have room for RK_SAN_MAX bytes. Writes a null move as `--`. Returns the
 * length without the NUL. */
size_t rk_san_write(const rk_position *pos, rk_move move, char *out);

/* Like rk_san_write(), but in long algebraic notation: `Ng1-f3`, `e7xd8=Q#`. */
size_t rk_lan_write(const rk_position *pos, rk_move move, char *out);

/* Parses a UCI move: `e2e4`, `e7e8q`, `N@f3`. Accepts castling both as the
 * king's move (`e1g1`) and as king takes rook. */
RK_MUST_USE rk_err rk_uci_parse(const rk_position *pos, const char *text, size_t size,
                                rk_notation_option option, rk_move *out, rk_fault *fault);

/* Writes a UCI move, NUL-terminated, to `out`, which must have room for RK_UCI_MAX
 * bytes. Castling is `e1g1` if king and rook are on their standard squares, and
 * king takes rook otherwise and in Chess960; a null move is `0000`. Returns the length
 * without the NUL. */
size_t rk_uci_write(const rk_position *pos, rk_move move, char *out);

/* Explains why the piece on `from` may not move to `to`; returns RK_OK if it may.
 * `promotion` is RK_NO_KIND if none was given. The text of *fault names the
 * pieces and squares: "the bishop on b4 would give check: the king may not move
 * to d2". */
RK_MUST_USE rk_err rk_move_illegal_reason(const rk_position *pos, rk_square from, rk_square to,
                                          rk_kind promotion, rk_fault *fault);

RK_END_C

#endif
