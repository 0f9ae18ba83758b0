/* SPDX-License-Identifier: MIT */
/* Perft by the one generator, its taker playing the moves. Leaves are counted,
 * not played; the parents of leaves share what their children have in common. */
#include "rookery/perft.h"

#include "rules/movegen.h"
#include "rules/play.h"

#define NOINLINE __attribute__((noinline))

typedef uint64_t walker(const rk_position *pos, int depth);
static walker *const walkers[RK_VARIANT_COUNT][2];
typedef uint64_t counter(const rk_position *pos);
static counter *const counters[RK_VARIANT_COUNT][2];

RK_INLINE bool take_count(struct sink *sink, const rk_position *pos, struct mode m,
                          struct group group)
{
    (void)pos, (void)m;
    sink->total += (uint64_t)count(group.targets);
    return false;
}

static const struct purpose counting = {take_count, take_count, false};

// ---- what siblings share ---------------------------------------------------------------------

/* Adds what the owners of a movement see and can do, were it their turn now. */
RK_INLINE void count_calm(const rk_position *pos, struct mode m, unsigned movement,
                          struct calm *calm)
{
    const uint64_t own = pos->by[m.us], all = occupied(pos);
    for (uint64_t set = owners_of(pos, m, movement) & own; set; set = rest(set)) {
        const uint64_t seen = movement_attacks(movement, first(set), all);
        calm->moves += (uint64_t)count(seen & ~own);
        calm->seen |= movement == RK_LEAPS ? 0 : seen; // nothing stands in a leaper's way
    }
}

RK_INLINE struct calm calm_pieces(const rk_position *pos, struct mode m)
{
    struct calm calm = {0, 0, 0};
    count_calm(pos, m, RK_LEAPS, &calm);
    count_calm(pos, m, RK_DIAGONAL, &calm);
    count_calm(pos, m, RK_STRAIGHT, &calm);
    return calm;
}

/* A pawn cares for the squares before it and those it could capture on. */
RK_INLINE struct calm calm_pawns(const rk_position *pos, struct mode m)
{
    const uint64_t pawns = pos->of[RK_PAWN] & pos->by[m.us], steps = ahead(m.us, pawns);
    struct sink sink = {.total = 0};
    const struct generation g = {.pos = pos,
                                 .m = m,
                                 .scope = {.movers = ALL_SQUARES, .targets = ALL_SQUARES},
                                 .view = {.evasions = ALL_SQUARES},
                                 .purpose = counting,
                                 .sink = &sink};
    take_pawns(&g);
    const uint64_t seen = steps | ahead(m.us, steps & rank(m.us, 3)) | pawn_attacks(m.us, pawns);
    return (struct calm){seen, sink.total, 0};
}

/* What the reply has to look at, known from the move: no king is looked for,
 * and contact checks can only come from the piece that moved. */
RK_INLINE struct scope reply_scope(const struct sink *sink, struct mode m, rk_kind kind, int to)
{
    struct scope scope = {ALL_SQUARES, ALL_SQUARES, ALL_SQUARES, sink->rival, sink->king};
    if (kind == RK_KING)
        scope.rival = to;
    const uint64_t checking = kind == RK_PAWN ? pawn_attacks(other(m.us), bit(scope.king))
                              : movement_of[kind] & RK_LEAPS ? leap_attacks[scope.king]
                                                             : 0;
    if (checking & bit(to))
        scope.evasions = bit(to);
    return scope;
}

/* Plays each move of the group and walks on. */
RK_INLINE bool walk_group(struct sink *sink, const rk_position *pos, struct mode m,
                          struct group group)
{
    for (uint64_t set = group.targets; set; set = rest(set)) {
        const int to = first(set), from = source(group, to);
        rk_position after = *pos;
        play(&after, m,
             (struct action){.kind = group.kind, .what = group.what, .from = from, .to = to});
        sink->total += sink->depth == 2 ? counters[m.variant][other(m.us)](&after)
                                        : walkers[m.variant][other(m.us)](&after, sink->depth - 1);
    }
    return false;
}

/* The same, out of line; the side and the variant are constants. */
#define WALK_TAKER(variant, side)                                                                \
    NOINLINE static bool take_walk_##side##_##variant(struct sink *sink, const rk_position *pos, \
                                                      struct mode m, struct group group)         \
    {                                                                                            \
        (void)m;                                                                                 \
        return walk_group(sink, pos, (struct mode){side, variant}, group);                       \
    }
#define ROW(variant, name, kinds, promotions, rules, start) \
    WALK_TAKER(variant, RK_WHITE) WALK_TAKER(variant, RK_BLACK)
#include "rookery/variants.def"

static taker *const walk_takers[RK_VARIANT_COUNT][2] = {
#define ROW(variant, name, kinds, promotions, rules, start) \
    [variant] = {take_walk_RK_WHITE_##variant, take_walk_RK_BLACK_##variant},
#include "rookery/variants.def"
};

/* Plays each move of the group and counts the replies on the spot. */
RK_INLINE bool take_leaf_parents(struct sink *sink, const rk_position *pos, struct mode m,
                                 struct group group)
{
    for (uint64_t set = group.targets; set; set = rest(set)) {
        const int to = first(set), from = source(group, to);
        rk_position after = *pos;
        play(&after, m, (struct action){.kind = group.kind, .from = from, .to = to});
        const bool quiet = !(bit(to) & pos->by[other(m.us)]);
        struct sink replies = {.pieces = sink->pieces, .pawns = sink->pawns};
        const uint64_t touched = bit(from) | bit(to);
        replies.pieces.disturbed = quiet ? touched & sink->pieces.seen : ALL_SQUARES;
        replies.pawns.disturbed = quiet ? touched & sink->pawns.seen : ALL_SQUARES;
        generate(&after, replying(m), reply_scope(sink, m, group.kind, to), counting, &replies);
        sink->total += replies.total;
    }
    return false;
}

RK_INLINE uint64_t count_moves(const rk_position *pos, struct mode m)
{
    struct sink sink = {.pieces.disturbed = ALL_SQUARES, .pawns.disturbed = ALL_SQUARES};
    generate(pos, m, whole_scope(pos, m), counting, &sink);
    return sink.total;
}

#define COUNTER(variant, side)                                                             \
    static uint64_t count_##side##_##variant(const rk_position *pos)                       \
    {                                                                                      \
        const struct mode m = {side, variant};                                             \
        return shares_standard(m) ? count_##side##_RK_STANDARD(pos) : count_moves(pos, m); \
    }
#define ROW(variant, name, kinds, promotions, rules, start) \
    COUNTER(variant, RK_WHITE) COUNTER(variant, RK_BLACK)
#include "rookery/variants.def"

static counter *const counters[RK_VARIANT_COUNT][2] = {
#define ROW(variant, name, kinds, promotions, rules, start) \
    [variant] = {count_RK_WHITE_##variant, count_RK_BLACK_##variant},
#include "rookery/variants.def"
};

RK_INLINE uint64_t walk_with(const rk_position *pos, struct mode m, int depth,
                             struct purpose playing)
{
    struct sink sink = {
        .depth = depth, .pieces.disturbed = ALL_SQUARES, .pawns.disturbed = ALL_SQUARES};
    generate(pos, m, whole_scope(pos, m), playing, &sink);
    return sink.total;
}

// ---- standard chess --------------------------------------------------------------------------

/* Only here is it worth the size to make moves, and to count the replies to the
 * last but one, in each place where the generator offers them: most games are
 * standard chess, and so is what others measure. */
RK_INLINE uint64_t count_leaf_parents(const rk_position *pos, rk_side us)
{
    const struct mode m = {us, RK_STANDARD};
    const struct scope scope = whole_scope(pos, m);
    struct sink sink = {
        .depth = 2, .pieces = calm_pieces(pos, replying(m)), .pawns = calm_pawns(pos, replying(m))};
    sink.pieces.disturbed = sink.pawns.disturbed = ALL_SQUARES;
    sink.king = scope.king;
    sink.rival = scope.rival;
    generate(pos, m, scope, (struct purpose){take_leaf_parents, walk_takers[RK_STANDARD][us], true},
             &sink);
    return sink.total;
}

RK_INLINE uint64_t walk_standard(const rk_position *pos, rk_side us, int depth)
{
    return walk_with(pos, (struct mode){us, RK_STANDARD}, depth,
                     (struct purpose){walk_group, walk_takers[RK_STANDARD][us], true});
}

// Apart, so that the registers of one are not spilt for the other.
NOINLINE static uint64_t white_leaf_parents(const rk_position *pos)
{
    return count_leaf_parents(pos, RK_WHITE);
}

NOINLINE static uint64_t black_leaf_parents(const rk_position *pos)
{
    return count_leaf_parents(pos, RK_BLACK);
}

NOINLINE static uint64_t white_standard(const rk_position *pos, int depth)
{
    return depth == 2 ? white_leaf_parents(pos) : walk_standard(pos, RK_WHITE, depth);
}

NOINLINE static uint64_t black_standard(const rk_position *pos, int depth)
{
    return depth == 2 ? black_leaf_parents(pos) : walk_standard(pos, RK_BLACK, depth);
}

// ---- all variants ----------------------------------------------------------------------------

#define WALKER(variant, side)                                                                  \
    NOINLINE static uint64_t walk_##side##_##variant(const rk_position *pos, int depth)        \
    {                                                                                          \
        const struct mode m = {side, variant};                                                 \
        if (is_standard(m))                                                                    \
            return side == RK_WHITE ? white_standard(pos, depth) : black_standard(pos, depth); \
        const struct purpose playing = {take_walk_##side##_##variant,                          \
                                        take_walk_##side##_##variant, true};                   \
        return walk_with(pos, m, depth, playing);                                              \
    }
#define ROW(variant, name, kinds, promotions, rules, start) \
    WALKER(variant, RK_WHITE) WALKER(variant, RK_BLACK)
#include "rookery/variants.def"

static walker *const walkers[RK_VARIANT_COUNT][2] = {
#define ROW(variant, name, kinds, promotions, rules, start) \
    [variant] = {walk_RK_WHITE_##variant, walk_RK_BLACK_##variant},
#include "rookery/variants.def"
};

uint64_t rk_perft(const rk_position *pos, int depth)
{
    if (depth <= 0)
        return 1;
    return depth == 1 ? counters[pos->variant][pos->turn](pos)
                      : walkers[pos->variant][pos->turn](pos, depth);
}
