/* SPDX-License-Identifier: MIT */
#include "engine/levels.h"

#include "rookery/engine.h"
#include "rules/bits.h"

/* The handicaps at 500, 1000 ... 3000 Elo; linear in between. Found by matches of 200 games between
 * neighbours: a row was adjusted until players 200 Elo apart scored about three to one, up to 2200
 * (docs/performance.md has the scores and the command). Below 1000 every player sees little more
 * than its own moves, and errors make the difference; above 2000 it is the number of nodes. */
struct strength {
    unsigned log2_nodes; /* in thousandths */
    unsigned eval_noise, oversight;
};

enum { STRENGTH_STEP = 500 };

static const struct strength strengths[] = {
    {5200, 315, 665}, /* 500 */
    {6800, 165, 355}, /* 1000 */
    {8240, 85, 178},  /* 1500 */
    {9440, 43, 78},   /* 2000 */
    {11040, 23, 37},  /* 2500 */
    {13400, 0, 0},    /* 3000 */
};

enum { STRENGTH_COUNT = sizeof strengths / sizeof *strengths };

_Static_assert(RK_ELO_MIN + (STRENGTH_COUNT - 1) * STRENGTH_STEP == RK_ELO_MAX,
               "a row for every step");

unsigned rk_level_elo(unsigned level)
{
    const unsigned bounded = level < 1 ? 1 : level > RK_LEVEL_COUNT ? RK_LEVEL_COUNT : level;
    return 600 + 200 * bounded;
}

static unsigned interpolate(unsigned low, unsigned high, unsigned part)
{
    return (low * (STRENGTH_STEP - part) + high * part) / STRENGTH_STEP;
}

// 2 to the power of N thousandths, linear between whole powers.
static uint64_t power_of_two(unsigned thousandths)
{
    return ((1000 + (uint64_t)thousandths % 1000) << thousandths / 1000) / 1000;
}

struct handicap handicap_for_elo(unsigned elo)
{
    if (!elo)
        return (struct handicap){0};
    const unsigned bounded = elo < RK_ELO_MIN ? RK_ELO_MIN : elo > RK_ELO_MAX ? RK_ELO_MAX : elo;
    const unsigned above = bounded - RK_ELO_MIN;
    const unsigned row = bounded == RK_ELO_MAX ? STRENGTH_COUNT - 2 : above / STRENGTH_STEP;
    const unsigned part = above - row * STRENGTH_STEP;
    const struct strength *const low = &strengths[row], *const high = low + 1;
    return (struct handicap){
        .nodes = power_of_two(interpolate(low->log2_nodes, high->log2_nodes, part)),
        .eval_noise = (int)interpolate(low->eval_noise, high->eval_noise, part),
        .oversight = interpolate(low->oversight, high->oversight, part),
    };
}

// ---- errors ----------------------------------------------------------------------------------

static uint64_t hash_word(uint64_t word)
{
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

// The mean of two random numbers: small errors are more frequent.
static int random_error(uint64_t word, int eval_noise)
{
    const unsigned spread = 2 * (unsigned)eval_noise + 1;
    return ((int)(word % spread) + (int)((word >> 32) % spread)) / 2 - eval_noise;
}

struct error_model error_model_create(struct handicap handicap, uint64_t seed,
                                      const rk_position *pos)
{
    struct error_model model = {.handicap = handicap, .seed = hash_word(seed + 1)};
    model.move_seed = hash_word(model.seed ^ pos->key);
    for (unsigned kind = 0; handicap.eval_noise && kind < RK_KIND_COUNT; kind++) {
        const int eval_noise = handicap.eval_noise / (kind == RK_PAWN   ? 2
                                                      : kind == RK_KING ? 4
                                                                        : 1);
        for (unsigned square = 0; square < 64; square++)
            model.square_bias[kind][square] =
                (int16_t)random_error(hash_word(model.seed + (kind << 6 | square)), eval_noise);
    }
    return model;
}

static int sum_square_bias(const struct error_model *model, const rk_position *pos, rk_side side)
{
    int sum = 0;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        for (uint64_t set = pos->of[kind] & pos->by[side]; set; set = without_lsb(set))
            sum += model->square_bias[kind][lsb(set) ^ (side == RK_WHITE ? 0 : 56)];
    return sum;
}

int error_model_eval_error(const struct error_model *model, const rk_position *pos)
{
    const rk_side us = (rk_side)pos->turn;
    return sum_square_bias(model, pos, us) - sum_square_bias(model, pos, other(us)) +
           random_error(hash_word(model->seed ^ pos->key), model->handicap.eval_noise);
}

bool error_model_overlooks(const struct error_model *model, const rk_position *pos, rk_move move,
                           rk_move last)
{
    if (last && rk_move_to(move) == rk_move_to(last))
        return false; // a recapture is obvious
    const bool captures = pos->by[!pos->turn] & bit(rk_move_to(move));
    return hash_word(model->move_seed ^ (uint64_t)move << 40) % 1000 <
           model->handicap.oversight / (captures ? 2 : 1);
}
