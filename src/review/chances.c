/* SPDX-License-Identifier: MIT */
#include "review/chances.h"

#include "rookery/engine.h"

/* One unit of the logistic curve is SCALE centipawns at 0.00, and more for higher scores, by a
 * GROWTHth of them: the engine's scores grow faster than the chances when a game is all but won. */
enum {
    SCALE = 160,
    GROWTH = 5,
    LOGISTIC_STEPS = 8, /* entries for one unit */
    ACCURACY_STEPS = 40 /* entries from 0 to CHANCE_ONE */
};

/* CHANCE_ONE / (1 + exp(-x)) for x = 0, 1/8, 2/8 ... */
static const short logistic[] = {
    5000, 5312, 5622, 5927, 6225, 6514, 6792, 7058, 7311, 7549, 7773, 7982, 8176, 8355,
    8520, 8670, 8808, 8933, 9047, 9149, 9241, 9325, 9399, 9466, 9526, 9579, 9627, 9669,
    9707, 9740, 9770, 9797, 9820, 9841, 9859, 9876, 9890, 9903, 9914, 9924, 9933, 9941,
    9948, 9954, 9959, 9964, 9968, 9972, 9975, 9978, 9981, 9983, 9985, 9987, 9988, 9990,
    9991, 9992, 9993, 9994, 9994, 9995, 9996, 9996, 9997, 9997, 9997, 9998, 9998, 9998,
    9998, 9999, 9999, 9999, 9999, 9999, 9999, 9999, 9999, 9999, 10000};

/* CHANCE_ONE * exp(-4 * x) for x = 0, 1/40, 2/40 ... 1: a move that loses a tenth of the chances is
 * two thirds accurate. */
static const short accuracy[] = {10000, 9048, 8187, 7408, 6703, 6065, 5488, 4966, 4493, 4066, 3679,
                                 3329,  3012, 2725, 2466, 2231, 2019, 1827, 1653, 1496, 1353, 1225,
                                 1108,  1003, 907,  821,  743,  672,  608,  550,  498,  450,  408,
                                 369,   334,  302,  273,  247,  224,  202,  183};

/* Looks up `numerator / denominator` steps, and interpolates between the entries. */
static int interpolate(const short *table, int last, long numerator, long denominator)
{
    const long index = numerator / denominator, part = numerator % denominator;
    if (index >= last)
        return table[last];
    return (int)(table[index] + (table[index + 1] - table[index]) * part / denominator);
}

int chance_of_score(int score)
{
    enum { LAST = sizeof logistic / sizeof *logistic - 1 };
    const int size = score < 0 ? -score : score;
    const int chance = size > RK_TABLE_WIN - RK_PV_MAX
                           ? CHANCE_ONE
                           : interpolate(logistic, LAST, (long)size * GROWTH * LOGISTIC_STEPS,
                                         SCALE * GROWTH + size);
    return score < 0 ? CHANCE_ONE - chance : chance;
}

enum judgement chance_judge(int loss)
{
    if (loss >= LOSS_BLUNDER)
        return JUDGEMENT_BLUNDER;
    if (loss >= LOSS_MISTAKE)
        return JUDGEMENT_MISTAKE;
    return loss >= LOSS_INACCURACY ? JUDGEMENT_INACCURACY : JUDGEMENT_GOOD;
}

int chance_accuracy(int loss)
{
    return interpolate(accuracy, ACCURACY_STEPS, (long)loss * ACCURACY_STEPS, CHANCE_ONE);
}

int chance_clip(int score)
{
    return score > CENTIPAWNS_MAX    ? CENTIPAWNS_MAX
           : score < -CENTIPAWNS_MAX ? -CENTIPAWNS_MAX
                                     : score;
}
