/* SPDX-License-Identifier: MIT */
/* Moves as text. Every reader needs the position, says which of syntax,
 * legality or ambiguity failed, and leaves `out` alone when it fails. */
#ifndef ROOKERY_SAN_H
#define ROOKERY_SAN_H

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

enum { RK_SAN_MAX = 16, RK_UCI_MAX = 8 }; /* the longest of each and its NUL */

/* Reads SAN as people write it: `Nf3`, `0-0`, `exd8=Q+!?`, `e8Q`, `Ngf3`, `ed`
 * for exd5, `N@f3`, also over-specified, with or without `x`, `+`, `#`, `e.p.`;
 * long algebraic and UCI moves too. */
RK_MUST_USE rk_err rk_san_parse(const rk_position *pos, const char *text, size_t size, rk_move *out,
                                rk_fault *fault);

/* Writes exact SAN of a legal move, with + and # and a NUL, to `out`, room for
 * RK_SAN_MAX; returns its length. */
size_t rk_san_write(const rk_position *pos, rk_move move, char *out);

/* Long algebraic, likewise: `Ng1-f3`, `e7xd8=Q#`. */
size_t rk_lan_write(const rk_position *pos, rk_move move, char *out);

/* UCI moves: `e2e4`, `e7e8q`, `N@f3`. Castling is `e1g1` where king and rooks
 * stand at home, king takes rook elsewhere and in Chess960; both are read.
 * Writing needs room for RK_UCI_MAX. */
RK_MUST_USE rk_err rk_uci_parse(const rk_position *pos, const char *text, size_t size, rk_move *out,
                                rk_fault *fault);
size_t rk_uci_write(const rk_position *pos, rk_move move, char *out);

/* Why the piece on `from` may not go to `to`; RK_OK if it may. `promotion` is
 * RK_NO_KIND where none was named. The fault's text names pieces and squares:
 * "the bishop on b4 would give check: the king may not move to d2". */
RK_MUST_USE rk_err rk_move_illegal_reason(const rk_position *pos, rk_square from, rk_square to,
                                          rk_kind promotion, rk_fault *fault);

RK_END_C

#endif
