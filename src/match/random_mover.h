/* SPDX-License-Identifier: MIT */
/* A player that picks a random legal move, in every variant: a baseline any engine should beat. */
#ifndef MATCH_RANDOM_MOVER_H
#define MATCH_RANDOM_MOVER_H

#include "base/prng.h"
#include "match/referee.h"

/* All zeros is the initial state. The same requests in the same order give the same moves, so that
 * a match can be repeated. */
struct random_mover {
    struct prng prng;
    rk_variant variant;
};

/* Like external_search(), but returns at once. */
enum external_result random_mover_search(struct random_mover *mover,
                                         const struct search_request *request,
                                         struct external_reply *out);

#endif
