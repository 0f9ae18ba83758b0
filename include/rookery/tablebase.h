/* SPDX-License-Identifier: MIT */
/* Syzygy endgame tables: who wins with best play (WDL), and how far it is to the
 * next capture or pawn move on the way (DTZ). Standard chess without castling rights. */
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

/* Finds the tables in folders, joined by ':'. Files are looked at when they are first
 * needed; a file that is damaged counts as missing. RK_CANNOT_OPEN if a folder cannot be read;
 * the fault says which. The caller ends it with rk_tablebase_close(). Probing is thread-safe. */
RK_MUST_USE rk_err rk_tablebase_open(const char *folders, rk_tablebase **out, rk_fault *fault);
void rk_tablebase_close(rk_tablebase *tablebase);         /* NULL is allowed */
unsigned rk_tablebase_men(const rk_tablebase *tablebase); /* of the largest table found */
size_t rk_tablebase_count(const rk_tablebase *tablebase); /* of endings whose results are there */

/* False if the tables do not know: too many men, rights to castle, a file that is missing. */
RK_MUST_USE bool rk_tablebase_wdl(rk_tablebase *tablebase, const rk_position *pos, rk_wdl *out);
/* Plies to the next zeroing move, negative when losing, 0 for a draw; counted so that a
 * win within the fifty-move rule is at most 100 - quiet_plies. */
RK_MUST_USE bool rk_tablebase_dtz(rk_tablebase *tablebase, const rk_position *pos, int *out);

/* The moves that keep the best result, the shortest way first, where DTZ tables are there;
 * `repeated`: the position has stood before since the last zeroing move. Writes them to `out`,
 * room for RK_MOVES_MAX, and returns how many; 0 if the tables do not know. */
size_t rk_tablebase_root(rk_tablebase *tablebase, const rk_position *pos, bool repeated,
                         rk_move *out);

#endif
