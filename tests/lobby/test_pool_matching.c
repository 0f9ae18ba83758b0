/* SPDX-License-Identifier: MIT */
/* The pairs of a wave: as many as possible, with small differences. */
#include "lobby/pool_matching.h"

#include <stdlib.h>

#include "support/board.h"

enum { MAX = 10 };

struct instance {
    size_t count;
    struct pool_candidate candidates[MAX];
    bool forbidden[MAX][MAX];
};

static bool is_allowed(const void *context, size_t a, size_t b)
{
    return !((const struct instance *)context)->forbidden[a][b];
}

static void forbid(struct instance *instance, size_t a, size_t b)
{
    instance->forbidden[a][b] = instance->forbidden[b][a] = true;
}

static void match(const struct instance *instance, size_t *partners)
{
    assert_true(pool_match(instance->candidates, instance->count, is_allowed, instance, partners));
    for (size_t i = 0; i < instance->count; i++) {
        assert_in_range(partners[i], 0, instance->count - 1);
        assert_int_equal(partners[partners[i]], i);
        assert_false(partners[i] != i && instance->forbidden[i][partners[i]]);
    }
}

static void the_closest_ratings_are_paired(void **state)
{
    (void)state;
    const struct instance instance = {
        .count = 4, .candidates = {{.rating = 1500}, {2400, 0}, {1510, 0}, {2100, 0}}};
    size_t partners[MAX];
    match(&instance, partners);
    assert_int_equal(partners[0], 2);
    assert_int_equal(partners[1], 3);
}

static void nobody_is_left_single_for_the_sake_of_a_better_pair(void **state)
{
    (void)state;
    struct instance instance = {.count = 4,
                                .candidates = {{.rating = 1500}, {1500, 0}, {1000, 0}, {2200, 0}}};
    size_t partners[MAX];
    forbid(&instance, 2, 3);
    match(&instance, partners);
    assert_int_not_equal(partners[2], 2);
    assert_int_not_equal(partners[3], 3);
}

static void who_missed_more_waves_is_paired_first(void **state)
{
    (void)state;
    struct instance instance = {.count = 3, .candidates = {{.rating = 1500}, {1520, 0}, {1450, 0}}};
    size_t partners[MAX];
    match(&instance, partners);
    assert_int_equal(partners[2], 2);
    instance.candidates[2].missed = 3; // 36 points, more than the 30 it is farther away
    match(&instance, partners);
    assert_int_equal(partners[2], 0);
}

static void those_who_may_not_play_each_other_stay_single(void **state)
{
    (void)state;
    struct instance instance = {.count = 2, .candidates = {{.rating = 1500}, {1500, 0}}};
    size_t partners[MAX];
    forbid(&instance, 0, 1);
    match(&instance, partners);
    assert_int_equal(partners[0], 0);
    instance.count = 0;
    match(&instance, partners);
}

/* ---- compared with all matchings ---- */

struct best {
    int pairs;
    int64_t value; /* bonuses minus differences */
};

static int64_t value_of(const struct instance *instance, size_t a, size_t b)
{
    const struct pool_candidate *first = &instance->candidates[a],
                                *second = &instance->candidates[b];
    return (int64_t)POOL_MISS_BONUS * (first->missed + second->missed) -
           llabs(first->rating - second->rating);
}

static void keep_better(struct best *best, struct best other)
{
    if (other.pairs > best->pairs || (other.pairs == best->pairs && other.value > best->value))
        *best = other;
}

static struct best find_best(const struct instance *instance, unsigned used, size_t from)
{
    struct best best = {0, 0};
    while (from < instance->count && used >> from & 1)
        from++;
    if (from == instance->count)
        return best;
    best = find_best(instance, used | 1U << from, from + 1); // `from` stays single
    for (size_t to = from + 1; to < instance->count; to++) {
        if (used >> to & 1 || instance->forbidden[from][to])
            continue;
        struct best with = find_best(instance, used | 1U << from | 1U << to, from + 1);
        with.pairs++;
        with.value += value_of(instance, from, to);
        keep_better(&best, with);
    }
    return best;
}

static uint32_t draw(uint32_t *random, uint32_t bound)
{
    *random = *random * 1664525 + 1013904223;
    return (*random >> 8) % bound;
}

static struct instance draw_instance(uint32_t *random)
{
    struct instance instance = {.count = 2 + draw(random, MAX - 1)};
    const uint32_t forbidden = draw(random, 60);
    for (size_t i = 0; i < instance.count; i++) {
        instance.candidates[i] =
            (struct pool_candidate){.rating = 800 + draw(random, 1600), .missed = draw(random, 6)};
        for (size_t j = 0; j < i; j++)
            if (draw(random, 100) < forbidden)
                forbid(&instance, i, j);
    }
    return instance;
}

static void the_matching_is_close_to_the_best_one(void **state)
{
    (void)state;
    enum { ROUNDS = 1000 };
    uint32_t random = 7;
    int lost_pairs = 0, equal = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const struct instance instance = draw_instance(&random);
        size_t partners[MAX];
        struct best found = {0, 0};
        match(&instance, partners);
        for (size_t i = 0; i < instance.count; i++)
            if (partners[i] > i) {
                found.pairs++;
                found.value += value_of(&instance, i, partners[i]);
            }
        const struct best best = find_best(&instance, 0, 0);
        lost_pairs += best.pairs - found.pairs;
        equal += best.pairs == found.pairs && best.value == found.value;
    }
    assert_in_range(lost_pairs, 0, 15);
    assert_in_range(equal, ROUNDS * 85 / 100, ROUNDS);
    print_message("pairs lost: %d, equal to the best: %d of %d\n", lost_pairs, equal, (int)ROUNDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_closest_ratings_are_paired),
        cmocka_unit_test(nobody_is_left_single_for_the_sake_of_a_better_pair),
        cmocka_unit_test(who_missed_more_waves_is_paired_first),
        cmocka_unit_test(those_who_may_not_play_each_other_stay_single),
        cmocka_unit_test(the_matching_is_close_to_the_best_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
