/* SPDX-License-Identifier: MIT */
/* Perft: the callback of the generator plays the moves and recurses. The moves of the
 * last ply are counted, not played. */
#include "rookery/perft.h"

#include "rules/movegen.h"
#include "rules/play.h"

#define NOINLINE __attribute__((noinline))

typedef uint64_t walker(const rk_position *pos, int depth);
static walker *const walkers[RK_VARIANT_COUNT][2];
typedef uint64_t counter(const rk_position *pos);
static counter *const counters[RK_VARIANT_COUNT][2];

RK_INLINE bool count_group(struct sink *sink, const rk_position *pos, struct mode m,
                           struct group group)
{
    (void)pos, (void)m;
    sink->total += (uint64_t)popcount(group.targets);
    return false;
}

static const struct purpose counting = {count_group, count_group, false};

// ---- counting replies once -------------------------------------------------------------------

/* Adds the moves of the pieces that have a movement, as if it were their turn. */
RK_INLINE void cache_movement(const rk_position *pos, struct mode m, unsigned movement,
                              struct reply_cache *cache)
{
    const uint64_t own = pos->by[m.us], all = occupied(pos);
    for (uint64_t set = pieces_with_movement(pos, m, movement) & own; set; set = without_lsb(set)) {
        const uint64_t seen = movement_attacks(movement, lsb(set), all);
        cache->moves += (uint64_t)popcount(seen & ~own);
        cache->squares |= movement == RK_LEAPS ? 0 : seen; // a leaper cannot be blocked
    }
}

RK_INLINE struct reply_cache cache_pieces(const rk_position *pos, struct mode m)
{
    struct reply_cache cache = {0, 0, 0};
    cache_movement(pos, m, RK_LEAPS, &cache);
    cache_movement(pos, m, RK_DIAGONAL, &cache);
    cache_movement(pos, m, RK_STRAIGHT, &cache);
    return cache;
}

/* Pawn moves depend on the squares in front of the pawns and those they attack. */
RK_INLINE struct reply_cache cache_pawns(const rk_position *pos, struct mode m)
{
    const uint64_t pawns = pos->of[RK_PAWN] & pos->by[m.us], steps = ahead(m.us, pawns);
    struct sink sink = {.total = 0};
    const struct generation g = {.pos = pos,
                                 .m = m,
                                 .request = {.movers = ALL_SQUARES, .targets = ALL_SQUARES},
                                 .constraints = {.evasions = ALL_SQUARES},
                                 .purpose = counting,
                                 .sink = &sink};
    generate_pawns(&g);
    const uint64_t seen = steps | ahead(m.us, steps & rank(m.us, 3)) | pawn_attacks(m.us, pawns);
    return (struct reply_cache){seen, sink.total, 0};
}

/* Returns the request for the replies to a move. The squares of the kings are known, and
 * only the moved piece can give check as a pawn or leaper. */
RK_INLINE struct request reply_request(const struct sink *sink, struct mode m, rk_kind kind, int to)
{
    struct request request = {ALL_SQUARES, ALL_SQUARES, ALL_SQUARES, sink->enemy_king, sink->king};
    if (kind == RK_KING)
        request.enemy_king = to;
    const uint64_t checking = kind == RK_PAWN ? pawn_attacks(other(m.us), bit(request.king))
                              : movement_of[kind] & RK_LEAPS ? leap_attacks[request.king]
                                                             : 0;
    if (checking & bit(to))
        request.evasions = bit(to);
    return request;
}

/* Plays each move of the group and recurses. */
RK_INLINE bool walk_group(struct sink *sink, const rk_position *pos, struct mode m,
                          struct group group)
{
    for (uint64_t set = group.targets; set; set = without_lsb(set)) {
        const int to = lsb(set), from = group_origin(group, to);
        rk_position after = *pos;
        make_move(
            &after, m,
            (struct made_move){.kind = group.kind, .type = group.type, .from = from, .to = to});
        sink->total += sink->depth == 2 ? counters[m.variant][other(m.us)](&after)
                                        : walkers[m.variant][other(m.us)](&after, sink->depth - 1);
    }
    return false;
}

/* walk_group() as a function for each side and variant, which is not inlined. */
#define WALK_CALLBACK(variant, side)                                                              \
    NOINLINE static bool walk_group_##side##_##variant(struct sink *sink, const rk_position *pos, \
                                                       struct mode m, struct group group)         \
    {                                                                                             \
        (void)m;                                                                                  \
        return walk_group(sink, pos, (struct mode){side, variant}, group);                        \
    }
#define ROW(variant, name, kinds, promotions, rules, start) \
    WALK_CALLBACK(variant, RK_WHITE) WALK_CALLBACK(variant, RK_BLACK)
#include "rookery/variants.def"

static group_callback *const walk_callbacks[RK_VARIANT_COUNT][2] = {
#define ROW(variant, name, kinds, promotions, rules, start) \
    [variant] = {walk_group_RK_WHITE_##variant, walk_group_RK_BLACK_##variant},
#include "rookery/variants.def"
};

/* Plays each move of the group and counts the replies in place. */
RK_INLINE bool count_replies(struct sink *sink, const rk_position *pos, struct mode m,
                             struct group group)
{
    for (uint64_t set = group.targets; set; set = without_lsb(set)) {
        const int to = lsb(set), from = group_origin(group, to);
        rk_position after = *pos;
        make_move(&after, m, (struct made_move){.kind = group.kind, .from = from, .to = to});
        const bool quiet = !(bit(to) & pos->by[other(m.us)]);
        struct sink replies = {.pieces = sink->pieces, .pawns = sink->pawns};
        const uint64_t touched = bit(from) | bit(to);
        replies.pieces.touched = quiet ? touched & sink->pieces.squares : ALL_SQUARES;
        replies.pawns.touched = quiet ? touched & sink->pawns.squares : ALL_SQUARES;
        generate(&after, reply_mode(m), reply_request(sink, m, group.kind, to), counting, &replies);
        sink->total += replies.total;
    }
    return false;
}

RK_INLINE uint64_t count_moves(const rk_position *pos, struct mode m)
{
    struct sink sink = {.pieces.touched = ALL_SQUARES, .pawns.touched = ALL_SQUARES};
    generate(pos, m, request_all(pos, m), counting, &sink);
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

RK_INLINE uint64_t walk_moves(const rk_position *pos, struct mode m, int depth,
                              struct purpose playing)
{
    struct sink sink = {
        .depth = depth, .pieces.touched = ALL_SQUARES, .pawns.touched = ALL_SQUARES};
    generate(pos, m, request_all(pos, m), playing, &sink);
    return sink.total;
}

// ---- standard chess --------------------------------------------------------------------------

/* Only standard chess, which is what people benchmark, is worth the code size of playing
 * moves, and of counting the replies two plies before the end, in every place where the
 * generator emits them. */
RK_INLINE uint64_t count_two_plies(const rk_position *pos, rk_side us)
{
    const struct mode m = {us, RK_STANDARD};
    const struct request request = request_all(pos, m);
    struct sink sink = {.depth = 2,
                        .pieces = cache_pieces(pos, reply_mode(m)),
                        .pawns = cache_pawns(pos, reply_mode(m))};
    sink.pieces.touched = sink.pawns.touched = ALL_SQUARES;
    sink.king = request.king;
    sink.enemy_king = request.enemy_king;
    generate(pos, m, request,
             (struct purpose){count_replies, walk_callbacks[RK_STANDARD][us], true}, &sink);
    return sink.total;
}

RK_INLINE uint64_t walk_standard(const rk_position *pos, rk_side us, int depth)
{
    return walk_moves(pos, (struct mode){us, RK_STANDARD}, depth,
                      (struct purpose){walk_group, walk_callbacks[RK_STANDARD][us], true});
}

// Separate functions, so that one does not spill the registers of the other.
NOINLINE static uint64_t white_two_plies(const rk_position *pos)
{
    return count_two_plies(pos, RK_WHITE);
}

NOINLINE static uint64_t black_two_plies(const rk_position *pos)
{
    return count_two_plies(pos, RK_BLACK);
}

NOINLINE static uint64_t white_standard(const rk_position *pos, int depth)
{
    return depth == 2 ? white_two_plies(pos) : walk_standard(pos, RK_WHITE, depth);
}

NOINLINE static uint64_t black_standard(const rk_position *pos, int depth)
{
    return depth == 2 ? black_two_plies(pos) : walk_standard(pos, RK_BLACK, depth);
}

// ---- all variants ----------------------------------------------------------------------------

#define WALKER(variant, side)                                                                  \
    NOINLINE static uint64_t walk_##side##_##variant(const rk_position *pos, int depth)        \
    {                                                                                          \
        const struct mode m = {side, variant};                                                 \
        if (is_standard(m))                                                                    \
            return m.us == RK_WHITE ? white_standard(pos, depth) : black_standard(pos, depth); \
        const struct purpose playing = {walk_group_##side##_##variant,                         \
                                        walk_group_##side##_##variant, true};                  \
        return walk_moves(pos, m, depth, playing);                                             \
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
