/* SPDX-License-Identifier: MIT */
#include "lobby/pool_matching.h"

#include <stdlib.h>

enum {
    PAIR_WEIGHT = 1000000, /* of any pair: far more than a difference of ratings */
    PASSES_MAX = 100       /* every pass but the last improves the matching; a few are usual */
};

/* A matching of the candidates; weights[a * count + b] is 0 if a and b cannot play. */
struct matching {
    size_t count;
    int64_t *weights;
    size_t *partners; /* a single candidate is its own partner, with weight 0 */
};

static int64_t weight_of(const struct matching *matching, size_t a, size_t b)
{
    return matching->weights[a * matching->count + b];
}

static bool is_single(const struct matching *matching, size_t a)
{
    return matching->partners[a] == a;
}

static void join_pair(struct matching *matching, size_t a, size_t b)
{
    matching->partners[a] = b;
    matching->partners[b] = a;
}

// ---- weights ---------------------------------------------------------------------------------

static int64_t pair_weight(const struct pool_candidate *a, const struct pool_candidate *b)
{
    const int64_t difference = llabs(a->rating - b->rating);
    const int64_t bonus = (int64_t)POOL_MISS_BONUS * (a->missed + b->missed);
    const int64_t value = PAIR_WEIGHT - difference + bonus;
    return value > 1 ? value : 1;
}

static void fill_weights(struct matching *matching, const struct pool_candidate *candidates,
                         pool_compatible *compatible, const void *context)
{
    for (size_t a = 0; a < matching->count; a++)
        for (size_t b = a + 1; b < matching->count; b++)
            if (compatible(context, a, b)) {
                const int64_t value = pair_weight(&candidates[a], &candidates[b]);
                matching->weights[a * matching->count + b] = value;
                matching->weights[b * matching->count + a] = value;
            }
}

// ---- the first matching ----------------------------------------------------------------------

/* Sorts the candidates by rating; equal ones keep their order. */
static void sort_by_rating(const struct pool_candidate *candidates, size_t count, size_t *order)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = i;
        for (; at && candidates[order[at - 1]].rating > candidates[i].rating; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

/* Each candidate gets the next one above that is free and may play. */
static void pair_neighbours(struct matching *matching, const size_t *order)
{
    for (size_t i = 0; i < matching->count; i++)
        for (size_t j = i + 1; j < matching->count && is_single(matching, order[i]); j++)
            if (is_single(matching, order[j]) && weight_of(matching, order[i], order[j]))
                join_pair(matching, order[i], order[j]);
}

// ---- improving it ----------------------------------------------------------------------------

/* Pairs a with b, and the partners they leave with each other if they may play. */
static bool exchange_partners(struct matching *matching, size_t a, size_t b)
{
    const size_t left_a = matching->partners[a], left_b = matching->partners[b];
    if (left_a == b || !weight_of(matching, a, b))
        return false;
    const bool both_left = left_a != a && left_b != b;
    const int64_t rest = both_left ? weight_of(matching, left_a, left_b) : 0;
    const int64_t before = weight_of(matching, a, left_a) + weight_of(matching, b, left_b);
    if (weight_of(matching, a, b) + rest <= before)
        return false;
    matching->partners[left_a] = left_a;
    matching->partners[left_b] = left_b;
    join_pair(matching, a, b);
    if (rest)
        join_pair(matching, left_a, left_b);
    return true;
}

/* Two single candidates who may not play each other take the two of a pair. */
static bool split_pair(struct matching *matching, size_t a, size_t b)
{
    for (size_t c = 0; c < matching->count; c++) {
        const size_t d = matching->partners[c];
        if (c == d || !weight_of(matching, a, c) || !weight_of(matching, b, d))
            continue;
        join_pair(matching, a, c);
        join_pair(matching, b, d);
        return true;
    }
    return false;
}

static bool improve_matching(struct matching *matching)
{
    bool improved = false;
    for (size_t a = 0; a < matching->count; a++)
        for (size_t b = a + 1; b < matching->count; b++) {
            improved |= exchange_partners(matching, a, b);
            if (is_single(matching, a) && is_single(matching, b))
                improved |= split_pair(matching, a, b);
        }
    return improved;
}

bool pool_match(const struct pool_candidate *candidates, size_t count, pool_compatible *compatible,
                const void *context, size_t *partners)
{
    struct matching matching = {.count = count, .partners = partners};
    for (size_t i = 0; i < count; i++)
        partners[i] = i;
    if (count < 2)
        return true;
    matching.weights = calloc(count * count, sizeof *matching.weights);
    size_t *order = malloc(count * sizeof *order);
    const bool enough = matching.weights && order;
    if (enough) {
        fill_weights(&matching, candidates, compatible, context);
        sort_by_rating(candidates, count, order);
        pair_neighbours(&matching, order);
        for (int pass = 0; pass < PASSES_MAX && improve_matching(&matching); pass++)
            ;
    }
    free(order);
    free(matching.weights);
    return enough;
}
