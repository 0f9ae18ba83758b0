/* SPDX-License-Identifier: MIT */
/* Forms the pairs of one wave of a pool: as many pairs as possible, and among those with as small
 * differences of rating as possible. People who missed waves count more, so that nobody waits
 * forever. */
#ifndef LOBBY_POOL_MATCHING_H
#define LOBBY_POOL_MATCHING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { POOL_MISS_BONUS = 12 }; /* rating points for each wave that one of the two missed */

struct pool_candidate {
    int64_t rating;
    unsigned missed; /* waves */
};

/* Whether two candidates, given by their indices, may play each other. */
typedef bool pool_compatible(const void *context, size_t a, size_t b);

/* Sets partners[i] to the partner of candidate i, or to i if there is none for it. The result
 * depends only on the arguments. Maximum-weight matching is approximated: pairs of neighbours in
 * the order of ratings are improved by exchanges among two pairs, and by paths that give two single
 * candidates a partner, until nothing improves. False: out of memory, and nobody has a partner. */
bool pool_match(const struct pool_candidate *candidates, size_t count, pool_compatible *compatible,
                const void *context, size_t *partners);

#endif
