/* SPDX-License-Identifier: MIT */
#include "pgntools/filter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "pgntools/copy.h"
#include "rookery/fen.h"
#include "support/pgn_files.h"

/* The number of the five games that match, or do not match with `inverted`. */
static unsigned count_matches(const struct filter *filter, bool inverted)
{
    struct pgn_files files;
    const struct copy_selection selection = {
        .filter = *filter, .inverted = inverted, .count_only = true, .max = ~0UL};
    unsigned count = 0;
    pgn_files_init(&files);
    pgn_files_add(&files, "games.pgn", pgn_five_games);
    assert_int_equal(copy_selected(&files.options, &selection), RUN_OK);
    for (const char *at = pgn_files_output(&files); *at >= '0' && *at <= '9'; at++)
        count = count * 10 + (unsigned)(*at - '0');
    pgn_files_fini(&files);
    return count;
}

static void expect_filter(const struct filter *filter, unsigned expected)
{
    assert_int_equal(count_matches(filter, false), expected);
    assert_int_equal(count_matches(filter, true), 5 - expected);
}

static void expect_count(enum filter_condition condition, const char *text, unsigned expected)
{
    struct filter filter;
    rk_fault fault;
    filter_init(&filter);
    assert_int_equal(filter_parse(&filter, condition, text, &fault), RK_OK);
    expect_filter(&filter, expected);
}

static void expect_refused(enum filter_condition condition, const char *text)
{
    struct filter filter;
    rk_fault fault = {.err = RK_OK};
    filter_init(&filter);
    const rk_err err = filter_parse(&filter, condition, text, &fault);
    assert_int_not_equal(err, RK_OK);
    assert_int_equal(fault.err, err);
    assert_true(*fault.text && fault.offset <= strlen(text));
    assert_int_equal(filter_parse(&filter, condition, text, NULL), err);
}

static void without_conditions_every_game_matches(void **state)
{
    (void)state;
    struct filter filter;
    filter_init(&filter);
    assert_false(filter_needs_moves(&filter));
    expect_filter(&filter, 5);
}

static void names_match_in_part_and_ignoring_case(void **state)
{
    (void)state;
    expect_count(FILTER_PLAYER, "alda", 3);
    expect_count(FILTER_PLAYER, "DA, A", 3);
    expect_count(FILTER_WHITE, "Alda", 2);
    expect_count(FILTER_BLACK, "alda", 1);
    expect_count(FILTER_PLAYER, "nobody", 0);
    expect_count(FILTER_PLAYER, "", 5);
}

static void names_beyond_ascii_match_in_either_case(void **state)
{
    (void)state;
    struct filter filter;
    struct game_tags tags = {0};
    filter_init(&filter);
    filter.player = "MÜLLER";
    tags.value[TAG_WHITE] = (rk_pgn_text){"Müller, Karsten", strlen("Müller, Karsten")};
    assert_true(filter_matches_tags(&filter, &tags));
    tags.value[TAG_WHITE] = (rk_pgn_text){"m\xfcller, karsten", 15};
    assert_true(filter_matches_tags(&filter, &tags));
    filter.player = "карякин";
    assert_false(filter_matches_tags(&filter, &tags));
    tags.value[TAG_BLACK] = (rk_pgn_text){"КАРЯКИН", strlen("КАРЯКИН")};
    assert_true(filter_matches_tags(&filter, &tags));
}

static void ratings_are_compared_for_both_players_or_any(void **state)
{
    (void)state;
    expect_count(FILTER_ELO, "2300", 2);
    expect_count(FILTER_ELO, "2400", 1);
    expect_count(FILTER_ELO, "2410-2450", 1);
    expect_count(FILTER_ELO, "0-2600", 2);
    expect_count(FILTER_ANY_ELO, "2500", 1);
    expect_count(FILTER_ANY_ELO, "0-2400", 1);
    expect_refused(FILTER_ELO, "");
    expect_refused(FILTER_ELO, "-");
    expect_refused(FILTER_ELO, "high");
    expect_refused(FILTER_ELO, "2500-2400");
    expect_refused(FILTER_ANY_ELO, "1-2-3");
    expect_refused(FILTER_ELO, "-1");
    expect_refused(FILTER_ELO, "99999999999999999999");
}

static void a_date_with_unknown_parts_matches_if_it_can(void **state)
{
    (void)state;
    expect_count(FILTER_DATE, "2018", 1);
    expect_count(FILTER_DATE, "2018.01.28", 1);
    expect_count(FILTER_DATE, "2018-02..2018-12", 0);
    expect_count(FILTER_DATE, "2019.05.17", 2);
    expect_count(FILTER_DATE, "2019.06..", 1);
    expect_count(FILTER_DATE, "..2018", 1);
    expect_count(FILTER_DATE, "2018..2019", 3);
    expect_refused(FILTER_DATE, "");
    expect_refused(FILTER_DATE, "soon");
    expect_refused(FILTER_DATE, "2019..2018");
    expect_refused(FILTER_DATE, "99");
    expect_refused(FILTER_DATE, "2018.99.99");
    expect_refused(FILTER_DATE, "2018.01.28.");
    expect_refused(FILTER_DATE, "..");
}

static void results_are_compared_with_the_tag(void **state)
{
    (void)state;
    expect_count(FILTER_RESULT, "1-0", 2);
    expect_count(FILTER_RESULT, "0-1", 1);
    expect_count(FILTER_RESULT, "1/2-1/2", 1);
    expect_count(FILTER_RESULT, "*", 1);
    expect_refused(FILTER_RESULT, "2-0");
    expect_refused(FILTER_RESULT, "");
}

static void ends_are_those_of_the_last_position(void **state)
{
    (void)state;
    expect_count(FILTER_END, "checkmate", 2);
    expect_count(FILTER_END, "stalemate", 0);
    expect_count(FILTER_END, "material", 0);
    expect_count(FILTER_END, "other", 1); // a king exploded
    expect_count(FILTER_END, "none", 2);
    expect_refused(FILTER_END, "mate");
    expect_refused(FILTER_END, "");
}

static void picked_numbers_count_the_games_selected(void **state)
{
    static const struct {
        const char *text;
        unsigned count; /* of the five games */
    } picks[] = {{"1", 1}, {"2-3", 2}, {"4-", 2}, {"1,3,5,7", 3}, {"1-2,2-3", 3}, {"6-", 0}};
    static const char *const refused[] = {"", "0", "3-2", "1,", "x", "1-2-3", "-4", "1 2"};
    struct copy_selection selection = {.count_only = true, .max = ~0UL};
    struct pgn_files files;
    rk_fault fault;
    (void)state;
    pgn_files_init(&files);
    pgn_files_add(&files, "games.pgn", pgn_five_games);
    filter_init(&selection.filter);
    for (size_t i = 0; i < sizeof picks / sizeof *picks; i++) {
        assert_int_equal(copy_parse_picks(picks[i].text, &selection, &fault), RK_OK);
        assert_int_equal(copy_selected(&files.options, &selection), RUN_OK);
        assert_int_equal(pgn_files_output(&files)[0], '0' + (int)picks[i].count);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_int_equal(copy_parse_picks(refused[i], &selection, &fault), RK_BAD_SYNTAX);
    pgn_files_fini(&files);
}

static void openings_match_a_code_or_a_range(void **state)
{
    (void)state;
    expect_count(FILTER_ECO, "B30", 1);
    expect_count(FILTER_ECO, "B00-C99", 2);
    expect_count(FILTER_ECO, "A01-A99", 0);
    expect_refused(FILTER_ECO, "Z00");
    expect_refused(FILTER_ECO, "B3");
    expect_refused(FILTER_ECO, "C00-B00");
}

static void without_a_tag_the_opening_is_that_of_the_moves(void **state)
{
    (void)state;
    const bool has_names = rk_opening_count() > 0;
    expect_count(FILTER_ECO, "A00", has_names); // 1. f3
    expect_count(FILTER_ECO, "A00-E99", 2 + has_names);
}

static void length_counts_full_moves(void **state)
{
    (void)state;
    expect_count(FILTER_LENGTH, "4", 2);
    expect_count(FILTER_LENGTH, "2-2", 3);
    expect_count(FILTER_LENGTH, "0-1", 0);
}

static void a_pattern_is_pieces_on_squares(void **state)
{
    (void)state;
    expect_count(FILTER_PATTERN, "Nf3 nc6", 1);
    expect_count(FILTER_PATTERN, "pe5, Pe4", 1);
    expect_count(FILTER_PATTERN, "qh4", 1);
    expect_count(FILTER_PATTERN, "Qh4", 0);
    expect_refused(FILTER_PATTERN, "");
    expect_refused(FILTER_PATTERN, " , ");
    expect_refused(FILTER_PATTERN, "Nf9");
    expect_refused(FILTER_PATTERN, "Nf3Nf4");
}

static void material_is_compared_for_either_side(void **state)
{
    (void)state;
    expect_count(FILTER_MATERIAL, "KRPvKR", 1);
    expect_count(FILTER_MATERIAL, "KRvKRP", 1);
    expect_count(FILTER_MATERIAL, "RvR", 1);
    expect_count(FILTER_MATERIAL, "KRvKR", 0);
    expect_count(FILTER_MATERIAL, "RPvR", 1);
    expect_refused(FILTER_MATERIAL, "KRP");
    expect_refused(FILTER_MATERIAL, "v");
    expect_refused(FILTER_MATERIAL, "KvKvK");
    expect_refused(FILTER_MATERIAL, "KXvK");
}

static void games_start_with_the_moves(void **state)
{
    (void)state;
    expect_count(FILTER_MOVES, "e4", 2);
    expect_count(FILTER_MOVES, "1. e4 c5 2.Nf3", 1);
    expect_count(FILTER_MOVES, "1. e4 c5 2. Nf3 Nc6 3. d4", 0);
    expect_count(FILTER_MOVES, "", 5);
    expect_refused(FILTER_MOVES, "e4 e5 Ke3");
    expect_refused(FILTER_MOVES, "xyzzy");
}

static void an_illegal_move_is_found_at_its_offset(void **state)
{
    (void)state;
    struct filter filter;
    rk_fault fault;
    filter_init(&filter);
    assert_int_not_equal(filter_parse(&filter, FILTER_MOVES, "e4 e5 Ke3", &fault), RK_OK);
    assert_in_range(fault.offset, 6, 9);
}

static void a_filter_has_a_maximum_number_of_moves(void **state)
{
    (void)state;
    char text[FILTER_MOVES_MAX * 8 + 64] = "";
    for (int i = 0; i < FILTER_MOVES_MAX / 4; i++)
        strcat(text, "Nf3 Nf6 Ng1 Ng8 ");
    expect_count(FILTER_MOVES, text, 0);
    strcat(text, "Nf3");
    expect_refused(FILTER_MOVES, text);
}

static void moves_and_games_are_read_by_the_rules_of_the_variant(void **state)
{
    (void)state;
    struct filter filter;
    filter_init(&filter);
    filter_set_variant(&filter, RK_ATOMIC);
    expect_filter(&filter, 1);
    assert_int_equal(filter_parse(&filter, FILTER_MOVES, "Nf3 f6 Nd4", NULL), RK_OK);
    expect_filter(&filter, 1);
}

static void a_position_is_compared_with_its_castling_rights(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        unsigned matches;
    } cases[] = {
        {"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 5 9", 1},
        {"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQ - 5 9", 0},
        {"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 5 9", 0},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct filter filter;
        rk_position pos;
        assert_int_equal(
            rk_fen_parse(cases[i].fen, strlen(cases[i].fen), RK_STANDARD, RK_FEN_PLAIN, &pos, NULL),
            RK_OK);
        filter_init(&filter);
        filter_set_position(&filter, &pos);
        expect_filter(&filter, cases[i].matches);
    }
}

static void all_conditions_must_hold(void **state)
{
    (void)state;
    struct filter filter;
    filter_init(&filter);
    assert_int_equal(filter_parse(&filter, FILTER_PLAYER, "alda", NULL), RK_OK);
    assert_int_equal(filter_parse(&filter, FILTER_MOVES, "e4", NULL), RK_OK);
    expect_filter(&filter, 2);
    assert_int_equal(filter_parse(&filter, FILTER_RESULT, "1-0", NULL), RK_OK);
    expect_filter(&filter, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_conditions_every_game_matches),
        cmocka_unit_test(names_match_in_part_and_ignoring_case),
        cmocka_unit_test(names_beyond_ascii_match_in_either_case),
        cmocka_unit_test(ratings_are_compared_for_both_players_or_any),
        cmocka_unit_test(a_date_with_unknown_parts_matches_if_it_can),
        cmocka_unit_test(results_are_compared_with_the_tag),
        cmocka_unit_test(ends_are_those_of_the_last_position),
        cmocka_unit_test(picked_numbers_count_the_games_selected),
        cmocka_unit_test(openings_match_a_code_or_a_range),
        cmocka_unit_test(without_a_tag_the_opening_is_that_of_the_moves),
        cmocka_unit_test(length_counts_full_moves),
        cmocka_unit_test(a_pattern_is_pieces_on_squares),
        cmocka_unit_test(material_is_compared_for_either_side),
        cmocka_unit_test(games_start_with_the_moves),
        cmocka_unit_test(an_illegal_move_is_found_at_its_offset),
        cmocka_unit_test(a_filter_has_a_maximum_number_of_moves),
        cmocka_unit_test(moves_and_games_are_read_by_the_rules_of_the_variant),
        cmocka_unit_test(a_position_is_compared_with_its_castling_rights),
        cmocka_unit_test(all_conditions_must_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
