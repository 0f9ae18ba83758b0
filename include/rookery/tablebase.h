/* SPDX-License-Identifier: MIT */
/* Syzygy endgame tables: the result with best play (WDL), and the distance to the next capture or
 * pawn move (DTZ). Standard chess without castling rights. */
#ifndef ROOKERY_TABLEBASE_H
#define ROOKERY_TABLEBASE_H

#include <stddef.h>

#include "rookery/err.h"
#include "rookery/position.h"

RK_BEGIN_C

/* A set of tables. Open it with rk_tablebase_open(). Probing is thread-safe. */
typedef struct rk_tablebase rk_tablebase;

/* The result of a position with best play, from the point of view of the side to move. */
typedef enum rk_wdl {
    RK_LOSS = -2,
    RK_BLESSED_LOSS = -1, /* lost, but a draw by the fifty-move rule */
    RK_DRAW = 0,
    RK_CURSED_WIN = 1, /* won, but a draw by the fifty-move rule */
    RK_WIN = 2
} rk_wdl;

/* Finds the tables in folders, separated by ':'. Files are opened when they are first needed; a
 * corrupt file counts as missing, and so does one that is truncated while it is in use: a handler
 * for SIGBUS is installed for that, which passes other faults on to the action that was there
 * before. Threads that probe must not block SIGBUS. Returns RK_CANNOT_OPEN if a folder cannot be
 * read, and *fault, unless NULL, says which; or RK_NO_MEMORY. The caller owns *out and closes it
 * with rk_tablebase_close(). */
RK_MUST_USE rk_err rk_tablebase_open(const char *folders, rk_tablebase **out, rk_fault *fault);

/* Closes the tables. NULL is allowed. */
void rk_tablebase_close(rk_tablebase *tablebase);

/* Returns the number of pieces of the largest table, kings included. */
unsigned rk_tablebase_men(const rk_tablebase *tablebase);

/* Returns the number of WDL tables found. */
size_t rk_tablebase_count(const rk_tablebase *tablebase);

/* Stores the result of a position in *out. Returns false if the position is not in the tables: too
 * many pieces, castling rights, another variant, or a missing file. */
RK_MUST_USE bool rk_tablebase_wdl(rk_tablebase *tablebase, const rk_position *pos, rk_wdl *out);

/* Stores in *out the plies to the next zeroing move: negative for a loss, 0 for a draw. A win
 * within the fifty-move rule is at most 100 - halfmove_clock. Returns false like
 * rk_tablebase_wdl(). */
RK_MUST_USE bool rk_tablebase_dtz(rk_tablebase *tablebase, const rk_position *pos, int *out);

/* Writes the moves that keep the best result to `out`, which must have room for RK_MOVES_MAX, and
 * returns their number; 0 if the position is not in the tables. With DTZ tables, the move with the
 * shortest distance is first. Set `repeated` if the position has occurred before since the last
 * zeroing move. */
size_t rk_tablebase_root(rk_tablebase *tablebase, const rk_position *pos, bool repeated,
                         rk_move *out);

RK_END_C

#endif
