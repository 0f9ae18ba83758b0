/* SPDX-License-Identifier: MIT */
/* Winning chances, and how good a move is by what it loses of them. This is the only definition:
 * the browser uses it too (wasm/exports.c). It computes with integers, so that every machine gets
 * the same judgements. */
#ifndef REVIEW_CHANCES_H
#define REVIEW_CHANCES_H

#include <stdbool.h>

enum {
    CHANCE_ONE = 10000,    /* certain; chances, losses and accuracies are parts of it */
    CHANCE_WINNING = 7000, /* a side with at least this is winning, its opponent losing */
    /* What a move loses makes it: */
    LOSS_INACCURACY = 500,
    LOSS_MISTAKE = 1000,
    LOSS_BLUNDER = 2000,
    CENTIPAWNS_MAX = 1000 /* more of an advantage does not count in the average loss */
};

/* What a move is worth. The order is that of the counts in reports. */
enum judgement {
#define ROW(judgement, name, plural, nag) judgement,
#include "review/judgements.def"
    JUDGEMENT_COUNT
};

/* The chances to win of the side that has this score (see rk_search_result): a logistic curve. A
 * forced mate is certain. */
int chance_of_score(int score);

/* The judgement of a loss of chances: JUDGEMENT_GOOD or one of the errors. */
enum judgement chance_judge(int loss);

/* How accurate a move with this loss is: CHANCE_ONE if it loses nothing. */
int chance_accuracy(int loss);

/* The score in centipawns between -CENTIPAWNS_MAX and CENTIPAWNS_MAX. */
int chance_clip(int score);

#endif
