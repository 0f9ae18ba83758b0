/* SPDX-License-Identifier: MIT */
/* The intermediate results that the terms of the evaluation share: attacks, pins, pawn structure
 * and king danger. */
#ifndef ENGINE_EVALINFO_H
#define ENGINE_EVALINFO_H

#include "engine/weights.h"
#include "rookery/position.h"
#include "rules/bits.h"
#include "rules/tables.h"

/* How often each weight counted for each side. Only tools/tune records it. */
struct trace {
    int16_t counts[2][WEIGHT_COUNT];
    int phase, scale;
    bool is_known_endgame; /* evaluated without the weights */
};

/* Evaluates a position of chess and fills the trace. White's score minus Black's. Only in the
 * tuner. */
int evaluation_trace(const rk_position *pos, struct trace *trace);

/* The pawn structure; cached. */
struct pawn_entry {
    uint64_t pawns[2]; /* of each side: the key */
    uint64_t passed[2];
    uint64_t attacks[2],
        attack_spans[2];   /* squares attacked now; squares attackable after advances */
    tapered score;         /* White's score minus Black's */
    tapered shelter[2];    /* for a king on `king` */
    uint8_t king[2];       /* RK_NO_SQUARE: not evaluated yet */
    uint8_t open_files[2]; /* files without pawns of this side, a bit each */
};

struct evalinfo {
    const rk_position *pos;
    struct trace *trace; /* NULL except in the tuner */
    struct pawn_entry *pawns;
    uint64_t occupied;
    uint64_t attacks[2][RK_KIND_COUNT], attacked[2], attacked_twice[2];
    uint64_t mobility_area[2]; /* squares that count for mobility */
    uint64_t king_ring[2];     /* the squares around a side's king */
    uint64_t pinned[2];        /* to their own king */
    int king[2];
    int king_attackers[2],
        king_danger[2]; /* pieces that attack a side's king; the danger they cause */
};

/* A weight, counted `times` times for a side. */
RK_INLINE tapered bonus(struct evalinfo *info, rk_side side, unsigned weight, int times)
{
#ifdef EVALUATION_TRACE
    info->trace->counts[side][weight] = (int16_t)(info->trace->counts[side][weight] + times);
#else
    (void)info, (void)side;
#endif
    return weights[weight] * times;
}

/* Adds to the danger of a side's king. These weights have no endgame part. */
RK_INLINE void add_danger(struct evalinfo *info, rk_side side, unsigned weight, int times)
{
    info->king_danger[side] += middlegame_score(bonus(info, side, weight, times));
}

/* From 0, seen from `side`. */
RK_INLINE int relative_rank(rk_side side, int square)
{
    return (square >> 3) ^ (side == RK_WHITE ? 0 : 7);
}

/* The index of a square in a piece-square table. Files are mirrored, so a table has 32 entries. */
RK_INLINE unsigned psqt_index(rk_side side, int square)
{
    const int file = square & 7;
    return (unsigned)(relative_rank(side, square) * 4 + (file < 4 ? file : 7 - file));
}

RK_INLINE int edge_distance(int file)
{
    return file < 4 ? file : 7 - file;
}

/* The number of king moves from one square to the other. */
RK_INLINE int distance(int a, int b)
{
    const int files = (a & 7) - (b & 7), ranks = (a >> 3) - (b >> 3);
    const int wide = files < 0 ? -files : files, high = ranks < 0 ? -ranks : ranks;
    return wide > high ? wide : high;
}

RK_INLINE uint64_t file_of(int square)
{
    return FILE_A << (square & 7);
}

/* The squares left and right of a set. */
RK_INLINE uint64_t beside(uint64_t set)
{
    return (set & ~FILE_A) >> 1 | (set & ~FILE_H) << 1;
}

/* All squares on the ranks ahead of a square. */
RK_INLINE uint64_t ranks_ahead(rk_side side, int square)
{
    return side == RK_WHITE ? ALL_SQUARES << (square | 7) << 1 : bit(square & 56) - 1;
}

#endif
