/* SPDX-License-Identifier: MIT */
#include "engine/wdl.h"

#include "base/minmax.h"
#include "engine/varianteval.h"
#include "rules/bits.h"

/* `even` is the score at which a win has a chance of one half, `width` how fast that changes: the
 * chance to win is logistic((score - even) / width), and that to lose logistic((-score - even) /
 * width). The rest is a draw. */
struct row {
    int even, width;
};

static const struct row rows[WDL_ROWS] = {
#define ROW(material, even, width) [(material) / WDL_STEP] = {even, width},
#include "engine/wdl.def"
};

int wdl_material(const rk_position *pos)
{
    static const int values[RK_KIND_COUNT] = {[RK_PAWN] = 1, [RK_KNIGHT] = 3, [RK_BISHOP] = 3,
                                              [RK_ROOK] = 5, [RK_QUEEN] = 9,  [RK_AMAZON] = 12};
    int sum = 0;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        sum += values[kind] * popcount(pos->of[kind]);
    return min_int(sum, WDL_MATERIAL_MAX);
}

/* Interpolates between the rows. */
static struct row row_for(int material)
{
    const int index = min_int(material / WDL_STEP, WDL_ROWS - 2);
    const int above = material - index * WDL_STEP, below = WDL_STEP - above;
    const struct row *const row = &rows[index];
    return (struct row){(row[0].even * below + row[1].even * above) / WDL_STEP,
                        (row[0].width * below + row[1].width * above) / WDL_STEP};
}

/* 1000 / (1 + exp(-numerator / denominator)), from a table in steps of a quarter. */
static unsigned logistic(int numerator, int denominator)
{
    static const unsigned short quarters[] = {500, 562, 622, 679, 731, 777, 818, 852, 881, 905, 924,
                                              940, 953, 963, 971, 977, 982, 986, 989, 991, 993, 995,
                                              996, 997, 998, 998, 998, 999, 999, 999, 999, 1000};
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

void score_to_wdl(int score, const rk_position *pos, unsigned *win, unsigned *draw, unsigned *loss)
{
    const struct row row = row_for(wdl_material(pos));
    const bool certain = score > SCORE_MAX || score < -SCORE_MAX; // a mate, or an endgame table
    *win = certain ? (score > 0) * 1000U : logistic(score - row.even, row.width);
    *loss = certain ? (score < 0) * 1000U : logistic(-score - row.even, row.width);
    *draw = 1000 - *win - *loss;
}
