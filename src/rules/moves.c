/* SPDX-License-Identifier: MIT */
#include "rookery/moves.h"

#include "rookery/perft.h"
#include "rules/movegen.h"

RK_INLINE bool take_list(struct sink *sink, const rk_position *pos, struct mode m,
                         struct group group)
{
    (void)pos, (void)m;
    for (uint64_t set = group.targets; set; set = rest(set)) {
        const int to = first(set);
        *sink->end++ = rk_move_make((unsigned)source(group, to), (unsigned)to, group.what);
    }
    return false;
}

RK_INLINE bool take_any(struct sink *sink, const rk_position *pos, struct mode m,
                        struct group group)
{
    (void)pos, (void)m;
    sink->total |= group.targets;
    return group.targets;
}

RK_INLINE rk_move *list(const rk_position *pos, struct mode m, struct scope wanted, rk_move *out)
{
    struct scope scope = whole_scope(pos, m);
    scope.movers = wanted.movers;
    scope.targets = wanted.targets;
    struct sink sink = {.end = out};
    generate(pos, m, scope, (struct purpose){take_list, take_list}, &sink);
    return sink.end;
}

RK_INLINE bool find_any(const rk_position *pos, struct mode m)
{
    struct sink sink = {.total = 0};
    generate(pos, m, whole_scope(pos, m), (struct purpose){take_any, take_any}, &sink);
    return sink.total;
}

/* The generators of one side in one variant. */
struct generators {
    rk_move *(*list)(const rk_position *pos, uint64_t movers, uint64_t targets, rk_move *out);
    bool (*any)(const rk_position *pos);
};

#define GENERATORS(variant, side)                                                    \
    static rk_move *list_##side##_##variant(const rk_position *pos, uint64_t movers, \
                                            uint64_t targets, rk_move *out)          \
    {                                                                                \
        return list(pos, (struct mode){side, variant},                               \
                    (struct scope){.movers = movers, .targets = targets}, out);      \
    }                                                                                \
    static bool any_##side##_##variant(const rk_position *pos)                       \
    {                                                                                \
        return find_any(pos, (struct mode){side, variant});                          \
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
    const bool drop = rk_move_what(move) == RK_DROP;
    rk_move moves[RK_MOVES_MAX];
    const size_t found =
        rk_moves_select(pos, drop ? 0 : bit(rk_move_from(move)), bit(rk_move_to(move)), moves);
    for (size_t i = 0; i < found; i++)
        if (moves[i] == move)
            return true;
    return false;
}
