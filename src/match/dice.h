/* SPDX-License-Identifier: MIT */
/* An opponent without a thought: of all legal moves it plays one by chance. It plays every variant,
 * and whoever understands one beats it. */
#ifndef MATCH_DICE_H
#define MATCH_DICE_H

#include "base/chance.h"
#include "match/referee.h"

/* All zeros is one that has not moved yet. Its moves are always the same ones in the same order of
 * questions, so that a match can be repeated. */
struct dice {
    struct chance chance;
    rk_variant variant;
};

/* As external_search(), at once. */
enum external_result dice_ask(struct dice *dice, const struct referee_question *question,
                              struct external_reply *out);

#endif
