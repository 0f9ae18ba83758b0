/* SPDX-License-Identifier: MIT */
/* Syzygy endgame tables: the result with best play (WDL), and the distance to the next capture or
 * pawn move (DTZ). Standard chess without castling rights. */
#ifndef ROOKERY_TABLEBASE_H
#define ROOKERY_TABLEBASE_H

#include <stddef.h>

#include "rookery/err.h"
#include "rookery/position.h"

typedef struct rk_tablebase rk_tablebase;

typedef enum rk_wdl {
    RK_LOSS = -2,
    RK_BLESSED_LOSS = -1, /* lost, but a draw by the fifty-move rule */
    RK_DRAW = 0,
    RK_CURSED_WIN = 1,
    RK_WIN = 2
} rk_wdl;

/* Finds the tables in folders, separated by ':'. Files are opened when they are first needed; a
 * corrupt file counts as missing. RK_CANNOT_OPEN if a folder cannot be read; the fault says which.
 * The caller ends it with rk_tablebase_close(). Probing is thread-safe. */
RK_MUST_USE rk_err rk_tablebase_open(const char *folders, rk_tablebase **out, rk_fault *fault);
void rk_tablebase_close(rk_tablebase *tablebase);         /* NULL is allowed */
unsigned rk_tablebase_men(const rk_tablebase *tablebase); /* pieces of the largest table */
size_t rk_tablebase_count(const rk_tablebase *tablebase); /* WDL tables found */

/* False if the position is not in the tables: too many pieces, castling rights, a missing file. */
RK_MUST_USE bool rk_tablebase_wdl(rk_tablebase *tablebase, const rk_position *pos, rk_wdl *out);
/* Plies to the next zeroing move: negative for a loss, 0 for a draw. A win within the fifty-move
 * rule is at most 100 - halfmove_clock. */
RK_MUST_USE bool rk_tablebase_dtz(rk_tablebase *tablebase, const rk_position *pos, int *out);

/* The moves that keep the best result; with DTZ tables, the shortest way first. `repeated`: the
 * position has occurred before since the last zeroing move. Writes up to RK_MOVES_MAX moves to
 * `out` and returns their number; 0 if the position is not in the tables. */
size_t rk_tablebase_root(rk_tablebase *tablebase, const rk_position *pos, bool repeated,
                         rk_move *out);

#endif
