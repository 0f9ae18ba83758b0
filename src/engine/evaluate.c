/* SPDX-License-Identifier: MIT */
#include "engine/evaluate.h"

#include <stdlib.h>

#include "engine/balance.h"
#include "engine/kingsafety.h"
#include "engine/passers.h"
#include "engine/pawns.h"
#include "engine/pieces.h"
#include "engine/plain.h"
#include "engine/threats.h"
#include "rookery/engine.h"

enum {
    PAWN_ENTRIES = 4096,
    BALANCES = 1024,
    MEN_MAX = 16,     /* of a side: with more, halves of a pair could overflow */
    LAZY = 1400,      /* beyond, the rest will not change who wins */
    SPACE_PHASE = 10, /* room counts while there is somebody to use it */
    QUIET_MAX = 100,
    QUIET_WHOLE = 220 /* quiet plies, if there could be so many, that leave nothing */
};

struct evaluator {
    struct pawn_entry pawns[PAWN_ENTRIES];
    struct balance balances[BALANCES];
};

// ---- caches ----------------------------------------------------------------------------------

struct evaluator *evaluator_create(void)
{
    struct evaluator *evaluator = malloc(sizeof *evaluator);
    if (evaluator)
        evaluator_forget(evaluator);
    return evaluator;
}

void evaluator_destroy(struct evaluator *evaluator)
{
    free(evaluator);
}

// Pawns of both sides on every square, and more men than there are: what no position has.
void evaluator_forget(struct evaluator *evaluator)
{
    for (size_t i = 0; i < PAWN_ENTRIES; i++)
        evaluator->pawns[i] = (struct pawn_entry){.pawns = {ALL_SQUARES, ALL_SQUARES}};
    for (size_t i = 0; i < BALANCES; i++)
        evaluator->balances[i] = (struct balance){.key = ALL_SQUARES};
}

// Multiplied by odd constants, the upper bits depend on every pawn.
static struct pawn_entry *find_pawns(struct evaluator *evaluator, struct survey *survey,
                                     struct pawn_entry *own)
{
    const rk_position *pos = survey->pos;
    const uint64_t white = pos->of[RK_PAWN] & pos->by[RK_WHITE];
    const uint64_t black = pos->of[RK_PAWN] & pos->by[RK_BLACK];
    const uint64_t hash =
        (white * UINT64_C(0x9e3779b97f4a7c15)) ^ (black * UINT64_C(0xc2b2ae3d27d4eb4f));
    struct pawn_entry *entry = evaluator ? &evaluator->pawns[hash >> 32 & (PAWN_ENTRIES - 1)] : own;
    if (!evaluator || entry->pawns[RK_WHITE] != white || entry->pawns[RK_BLACK] != black)
        pawns_judge(survey, entry);
    return entry;
}

static const struct balance *find_balance(struct evaluator *evaluator, struct survey *survey,
                                          struct balance *own)
{
    const uint64_t key = balance_key(survey->pos);
    const uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15);
    struct balance *entry = evaluator ? &evaluator->balances[hash >> 40 & (BALANCES - 1)] : own;
    if (!evaluator || entry->key != key)
        balance_judge(survey, key, entry);
    return entry;
}

// ---- chess -----------------------------------------------------------------------------------

static tapered judge_places(struct survey *survey, rk_side us)
{
    const rk_position *pos = survey->pos;
    tapered sum = worth(survey, us, CASTLING_RIGHT, count(pos->castling & pos->by[us]));
    unsigned table = KNIGHT_SQUARES;
    for (unsigned kind = RK_KNIGHT; kind <= RK_KING; kind++, table += 32)
        for (uint64_t set = pos->of[kind] & pos->by[us]; set; set = rest(set))
            sum += worth(survey, us, table + half_square(us, first(set)), 1);
    return sum;
}

static int mix(tapered score, int phase, int scale)
{
    if (!scale)
        return 0;
    const int endgame = endgame_of(score) * (PHASE_MAX - phase) * scale / SCALE_WHOLE;
    return (middlegame_of(score) * phase + endgame) / PHASE_MAX;
}

static bool is_lopsided(tapered score)
{
#ifdef EVALUATION_TRACE
    return (void)score, false;
#else
    const int both = middlegame_of(score) + endgame_of(score);
    return both > 2 * LAZY || both < -2 * LAZY;
#endif
}

static tapered judge_play(struct survey *survey, int phase)
{
    pieces_prepare(survey);
    tapered score = pieces_judge(survey);
    score += kingsafety_judge(survey);
    score += threats_judge(survey);
    score += passers_judge(survey);
    if (phase >= SPACE_PHASE)
        score += threats_space(survey);
    return score;
}

/* All but known endings: White's less Black's. */
static int judge(struct evaluator *evaluator, struct survey *survey, const struct balance *balance,
                 bool fades)
{
    const rk_position *pos = survey->pos;
    struct pawn_entry own;
    survey->pawns = find_pawns(evaluator, survey, &own);
    tapered score = balance->score + survey->pawns->score;
    score += judge_places(survey, RK_WHITE) - judge_places(survey, RK_BLACK);
    if (!is_lopsided(score))
        score += judge_play(survey, balance->phase);
    const tapered tempo = worth(survey, (rk_side)pos->turn, TEMPO, 1);
    score += pos->turn == RK_WHITE ? tempo : -tempo;
    const rk_side ahead_side = endgame_of(score) > 0 ? RK_WHITE : RK_BLACK;
    const int scale = fades ? ending_scale(pos, balance->men, ahead_side) : SCALE_WHOLE;
    const int phase = fades || pos->variant != RK_CRAZYHOUSE ? balance->phase : PHASE_MAX;
#ifdef EVALUATION_TRACE
    survey->trace->phase = scale ? phase : 0;
    survey->trace->scale = scale;
#endif
    return mix(score, phase, scale);
}

// A side that shuffles has not got so much; where the win is known, it is on its way.
static int fade(const rk_position *pos, int score)
{
    const int quiet = pos->quiet_plies < QUIET_MAX ? pos->quiet_plies : QUIET_MAX;
    return score - score * quiet / QUIET_WHOLE;
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
           count(pos->by[RK_WHITE]) <= MEN_MAX && count(pos->by[RK_BLACK]) <= MEN_MAX;
}

static int judge_chess(struct evaluator *evaluator, struct survey *survey)
{
    const rk_position *pos = survey->pos;
    const bool chess = is_chess((rk_variant)pos->variant);
    struct balance own;
    const struct balance *balance = find_balance(evaluator, survey, &own);
    if (chess && balance->ending != ENDING_NONE) {
#ifdef EVALUATION_TRACE
        survey->trace->is_known = true;
#endif
        const int value = ending_value(balance->ending, pos, balance->strong);
        return balance->strong == RK_WHITE ? value : -value;
    }
    const int score = fade(pos, judge(evaluator, survey, balance, chess));
    return chess ? score : score + plain_goals(pos);
}

static struct survey survey_of(const rk_position *pos)
{
    struct survey survey = {.pos = pos, .occupied = pos->by[RK_WHITE] | pos->by[RK_BLACK]};
    for (unsigned side = 0; side < 2; side++)
        survey.king[side] = first(pos->of[RK_KING] & pos->by[side]);
    return survey;
}

int evaluate(struct evaluator *evaluator, const rk_position *pos)
{
    if (!is_like_chess(pos))
        return plain_judge(pos);
    struct survey survey = survey_of(pos);
    const int white = judge_chess(evaluator, &survey);
    const int score = pos->turn == RK_WHITE ? white : -white;
    return score < -SCORE_MAX ? -SCORE_MAX : score > SCORE_MAX ? SCORE_MAX : score;
}

#ifdef EVALUATION_TRACE
int evaluation_trace(const rk_position *pos, struct trace *trace)
{
    struct survey survey = survey_of(pos);
    *trace = (struct trace){.scale = SCALE_WHOLE};
    survey.trace = trace;
    return judge_chess(NULL, &survey);
}
#endif

int rk_evaluate(const rk_position *pos)
{
    return evaluate(NULL, pos);
}

int kind_value(rk_variant variant, rk_kind kind)
{
    return plain_value(variant, kind);
}

// ---- chances ---------------------------------------------------------------------------------

/* 1000 / (1 + exp(-x)) for x in quarters from 0. */
static unsigned logistic(int numerator, int denominator)
{
    static const unsigned short quarters[] = {500, 562, 622, 679, 731, 777, 818, 852, 881,
                                              905, 924, 940, 953, 963, 971, 977, 982, 986,
                                              989, 991, 993, 995, 996, 997, 998, 998, 999};
    enum { LAST = sizeof quarters / sizeof *quarters - 1, STEPS = 64 };
    const bool negative = numerator < 0;
    const long size = (long)(negative ? -numerator : numerator) * 4 * STEPS / denominator;
    const long whole = size / STEPS < LAST ? size / STEPS : LAST;
    long part = quarters[whole] * (long)STEPS;
    if (whole < LAST)
        part += (quarters[whole + 1] - quarters[whole]) * (size % STEPS);
    const unsigned result = (unsigned)(part / STEPS);
    return negative ? 1000 - result : result;
}

/* The score at which a win is as likely as not, and how fast that changes: fitted to 206 094
 * positions of the engine's games against itself at 1 200 nodes a move. */
void score_to_wdl(int score, const rk_position *pos, unsigned *win, unsigned *draw, unsigned *loss)
{
    const int men = count(pos->by[RK_WHITE] | pos->by[RK_BLACK]);
    const int even = 30 + 1000 / (men + 1), width = 55 + 5 * men;
    *win = logistic(score - even, width);
    *loss = logistic(-score - even, width);
    if (*win + *loss > 1000)
        *loss = 1000 - *win;
    *draw = 1000 - *win - *loss;
}
