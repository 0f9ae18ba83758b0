/* SPDX-License-Identifier: MIT */
#include "review/brilliant.h"

#include "engine/see.h"
#include "rookery/moves.h"

enum {
    SACRIFICE = 200,        /* the least that the opponent can win, in centipawns */
    SHALLOW_DEPTH = 2,      /* plies: what is seen at a glance */
    REJECTED_LOSS = 500,    /* the shallow search sees the move lose this much of the chances */
    SOUND_CHANCE = 5000,    /* the side must not be worse after it */
    WON_ANYWAY = 9000,      /* nothing is brilliant where another move wins, too */
    CONFIRMATION_FACTOR = 4 /* times the limit of the review */
};

static const int piece_values[RK_KIND_COUNT + 1] = {
    [RK_PAWN] = 100,  [RK_KNIGHT] = 300, [RK_BISHOP] = 300, [RK_ROOK] = 500,
    [RK_QUEEN] = 900, [RK_KING] = 10000, [RK_AMAZON] = 1200};

// ---- sacrifices --------------------------------------------------------------------------------

static bool has_usual_values(const rk_position *pos)
{
    return pos->variant == RK_STANDARD || pos->variant == RK_CHESS960 ||
           pos->variant == RK_AMAZON_CHESS;
}

/* What the move itself wins: a piece, and what a pawn becomes. */
static int material_won(const rk_position *pos, rk_move move)
{
    int won = 0;
    if (rk_move_is_capture(pos, move))
        won += rk_move_type(move) == RK_EN_PASSANT
                   ? piece_values[RK_PAWN]
                   : piece_values[rk_position_at(pos, rk_move_to(move)).kind];
    if (rk_move_promotion(move) != RK_NO_KIND)
        won += piece_values[rk_move_promotion(move)] - piece_values[RK_PAWN];
    return won;
}

/* Whether the side to move can win at least `threshold` on one of these squares. */
static bool can_win_on(const rk_position *pos, uint64_t targets, int threshold)
{
    rk_move captures[RK_MOVES_MAX];
    const size_t count = rk_moves_select(pos, ~UINT64_C(0), targets, captures);
    for (size_t i = 0; i < count; i++)
        if (rk_move_is_capture(pos, captures[i]) &&
            see_at_least(pos, captures[i], threshold, piece_values))
            return true;
    return false;
}

/* The pieces that the opponent threatens to win already. Leaving them there offers nothing. */
static uint64_t find_threatened(const rk_position *before)
{
    rk_position passed = *before;
    rk_undo undo;
    uint64_t threatened = 0;
    if (rk_position_in_check(before))
        return 0;
    rk_position_pass(&passed, &undo);
    for (unsigned square = 0; square < RK_SQUARE_COUNT; square++)
        if (can_win_on(&passed, UINT64_C(1) << square, SACRIFICE))
            threatened |= UINT64_C(1) << square;
    return threatened;
}

bool brilliant_is_sacrifice(const rk_position *before, rk_move move)
{
    rk_position after = *before;
    rk_undo undo;
    if (!has_usual_values(before) || move == RK_NO_MOVE)
        return false;
    const uint64_t targets = ~find_threatened(before) | UINT64_C(1) << rk_move_to(move);
    const int threshold = material_won(before, move) + SACRIFICE;
    rk_position_apply(&after, move, &undo);
    return can_win_on(&after, targets, threshold);
}

// ---- searching ---------------------------------------------------------------------------------

struct candidate {
    const struct review *review;
    size_t ply;
    rk_engine *engine;
    rk_move move;
    rk_move others[RK_MOVES_MAX];
    size_t other_count;
};

static void init_candidate(struct candidate *candidate, const struct review *review, size_t ply)
{
    const rk_move move = review->moves[ply].move;
    const size_t count = rk_moves_list(&review->positions[ply], candidate->others);
    candidate->review = review;
    candidate->ply = ply;
    candidate->move = move;
    candidate->other_count = 0;
    for (size_t i = 0; i < count; i++)
        if (candidate->others[i] != move)
            candidate->others[candidate->other_count++] = candidate->others[i];
}

/* The chances of the side to move if it may play only some moves; none: all of them. */
static int search_chance(const struct candidate *candidate, rk_search_limits limits,
                         const rk_move *only, size_t only_count, rk_move *best)
{
    rk_search_result result;
    limits.only = only;
    limits.only_count = only_count;
    rk_engine_search(candidate->engine, &candidate->review->positions[candidate->ply], 1, &limits,
                     NULL, NULL, &result);
    *best = result.best;
    return chance_of_score(result.score);
}

/* With empty tables, so that the shallow search does not know what the long one has found. */
static bool is_rejected_at_a_glance(const struct candidate *candidate)
{
    const rk_search_limits limits = {.depth = SHALLOW_DEPTH};
    rk_move best;
    rk_engine_forget(candidate->engine);
    const int chance = search_chance(candidate, limits, &candidate->move, 1, &best);
    rk_engine_forget(candidate->engine);
    return search_chance(candidate, limits, candidate->others, candidate->other_count, &best) -
               chance >=
           REJECTED_LOSS;
}

static bool is_confirmed(const struct candidate *candidate, const struct review_limits *limits)
{
    const rk_search_limits longer = {.nodes = limits->nodes * CONFIRMATION_FACTOR,
                                     .depth = limits->depth,
                                     .move_time = limits->move_time * CONFIRMATION_FACTOR};
    rk_move best;
    if (search_chance(candidate, longer, candidate->others, candidate->other_count, &best) >=
        WON_ANYWAY)
        return false;
    return search_chance(candidate, longer, NULL, 0, &best) >= SOUND_CHANCE &&
           best == candidate->move;
}

void brilliant_find(struct review *review, rk_engine *engine, const struct review_limits *limits)
{
    struct candidate candidate = {.engine = engine};
    for (size_t ply = 0; ply < review->ply_count; ply++) {
        struct move_review *move = &review->moves[ply];
        if (move->judgement != JUDGEMENT_BEST ||
            chance_of_score(review_score_after(review, ply)) < SOUND_CHANCE ||
            !brilliant_is_sacrifice(&review->positions[ply], move->move))
            continue;
        init_candidate(&candidate, review, ply);
        if (is_rejected_at_a_glance(&candidate) && is_confirmed(&candidate, limits))
            move->judgement = JUDGEMENT_BRILLIANT;
    }
}
