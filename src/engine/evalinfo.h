/* SPDX-License-Identifier: MIT */
/* What the parts of the evaluation find out about a position and hand to each other. */
#ifndef ENGINE_EVALINFO_H
#define ENGINE_EVALINFO_H

#include "engine/weights.h"
#include "rookery/position.h"
#include "rules/bits.h"
#include "rules/tables.h"

/* How often each weight was counts to each side; only tools/tune counts. */
struct trace {
    int16_t counts[2][WEIGHT_COUNT];
    int phase, scale;
    bool is_known_endgame; /* an ending the weights have no say in */
};

/* Evaluates chess with a count kept; there in the tuner alone. White's less Black's. */
int evaluation_trace(const rk_position *pos, struct trace *trace);

/* What pawns alone decide; kept from one position to the next. */
struct pawn_entry {
    uint64_t pawns[2]; /* the key: of each side */
    uint64_t passed[2];
    uint64_t attacks[2], spans[2]; /* what they attack, and may attack later on */
    tapered score;                 /* White's less Black's */
    tapered shelter[2];            /* of a king on that square */
    uint8_t king[2];               /* RK_NO_SQUARE: not looked at yet */
    uint8_t open_files[2];         /* without pawns of this side */
};

struct evalinfo {
    const rk_position *pos;
    struct trace *trace; /* NULL but in the tuner */
    struct pawn_entry *pawns;
    uint64_t occupied;
    uint64_t attacks[2][RK_KIND_COUNT], attacked[2], attacked_twice[2];
    uint64_t area[2];   /* where mobility counts */
    uint64_t ring[2];   /* around a side's king */
    uint64_t pinned[2]; /* pieces that shield their own king */
    int king[2];
    int attackers[2], danger[2]; /* of those that attack a side's king, and how bad it is */
};

/* What a side gets for `times` of something. */
RK_INLINE tapered bonus(struct evalinfo *info, rk_side side, unsigned weight, int times)
{
#ifdef EVALUATION_TRACE
    info->trace->counts[side][weight] = (int16_t)(info->trace->counts[side][weight] + times);
#else
    (void)info, (void)side;
#endif
    return weights[weight] * times;
}

/* The same for what endangers a side's king, which has no endgame half. */
RK_INLINE void add_danger(struct evalinfo *info, rk_side side, unsigned weight, int times)
{
    info->danger[side] += middlegame_score(bonus(info, side, weight, times));
}

/* As `side` sees the board. */
RK_INLINE int relative_rank(rk_side side, int square)
{
    return (square >> 3) ^ (side == RK_WHITE ? 0 : 7);
}

/* The place of a square in a table of half a board, which is the same for both wings. */
RK_INLINE unsigned half_square(rk_side side, int square)
{
    const int file = square & 7;
    return (unsigned)(relative_rank(side, square) * 4 + (file < 4 ? file : 7 - file));
}

RK_INLINE int edge_distance(int file)
{
    return file < 4 ? file : 7 - file;
}

/* Moves of a king from one square to the other. */
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

RK_INLINE uint64_t beside(uint64_t set)
{
    return (set & ~FILE_A) >> 1 | (set & ~FILE_H) << 1;
}

/* All ranks ahead of a square. */
RK_INLINE uint64_t ranks_ahead(rk_side side, int square)
{
    return side == RK_WHITE ? ALL_SQUARES << (square | 7) << 1 : bit(square & 56) - 1;
}

#endif
