/* SPDX-License-Identifier: MIT */
/* The table of named positions: packed positions, lookup, and equal keys. */
#include "openings/table.h"

#include <string.h>

#include "support/board.h"

#define START      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define KINGS_PAWN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

static const char texts[] = "B00\0King's Pawn\0A00\0Start";

/* A table of one position. */
struct small_table {
    uint64_t key;
    struct opening_entry entry;
    struct opening_table table;
};

static void make_table(struct small_table *out, const char *fen)
{
    const rk_position pos = position(fen);
    assert_true(opening_entry_pack(&pos, &out->entry));
    out->key = opening_key(&pos);
    out->table = (struct opening_table){
        .keys = &out->key, .entries = &out->entry, .count = 1, .texts = texts};
}

static bool finds(const struct small_table *table, rk_position pos)
{
    rk_opening opening;
    return opening_table_find(&table->table, &pos, &opening);
}

static void a_position_is_found_with_its_code_and_name(void **state)
{
    (void)state;
    struct small_table small;
    make_table(&small, KINGS_PAWN);
    const rk_position pos = position(KINGS_PAWN);
    rk_opening opening;
    assert_true(opening_table_find(&small.table, &pos, &opening));
    assert_string_equal(opening.eco, "B00");
    assert_string_equal(opening.name, "King's Pawn");
}

static void the_move_counters_do_not_matter(void **state)
{
    (void)state;
    struct small_table small;
    make_table(&small, KINGS_PAWN);
    assert_true(
        finds(&small, position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 9")));
}

static void the_en_passant_square_does_not_matter(void **state)
{
    (void)state;
    struct small_table small;
    make_table(&small, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3");
    const rk_position pos =
        position("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
    assert_int_not_equal(pos.en_passant, RK_NO_SQUARE);
    assert_true(finds(&small, pos));
}

static void another_side_to_move_or_castling_right_is_another_position(void **state)
{
    (void)state;
    struct small_table small;
    make_table(&small, START);
    assert_true(finds(&small, position(START)));
    assert_false(
        finds(&small, position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1")));
    assert_false(
        finds(&small, position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1")));
}

static void a_position_of_a_variant_is_not_found(void **state)
{
    (void)state;
    struct small_table small;
    make_table(&small, START);
    assert_false(finds(&small, position_of(RK_CHESS960, START)));
    assert_false(finds(&small, position_of(RK_ATOMIC, START)));
}

static void an_equal_key_of_another_position_finds_nothing(void **state)
{
    (void)state;
    struct small_table small;
    make_table(&small, START);
    rk_position other = position(KINGS_PAWN);
    assert_false(finds(&small, other));
    other.key = small.key;
    assert_false(finds(&small, other));
}

static void of_two_entries_with_the_same_key_the_right_one_is_found(void **state)
{
    (void)state;
    const rk_position start = position(START);
    rk_position pawn = position(KINGS_PAWN);
    uint64_t keys[] = {start.key, start.key};
    struct opening_entry entries[2];
    const struct opening_table table = {
        .keys = keys, .entries = entries, .count = 2, .texts = texts};
    pawn.key = start.key;
    assert_true(opening_entry_pack(&start, &entries[0]));
    assert_true(opening_entry_pack(&pawn, &entries[1]));
    entries[0].text_start = 16;
    rk_opening opening;
    assert_true(opening_table_find(&table, &pawn, &opening));
    assert_string_equal(opening.eco, "B00");
    assert_true(opening_table_find(&table, &start, &opening));
    assert_string_equal(opening.name, "Start");
}

static void an_empty_table_has_no_names(void **state)
{
    (void)state;
    const struct opening_table empty = {.count = 0};
    const rk_position pos = position(START);
    rk_opening opening = {"unchanged", "unchanged"};
    assert_false(opening_table_find(&empty, &pos, &opening));
    assert_string_equal(opening.eco, "unchanged");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_found_with_its_code_and_name),
        cmocka_unit_test(the_move_counters_do_not_matter),
        cmocka_unit_test(the_en_passant_square_does_not_matter),
        cmocka_unit_test(another_side_to_move_or_castling_right_is_another_position),
        cmocka_unit_test(a_position_of_a_variant_is_not_found),
        cmocka_unit_test(an_equal_key_of_another_position_finds_nothing),
        cmocka_unit_test(of_two_entries_with_the_same_key_the_right_one_is_found),
        cmocka_unit_test(an_empty_table_has_no_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
