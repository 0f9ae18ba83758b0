/* SPDX-License-Identifier: MIT */
#include "engine/evaluate.h"

#include <stdlib.h>

#include "base/minmax.h"
#include "engine/accumulator.h"
#include "engine/kingsafety.h"
#include "engine/material.h"
#include "engine/passers.h"
#include "engine/pawns.h"
#include "engine/pieces.h"
#include "engine/threats.h"
#include "engine/varianteval.h"
#include "rookery/engine.h"

enum {
    PAWN_ENTRIES = 4096,
    MATERIAL_ENTRIES = 1024,
    PIECES_MAX = 16,    /* of a side: with more, the halves of a tapered score could overflow */
    LAZY_MARGIN = 1400, /* beyond it the remaining terms are skipped */
    SPACE_PHASE = 10,   /* space counts from this phase on */
    HALFMOVE_CLOCK_MAX = 100,
    HALFMOVE_CLOCK_SCALE = 220,        /* the score would be 0 at this half-move clock */
    DEAD_DRAW_SCALE = SCALE_NORMAL / 4 /* below it the network is scaled, too */
};

struct evaluator {
    struct accumulators accumulators;
    struct pawn_entry pawns[PAWN_ENTRIES];
    struct material_entry material[MATERIAL_ENTRIES];
    const struct rk_network *network; /* NULL: the handcrafted evaluation */
};

// ---- caches ----------------------------------------------------------------------------------

struct evaluator *evaluator_create(const struct rk_network *network)
{
    struct evaluator *evaluator = aligned_alloc(_Alignof(struct evaluator), sizeof *evaluator);
    if (evaluator) {
        evaluator->network = network;
        evaluator_clear(evaluator);
    }
    return evaluator;
}

void evaluator_destroy(struct evaluator *evaluator)
{
    free(evaluator);
}

void evaluator_set_network(struct evaluator *evaluator, const struct rk_network *network)
{
    evaluator->network = network;
    accumulators_init(&evaluator->accumulators, network, kernel_best());
}

// Keys that no position has: pawns of both sides on every square, and impossible material.
void evaluator_clear(struct evaluator *evaluator)
{
    for (size_t i = 0; i < PAWN_ENTRIES; i++)
        evaluator->pawns[i] = (struct pawn_entry){.pawns = {ALL_SQUARES, ALL_SQUARES}};
    for (size_t i = 0; i < MATERIAL_ENTRIES; i++)
        evaluator->material[i] = (struct material_entry){.key = ALL_SQUARES};
    evaluator_set_network(evaluator, evaluator->network);
}

// The products with odd constants make the upper bits depend on every pawn.
static struct pawn_entry *find_pawns(struct evaluator *evaluator, struct evalinfo *info,
                                     struct pawn_entry *uncached)
{
    const rk_position *pos = info->pos;
    const uint64_t white = pos->of[RK_PAWN] & pos->by[RK_WHITE];
    const uint64_t black = pos->of[RK_PAWN] & pos->by[RK_BLACK];
    const uint64_t hash =
        (white * UINT64_C(0x9e3779b97f4a7c15)) ^ (black * UINT64_C(0xc2b2ae3d27d4eb4f));
    struct pawn_entry *entry =
        evaluator ? &evaluator->pawns[hash >> 32 & (PAWN_ENTRIES - 1)] : uncached;
    if (!evaluator || entry->pawns[RK_WHITE] != white || entry->pawns[RK_BLACK] != black)
        pawns_evaluate(info, entry);
    return entry;
}

static const struct material_entry *
find_material(struct evaluator *evaluator, struct evalinfo *info, struct material_entry *uncached)
{
    const uint64_t key = material_key(info->pos);
    const uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15);
    struct material_entry *entry =
        evaluator ? &evaluator->material[hash >> 40 & (MATERIAL_ENTRIES - 1)] : uncached;
    if (!evaluator || entry->key != key)
        material_evaluate(info, key, entry);
    return entry;
}

// ---- chess -----------------------------------------------------------------------------------

static tapered evaluate_squares(struct evalinfo *info, rk_side us)
{
    const rk_position *pos = info->pos;
    tapered sum = bonus(info, us, CASTLING_RIGHT, popcount(pos->castling & pos->by[us]));
    unsigned table = KNIGHT_SQUARES;
    for (unsigned kind = RK_KNIGHT; kind <= RK_KING; kind++, table += 32)
        for (uint64_t set = pos->of[kind] & pos->by[us]; set; set = without_lsb(set))
            sum += bonus(info, us, table + psqt_index(us, lsb(set)), 1);
    return sum;
}

/* Tapered evaluation: interpolates between middlegame and endgame. */
static int interpolate(tapered score, int phase, int scale)
{
    if (!scale)
        return 0;
    const int endgame = endgame_score(score) * (PHASE_MAX - phase) * scale / SCALE_NORMAL;
    return (middlegame_score(score) * phase + endgame) / PHASE_MAX;
}

static bool is_decided(tapered score)
{
#ifdef EVALUATION_TRACE
    return (void)score, false;
#else
    const int both = middlegame_score(score) + endgame_score(score);
    return both > 2 * LAZY_MARGIN || both < -2 * LAZY_MARGIN;
#endif
}

static tapered evaluate_activity(struct evalinfo *info, int phase)
{
    pieces_prepare(info);
    tapered score = pieces_evaluate(info);
    score += kingsafety_evaluate(info);
    score += threats_evaluate(info);
    score += passers_evaluate(info);
    if (phase >= SPACE_PHASE)
        score += threats_space(info);
    return score;
}

/* Sums all terms: White's score minus Black's. `chess`: not one of the variants. */
static int sum_terms(struct evaluator *evaluator, struct evalinfo *info,
                     const struct material_entry *material, bool chess)
{
    const rk_position *pos = info->pos;
    struct pawn_entry uncached;
    info->pawns = find_pawns(evaluator, info, &uncached);
    tapered score = material->score + info->pawns->score;
    score += evaluate_squares(info, RK_WHITE) - evaluate_squares(info, RK_BLACK);
    if (!is_decided(score))
        score += evaluate_activity(info, material->phase);
    const tapered tempo = bonus(info, (rk_side)pos->turn, TEMPO, 1);
    score += pos->turn == RK_WHITE ? tempo : -tempo;
    const rk_side stronger = endgame_score(score) > 0 ? RK_WHITE : RK_BLACK;
    const int scale = chess ? endgame_scale(pos, material->counts, stronger) : SCALE_NORMAL;
    const int phase = chess || pos->variant != RK_CRAZYHOUSE ? material->phase : PHASE_MAX;
#ifdef EVALUATION_TRACE
    info->trace->phase = scale ? phase : 0;
    info->trace->scale = scale;
#endif
    return interpolate(score, phase, scale);
}

// The evaluation shrinks as the half-move clock approaches the fifty-move rule.
static int scale_by_halfmove_clock(const rk_position *pos, int score)
{
    const int clock = min_int(pos->halfmove_clock, HALFMOVE_CLOCK_MAX);
    return score - score * clock / HALFMOVE_CLOCK_SCALE;
}

static bool is_chess(rk_variant variant)
{
    return variant == RK_STANDARD || variant == RK_CHESS960;
}

static bool is_like_chess(const rk_position *pos)
{
    const rk_variant variant = (rk_variant)pos->variant;
    return (is_chess(variant) || variant == RK_THREE_CHECK || variant == RK_KING_OF_THE_HILL ||
            variant == RK_CRAZYHOUSE) &&
           popcount(pos->by[RK_WHITE]) <= PIECES_MAX && popcount(pos->by[RK_BLACK]) <= PIECES_MAX;
}

/* The handcrafted evaluation; `chess`: not one of the variants. */
static int evaluate_terms(struct evaluator *evaluator, struct evalinfo *info,
                          const struct material_entry *material, bool chess)
{
    const int score =
        scale_by_halfmove_clock(info->pos, sum_terms(evaluator, info, material, chess));
    return chess ? score : score + varianteval_goals(info->pos);
}

/* The network does not know which endgames are dead draws. */
static int evaluate_network(struct evaluator *evaluator, const rk_position *pos,
                            const struct material_entry *material)
{
    const int own = evaluator ? accumulators_evaluate(&evaluator->accumulators, pos)
                              : network_evaluate(&network_default, kernel_best(), pos);
    const int white = pos->turn == RK_WHITE ? own : -own;
    const rk_side stronger = white > 0 ? RK_WHITE : RK_BLACK;
    const int scale = endgame_scale(pos, material->counts, stronger);
    const int scaled = scale < DEAD_DRAW_SCALE ? white * scale / DEAD_DRAW_SCALE : white;
    return scale_by_halfmove_clock(pos, scaled);
}

static bool uses_network(const struct evaluator *evaluator)
{
#ifdef EVALUATION_TRACE
    return (void)evaluator, false;
#else
    return !evaluator || evaluator->network;
#endif
}

/* White's score minus Black's. */
static int evaluate_position(struct evaluator *evaluator, struct evalinfo *info)
{
    const rk_position *pos = info->pos;
    const bool chess = is_chess((rk_variant)pos->variant);
    struct material_entry uncached;
    const struct material_entry *material = find_material(evaluator, info, &uncached);
    if (chess && material->endgame != ENDGAME_NONE) {
#ifdef EVALUATION_TRACE
        info->trace->is_known_endgame = true;
#endif
        const int value = endgame_evaluate(material->endgame, pos, material->strong);
        return material->strong == RK_WHITE ? value : -value;
    }
    return chess && uses_network(evaluator) ? evaluate_network(evaluator, pos, material)
                                            : evaluate_terms(evaluator, info, material, chess);
}

static struct evalinfo init_info(const rk_position *pos)
{
    struct evalinfo info = {.pos = pos, .occupied = pos->by[RK_WHITE] | pos->by[RK_BLACK]};
    for (unsigned side = 0; side < 2; side++)
        info.king[side] = lsb(pos->of[RK_KING] & pos->by[side]);
    return info;
}

int evaluate(struct evaluator *evaluator, const rk_position *pos)
{
    if (!is_like_chess(pos))
        return varianteval_evaluate(pos);
    struct evalinfo info = init_info(pos);
    const int white = evaluate_position(evaluator, &info);
    const int score = pos->turn == RK_WHITE ? white : -white;
    return clamp_int(score, -SCORE_MAX, SCORE_MAX);
}

#ifdef EVALUATION_TRACE
int evaluation_trace(const rk_position *pos, struct trace *trace)
{
    struct evalinfo info = init_info(pos);
    *trace = (struct trace){.scale = SCALE_NORMAL};
    info.trace = trace;
    return evaluate_position(NULL, &info);
}
#endif

int rk_evaluate(const rk_position *pos)
{
    return evaluate(NULL, pos);
}

int kind_value(rk_variant variant, rk_kind kind)
{
    return varianteval_piece_value(variant, kind);
}
