/* SPDX-License-Identifier: MIT */
#include "rookery/moves.h"

#include "rookery/perft.h"
#include "rules/movegen.h"

#ifdef __AVX512VBMI2__

/* Writes 32 moves of a group at once: the packed targets become 16-bit moves. Those
 * past the end are overwritten or never read; RK_MOVES_MAX leaves room for them. */
RK_INLINE void write_words(rk_move *end, __m256i targets, struct group group)
{
    const __m512i to = _mm512_cvtepu8_epi16(targets);
    const __m512i shifted = _mm512_slli_epi16(to, 6);
    const int word = (int)(group.type << 12) + (group.stride ? -group.stride : group.from);
    const __m512i from = group.stride ? _mm512_add_epi16(shifted, to) : shifted;
    _mm512_storeu_si512(end, _mm512_add_epi16(from, _mm512_set1_epi16((short)word)));
}

RK_INLINE rk_move *write_moves(rk_move *end, struct group group)
{
    static const uint8_t squares[64] __attribute__((aligned(64))) = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    const int moves = popcount(group.targets);
    if (!moves)
        return end;
    const __m512i packed = _mm512_maskz_compress_epi8(group.targets, _mm512_load_si512(squares));
    write_words(end, _mm512_castsi512_si256(packed), group);
    if (__builtin_expect(moves > 32, 0)) // drops, or an amazon in the centre
        write_words(end + 32, _mm512_extracti64x4_epi64(packed, 1), group);
    return end + moves;
}

#else

RK_INLINE rk_move *write_moves(rk_move *end, struct group group)
{
    for (uint64_t set = group.targets; set; set = without_lsb(set)) {
        const int to = lsb(set);
        *end++ = rk_move_make((unsigned)group_origin(group, to), (unsigned)to, group.type);
    }
    return end;
}

#endif

RK_INLINE bool list_group(struct sink *sink, const rk_position *pos, struct mode m,
                          struct group group)
{
    (void)pos, (void)m;
    sink->end = write_moves(sink->end, group);
    return false;
}

RK_INLINE bool any_group(struct sink *sink, const rk_position *pos, struct mode m,
                         struct group group)
{
    (void)pos, (void)m;
    sink->total |= group.targets;
    return group.targets;
}

RK_INLINE rk_move *list_moves(const rk_position *pos, struct mode m, struct request filter,
                              rk_move *out)
{
    struct request request = request_all(pos, m);
    request.movers = filter.movers;
    request.targets = filter.targets;
    struct sink sink = {.end = out, .pieces.touched = ALL_SQUARES, .pawns.touched = ALL_SQUARES};
    generate(pos, m, request, (struct purpose){list_group, list_group, true}, &sink);
    return sink.end;
}

RK_INLINE bool find_any(const rk_position *pos, struct mode m)
{
    struct sink sink = {.pieces.touched = ALL_SQUARES, .pawns.touched = ALL_SQUARES};
    generate(pos, m, request_all(pos, m), (struct purpose){any_group, any_group, false}, &sink);
    return sink.total;
}

/* The generators of one side in one variant. */
struct generators {
    rk_move *(*list)(const rk_position *pos, uint64_t movers, uint64_t targets, rk_move *out);
    bool (*any)(const rk_position *pos);
};

/* Chess960 shares the instance of standard chess. */
#define GENERATORS(variant, side)                                                               \
    static rk_move *list_##side##_##variant(const rk_position *pos, uint64_t movers,            \
                                            uint64_t targets, rk_move *out)                     \
    {                                                                                           \
        const struct mode m = {side, variant};                                                  \
        if (shares_standard(m))                                                                 \
            return list_##side##_RK_STANDARD(pos, movers, targets, out);                        \
        return list_moves(pos, m, (struct request){.movers = movers, .targets = targets}, out); \
    }                                                                                           \
    static bool any_##side##_##variant(const rk_position *pos)                                  \
    {                                                                                           \
        const struct mode m = {side, variant};                                                  \
        return shares_standard(m) ? any_##side##_RK_STANDARD(pos) : find_any(pos, m);           \
    }

#define ROW(variant, name, kinds, promotions, rules, start) \
    GENERATORS(variant, RK_WHITE) GENERATORS(variant, RK_BLACK)
#include "rookery/variants.def"

static const struct generators generators[RK_VARIANT_COUNT][2] = {
#define ROW(variant, name, kinds, promotions, rules, start)         \
    [variant] = {{list_RK_WHITE_##variant, any_RK_WHITE_##variant}, \
                 {list_RK_BLACK_##variant, any_RK_BLACK_##variant}},
#include "rookery/variants.def"
};

size_t rk_moves_select(const rk_position *pos, uint64_t movers, uint64_t targets, rk_move *out)
{
    return (size_t)(generators[pos->variant][pos->turn].list(pos, movers, targets, out) - out);
}

size_t rk_moves_list(const rk_position *pos, rk_move *out)
{
    return rk_moves_select(pos, ALL_SQUARES, ALL_SQUARES, out);
}

size_t rk_moves_count(const rk_position *pos)
{
    return (size_t)rk_perft(pos, 1);
}

bool rk_moves_any(const rk_position *pos)
{
    return generators[pos->variant][pos->turn].any(pos);
}

bool rk_moves_legal(const rk_position *pos, rk_move move)
{
    const bool drop = rk_move_type(move) == RK_DROP;
    rk_move moves[RK_MOVES_MAX];
    const size_t found =
        rk_moves_select(pos, drop ? 0 : bit(rk_move_from(move)), bit(rk_move_to(move)), moves);
    for (size_t i = 0; i < found; i++)
        if (moves[i] == move)
            return true;
    return false;
}
