/* SPDX-License-Identifier: MIT */
/* The histories of a thread: of quiet moves, captures and continuations, for move ordering; the
 * counter-moves; and the correction history of the evaluation. */
#ifndef ENGINE_HISTORY_H
#define ENGINE_HISTORY_H

#include "rookery/position.h"

enum {
    PIECE_COUNT = 2 * RK_KIND_COUNT + 1,
    NO_PIECE = PIECE_COUNT - 1,
    HISTORY_MAX = 16384,      /* entries stay within -HISTORY_MAX .. HISTORY_MAX */
    CORRECTION_SIZE = 1 << 14 /* entries of each correction table */
};

/* Scores of moves by piece and target square, after one earlier move. */
typedef int16_t continuation_table[PIECE_COUNT][64];

struct history {
    int16_t butterfly[2][4][64 * 64]; /* by side, threats to the squares, squares */
    int16_t capture[PIECE_COUNT][64][RK_KIND_COUNT + 1];
    continuation_table continuation[PIECE_COUNT][64];
    rk_move counter_moves[PIECE_COUNT][64];
    int16_t pawn_correction[2][CORRECTION_SIZE];
    int16_t nonpawn_correction[2][2][CORRECTION_SIZE];
};

RK_INLINE unsigned piece_index(rk_side side, rk_kind kind)
{
    return (unsigned)side * RK_KIND_COUNT + (unsigned)kind;
}

/* `threats` are the squares that the opponent attacks: a move away from one of them, or to one, has
 * a history of its own. */
RK_INLINE int16_t *butterfly_entry(struct history *history, rk_side side, uint64_t threats,
                                   rk_move move)
{
    const unsigned from_threat = threats >> rk_move_from(move) & 1;
    const unsigned to_threat = threats >> rk_move_to(move) & 1;
    return &history->butterfly[side][2 * from_threat + to_threat][move & 4095];
}

/* Adds a bonus, scaled down as the entry approaches its bounds. */
RK_INLINE void history_update(int16_t *entry, int bonus)
{
    const int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / HISTORY_MAX);
}

/* The correction of the static evaluation of a position, in centipawns. */
int history_correction(const struct history *history, const rk_position *pos);
/* The search returned `error` centipawns more than the static evaluation. */
void history_update_correction(struct history *history, const rk_position *pos, int error,
                               int depth);

#endif
