/* SPDX-License-Identifier: MIT */
/* Results, ratings and stored statistics. */
#include "explorer/statistics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct results rated(uint64_t games, uint64_t points, uint64_t opponent)
{
    return (struct results){.rated = games,
                            .mover_sum = games * 2000,
                            .opponent_sum = games * opponent,
                            .points = points};
}

static void the_performance_is_that_of_the_opponents_and_the_score(void **state)
{
    (void)state;
    struct results results = rated(10, 10, 2100); // half of the points
    assert_int_equal(results_performance(&results), 2100);
    results = rated(100, 150, 2100); // three quarters
    assert_int_equal(results_performance(&results), 2291);
    results = rated(5, 10, 2100); // all of them
    assert_int_equal(results_performance(&results), 2900);
    results = rated(5, 0, 2100);
    assert_int_equal(results_performance(&results), 1300);
    results = rated(1, 0, 100);
    assert_int_equal(results_performance(&results), 0);
}

static void games_without_ratings_have_neither_average_nor_performance(void **state)
{
    (void)state;
    const struct results results = {.white = 3};
    assert_int_equal(results_games(&results), 3);
    assert_int_equal(results_average(&results), 0);
    assert_int_equal(results_performance(&results), 0);
}

static void a_filter_compares_dates_and_average_ratings(void **state)
{
    (void)state;
    const struct database_game game = {
        .year = 2018, .month = 5, .white_rating = 2400, .black_rating = 2600};
    const struct database_game unknown = {.year = 0};
    struct statistics_filter filter = {.since = 20180101, .until = 20181299};
    assert_true(statistics_filter_matches(&filter, NULL, &game));
    assert_false(statistics_filter_matches(&filter, NULL, &unknown));
    filter = (struct statistics_filter){.until = 20180499};
    assert_false(statistics_filter_matches(&filter, NULL, &game));
    assert_false(statistics_filter_matches(&filter, NULL, &unknown));
    filter = (struct statistics_filter){.min_rating = 2500, .max_rating = 2500};
    assert_true(statistics_filter_matches(&filter, NULL, &game));
    assert_false(statistics_filter_matches(&filter, NULL, &unknown));
    filter.min_rating = 2501;
    assert_false(statistics_filter_matches(&filter, NULL, &game));
}

static const struct statistics sample = {
    .results = {1000, 200, 300000, 7, 8, 9, 10},
    .moves = {{.move = 796, .results = {1, 2, 3, 4, 5, 6, 7}, .game = {123456, 5, 0}},
              {.move = 731, .results = {0, 0, 1, 0, 0, 0, 0}, .game = {4, 300, 0}}},
    .move_count = 2,
    .top = {{7, 8, 0}},
    .top_count = 1,
    .recent = {{1, 2, 0}, {3, 4, 0}},
    .recent_count = 2};

static void stored_statistics_are_read_as_they_were(void **state)
{
    (void)state;
    static struct statistics found;
    struct buffer bytes = {.bytes = NULL};
    statistics_encode(&sample, &bytes);
    const uint8_t *at = (const uint8_t *)bytes.bytes;
    assert_true(statistics_decode(at, at + bytes.size, &found));
    assert_memory_equal(&found.results, &sample.results, sizeof found.results);
    assert_int_equal(found.move_count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(found.moves[i].move, sample.moves[i].move);
        assert_memory_equal(&found.moves[i].results, &sample.moves[i].results,
                            sizeof found.results);
        assert_int_equal(found.moves[i].game.ply, sample.moves[i].game.ply);
    }
    assert_int_equal(found.top_count, 1);
    assert_int_equal(found.recent_count, 2);
    assert_int_equal(found.recent[1].game, 3);
    buffer_fini(&bytes);
}

static void statistics_that_are_cut_off_or_too_many_are_refused(void **state)
{
    (void)state;
    static struct statistics found;
    struct buffer bytes = {.bytes = NULL};
    statistics_encode(&sample, &bytes);
    const uint8_t *at = (const uint8_t *)bytes.bytes;
    for (size_t size = 0; size < bytes.size; size++)
        assert_false(statistics_decode(at, at + size, &found));
    buffer_clear(&bytes);
    for (int i = 0; i < 7; i++)
        buffer_varint(&bytes, 1);
    buffer_varint(&bytes, STATISTICS_MOVES_MAX + 1);
    at = (const uint8_t *)bytes.bytes;
    assert_false(statistics_decode(at, at + bytes.size, &found));
    buffer_fini(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_performance_is_that_of_the_opponents_and_the_score),
        cmocka_unit_test(games_without_ratings_have_neither_average_nor_performance),
        cmocka_unit_test(a_filter_compares_dates_and_average_ratings),
        cmocka_unit_test(stored_statistics_are_read_as_they_were),
        cmocka_unit_test(statistics_that_are_cut_off_or_too_many_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
