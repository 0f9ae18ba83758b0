/* SPDX-License-Identifier: MIT */
#include "pgntools/tally.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void add(struct tally *tally, const char *text, enum game_result result)
{
    tally_add(tally, text, strlen(text), result);
}

static void expect_row(const struct tally *tally, size_t index, const char *text, uint64_t count)
{
    rk_pgn_text found;
    const struct tally_row *row = tally_get(tally, index, &found);
    assert_int_equal(found.size, strlen(text));
    if (found.size)
        assert_memory_equal(found.at, text, found.size);
    assert_int_equal(row->count, count);
}

static void rows_are_sorted_by_count_and_then_by_text(void **state)
{
    (void)state;
    struct tally tally = {0};
    add(&tally, "c", DRAWN);
    add(&tally, "b", DRAWN);
    add(&tally, "bb", DRAWN);
    add(&tally, "a", DRAWN);
    add(&tally, "c", WHITE_WON);
    add(&tally, "", UNDECIDED);
    tally_sort(&tally);
    assert_int_equal(tally_count(&tally), 5);
    expect_row(&tally, 0, "c", 2);
    expect_row(&tally, 1, "", 1);
    expect_row(&tally, 2, "a", 1);
    expect_row(&tally, 3, "b", 1);
    expect_row(&tally, 4, "bb", 1);
    tally_fini(&tally);
}

static void an_empty_text_alone_is_counted(void **state)
{
    (void)state;
    struct tally tally = {0}, other = {0};
    tally_add(&tally, NULL, 0, DRAWN);
    tally_merge(&other, &tally);
    tally_merge(&other, &tally);
    tally_sort(&other);
    assert_int_equal(tally_count(&other), 1);
    expect_row(&other, 0, "", 2);
    tally_fini(&tally);
    tally_fini(&other);
}

static void results_are_counted_for_each_text(void **state)
{
    (void)state;
    struct tally tally = {0};
    rk_pgn_text text;
    for (int i = 0; i < 7; i++)
        add(&tally, "e4", i < 4 ? WHITE_WON : i < 6 ? BLACK_WON : DRAWN);
    tally_sort(&tally);
    const struct tally_row *row = tally_get(&tally, 0, &text);
    assert_int_equal(row->results[WHITE_WON], 4);
    assert_int_equal(row->results[BLACK_WON], 2);
    assert_int_equal(row->results[DRAWN], 1);
    assert_int_equal(row->results[UNDECIDED], 0);
    assert_int_equal(row->count, 7);
    tally_fini(&tally);
}

static void many_texts_are_counted_exactly(void **state)
{
    (void)state;
    struct tally tally = {0};
    for (unsigned i = 0; i < 30000; i++) {
        char text[16];
        snprintf(text, sizeof text, "%u", i % 10000);
        add(&tally, text, DRAWN);
    }
    assert_false(tally.out_of_memory);
    assert_int_equal(tally_count(&tally), 10000);
    tally_sort(&tally);
    for (size_t i = 0; i < 10000; i++) {
        rk_pgn_text text;
        assert_int_equal(tally_get(&tally, i, &text)->count, 3);
    }
    expect_row(&tally, 0, "0", 3);
    expect_row(&tally, 9999, "9999", 3);
    tally_fini(&tally);
}

static void merging_adds_counts_and_results(void **state)
{
    (void)state;
    struct tally first = {0}, second = {0}, empty = {0};
    rk_pgn_text text;
    add(&first, "a", WHITE_WON);
    add(&first, "b", DRAWN);
    add(&second, "b", BLACK_WON);
    add(&second, "b", BLACK_WON);
    add(&second, "c", DRAWN);
    tally_merge(&first, &second);
    tally_merge(&first, &empty);
    tally_sort(&first);
    assert_int_equal(tally_count(&first), 3);
    expect_row(&first, 0, "b", 3);
    assert_int_equal(tally_get(&first, 0, &text)->results[BLACK_WON], 2);
    expect_row(&first, 1, "a", 1);
    expect_row(&first, 2, "c", 1);
    tally_fini(&first);
    tally_fini(&second);
}

static void a_cleared_tally_is_empty_and_can_be_used_again(void **state)
{
    (void)state;
    struct tally tally = {0};
    add(&tally, "a", DRAWN);
    add(&tally, "b", DRAWN);
    tally_clear(&tally);
    assert_int_equal(tally_count(&tally), 0);
    add(&tally, "b", DRAWN);
    assert_int_equal(tally_count(&tally), 1);
    expect_row(&tally, 0, "b", 1);
    tally_fini(&tally);
}

static void an_empty_tally_can_be_sorted(void **state)
{
    (void)state;
    struct tally tally = {0};
    tally_sort(&tally);
    assert_int_equal(tally_count(&tally), 0);
    assert_false(tally.out_of_memory);
    tally_fini(&tally);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_sorted_by_count_and_then_by_text),
        cmocka_unit_test(an_empty_text_alone_is_counted),
        cmocka_unit_test(results_are_counted_for_each_text),
        cmocka_unit_test(many_texts_are_counted_exactly),
        cmocka_unit_test(merging_adds_counts_and_results),
        cmocka_unit_test(a_cleared_tally_is_empty_and_can_be_used_again),
        cmocka_unit_test(an_empty_tally_can_be_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
