/* SPDX-License-Identifier: MIT */
#include "pgntools/where.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* The tags of one game. */
static const char *const game[][2] = {
    {"Event", "World Blitz \\\"2018\\\""},
    {"Date", "2018.12.??"},
    {"Round", "6.51"},
    {"White", "Carlsen,M"},
    {"Black", "MÜLLER, Özg"},
    {"Result", "1-0"},
    {"WhiteElo", "2835"},
    {"BlackElo", "2504 (est.)"},
    {"ECO", "B90"},
    {"TimeControl", "180+2"},
    {"UTCDate", "2018.12.29"},
    {"Empty", ""},
};

static rk_pgn_text text_of(const char *text)
{
    return (rk_pgn_text){text, strlen(text)};
}

static bool matches_game(const struct where *where)
{
    struct where_values values = {0};
    for (size_t i = 0; i < sizeof game / sizeof *game; i++)
        where_set_tag(where, text_of(game[i][0]), text_of(game[i][1]), &values);
    return where_matches(where, &values);
}

static void expect(const char *expression, bool expected)
{
    struct where *where = where_create();
    rk_fault fault;
    const rk_err err = where_add(where, expression, strlen(expression), &fault);
    if (err || matches_game(where) != expected)
        fail_msg("%s: %s", expression, err ? fault.text : expected ? "must hold" : "must not hold");
    where_destroy(where);
}

static void expect_refused(const char *expression, size_t offset, const char *message)
{
    struct where *where = where_create();
    rk_fault fault;
    assert_int_equal(where_add(where, expression, strlen(expression), &fault), RK_BAD_SYNTAX);
    assert_string_equal(fault.text, message);
    assert_int_equal(fault.offset, offset);
    where_destroy(where);
}

static void text_is_compared_exactly(void **state)
{
    (void)state;
    expect("White = Carlsen,M", true);
    expect("White=Carlsen,M", true);
    expect("White = carlsen,M", false);
    expect("White = \"Carlsen,M\"", true);
    expect("White != 'Carlsen,M'", false);
    expect("Result = 1-0", true);
    expect("Event = \"World Blitz \\\"2018\\\"\"", true);
    expect("ECO < C00 and ECO >= B90 and ECO > B89 and ECO <= B90", true);
    expect("Empty = \"\"", true);
    expect("TimeControl = 180+2", true);
}

static void numbers_are_compared_by_value(void **state)
{
    (void)state;
    expect("WhiteElo > 999", true);
    expect("WhiteElo > \"999\"", false); // as text
    expect("WhiteElo >= 2835 and WhiteElo <= 2835 and WhiteElo = 2835.0", true);
    expect("BlackElo = 2504", true);
    expect("Round < 6.6 and Round > 6.5", true);
    expect("WhiteElo in 2800..2900", true);
    expect("WhiteElo in 2800..", true);
    expect("WhiteElo in ..2800", false);
    expect("TimeControl >= 180 and TimeControl < 181", true);
    expect("White > 1", false);
    expect("WhiteElo > -5", true);
}

static void a_rating_is_only_above_or_below_a_number(void **state)
{
    static const char expected[] = "expected a number; in quotes, the value is compared as text";
    (void)state;
    expect_refused("WhiteElo >= abc", 12, expected);
    expect_refused("Elo < high", 6, expected);
    expect_refused("has White and PlyCount > 40moves", 25, expected);
    expect_refused("WhiteElo in low..high", 12, expected);
    expect_refused("WhiteElo in ..high", 12, expected);
    expect_refused("WhiteRatingDiff > 2018.01.28", 18, expected);
    expect("WhiteElo >= 2834.01", true); // no date
    expect("WhiteElo >= \"abc\"", false);
    expect("WhiteElo = abc or WhiteElo != abc", true);
    expect("White >= C", true);
    expect("Date >= abc", false);
}

static void dates_match_if_any_day_of_them_does(void **state)
{
    (void)state;
    expect("Date = 2018", true);
    expect("Date = 2018.12.05", true);
    expect("Date = 2018-11", false);
    expect("Date > 2018.12.05 and Date < 2018.12.05", true);
    expect("Date >= 2019", false);
    expect("Date <= 2018", true);
    expect("Date < 2018.12", false);
    expect("Date in 2018.12.10..2018.12.11", true);
    expect("Date in 2018..2018", true);
    expect("Date in ..2017", false);
    expect("UTCDate = 2018.12.29", true);
    expect("UTCDate > 2018.12.29", false);
}

static void parts_and_patterns_ignore_case(void **state)
{
    (void)state;
    expect("White contains CARLSEN", true);
    expect("Black contains müller", true);
    expect("White contains \"\"", true);
    expect("Event glob *blitz*", true);
    expect("Event glob \"world blitz\"", false);
    expect("Event glob \"world?blitz*\"", true);
    expect("White matches '^(carlsen|caruana),'", true);
    expect("White matches \"^carlsen$\"", false);
    expect("Round matches \"^[0-9]+\\.5\"", true);
}

static void missing_tags_equal_nothing(void **state)
{
    (void)state;
    expect("has WhiteElo and not has WhiteTitle", true);
    expect("has Empty", true);
    expect("WhiteTitle = GM", false);
    expect("WhiteTitle != GM", true);
    expect("WhiteTitle contains \"\"", false);
    expect("whiteelo = 2835", false); // names of tags have case
}

static void player_and_elo_mean_either_player(void **state)
{
    (void)state;
    expect("Player contains carlsen and Player contains özg", true);
    expect("Player = Nobody", false);
    expect("Player != Carlsen,M", false);
    expect("Elo < 2600 and Elo > 2800", true);
    expect("Elo in 2600..2700", false);
}

static void and_binds_closer_than_or_and_not_closest(void **state)
{
    (void)state;
    expect("has Nothing and has White or has Black", true);
    expect("has Nothing and (has White or has Black)", false);
    expect("has White or has Black and has Nothing", true);
    expect("not has Nothing and has White", true);
    expect("not (has White and has Nothing)", true);
    expect("not not has White", true);
    expect("NOT has Nothing AND has White", true);
    expect("has Nothing or has Nothing or has White or has Nothing", true);
    expect("has White and has Black and has Nothing and has ECO", false);
    expect("(((has White)))", true);
}

static void all_expressions_must_hold(void **state)
{
    static const char *const parts[] = {"has White or has Nothing", "has Black", "WhiteElo < 2000"};
    struct where *where = where_create();
    (void)state;
    assert_true(matches_game(where));
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(where_add(where, parts[i], strlen(parts[i]), NULL), RK_OK);
        assert_int_equal(matches_game(where), i < 2);
    }
    where_destroy(where);
}

static void lines_and_comments_are_blanks(void **state)
{
    (void)state;
    expect("# players\nPlayer contains \"Nobody\" # not him\n  or Player contains Carlsen\r\n# end",
           true);
}

static void an_expression_may_be_long(void **state)
{
    static char text[1 << 20];
    size_t size = 0;
    (void)state;
    while (size < sizeof text - 100)
        size += (size_t)sprintf(text + size, "White = \"Player %zu\" or ", size);
    strcpy(text + size, "White contains carlsen");
    expect(text, true);
}

static void errors_say_what_is_expected_and_where(void **state)
{
    (void)state;
    expect_refused("", 0, "expected the name of a tag");
    expect_refused("White", 5, "expected = != < <= > >= in, contains, glob or matches");
    expect_refused("White ! x", 6, "expected = != < <= > >= in, contains, glob or matches");
    expect_refused("White =", 7, "expected a value, in quotes if it has blanks or signs");
    expect_refused("White = \"x", 9, "the quote is not closed");
    expect_refused("White = x y", 10, "expected and, or, or the end");
    expect_refused("(has White", 10, "expected and, or, or a closing parenthesis");
    expect_refused("has White)", 9, "expected and, or, or the end");
    expect_refused("WhiteElo in 2400", 12, "expected a range such as 2400..2500 or 2018..");
    expect_refused("WhiteElo in ..", 12, "expected a range such as 2400..2500 or 2018..");
    expect_refused("WhiteElo in 2400..high", 12, "the ends of the range are of different kinds");
    expect_refused("WhiteElo in 2400..999", 12, "the range ends before it begins");
    expect_refused("Date in 2019..2018.12", 8, "the range ends before it begins");
    expect_refused("ECO in B99..B20", 7, "the range ends before it begins");
    expect_refused("Whi-te = x", 0, "expected the name of a tag");
    expect_refused("has White or or = x", 13, "expected the name of a tag");
    expect_refused("has White and", 13, "expected the name of a tag");
    struct where *where = where_create();
    assert_int_equal(where_add(where, "White matches \"(\"", 17, NULL), RK_BAD_SYNTAX);
    where_destroy(where);
}

static void nesting_and_tags_are_limited(void **state)
{
    char text[1 << 12];
    size_t size = 0;
    (void)state;
    memset(text, '(', 1000);
    strcpy(text + 1000, "has White");
    expect_refused(text, WHERE_DEPTH_MAX, "too deeply nested");
    for (unsigned i = 0; i <= WHERE_TAGS_MAX; i++)
        size += (size_t)sprintf(text + size, i ? " or has T%02u" : "has T%02u", i);
    expect_refused(text, size - 3, "more than 32 different tags");
}

static void regular_expressions_are_limited(void **state)
{
    static const char too_long[] =
        "the pattern is longer than 2000 characters with its repetitions written out";
    static const char nesting[] = "the repetitions of the pattern are nested too deeply";
    static const char back_reference[] = "back-references such as \\1 are not supported";
    char text[1 << 15] = "", *at = text;
    (void)state;
    expect("White matches '^[a-z]{1,7},M{1}$'", true);
    expect("White matches '(.?){400}'", true);
    expect("White matches '[{9999}(]|\\{9999'", false);
    expect_refused("White matches '((a{99}){99}){99}'", 15, too_long);
    expect_refused("White matches '((a{9}{9}{9}){9}'", 15, too_long);
    expect_refused("White matches 'x|[]{[:alpha:]]{,2001}'", 15, too_long);
    expect_refused("White matches '(a*|b?){300}'", 15, too_long);
    expect_refused("White matches '(a{2000,99999999999999999999'", 15, too_long);
    expect("White matches '^((a*b?)+c{0,1})*'", true);
    expect_refused("White matches 'a**$b*+++++'", 15, nesting);
    expect_refused("White matches '$((((b*)+)+)+)'", 15, nesting);
    expect_refused("White matches 'a{1,}{1,}{1,}{1,}'", 15, nesting);
    expect_refused("White matches '(C)\\1'", 15, back_reference);
    strcpy(text, "White matches '");
    memset(text + 15, '(', 1000);
    strcpy(text + 1015, "'");
    expect_refused(text, 15, "the parentheses of the pattern are nested too deeply");
    for (unsigned i = 0; i <= WHERE_REGEX_SIZE_MAX / 2000; i++)
        at += sprintf(at, i ? " or X matches 'a{2000}'" : "X matches 'a{2000}'");
    expect_refused(text, strlen(text) - 8,
                   "the patterns of all expressions are longer than 20000 characters");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_compared_exactly),
        cmocka_unit_test(numbers_are_compared_by_value),
        cmocka_unit_test(a_rating_is_only_above_or_below_a_number),
        cmocka_unit_test(dates_match_if_any_day_of_them_does),
        cmocka_unit_test(parts_and_patterns_ignore_case),
        cmocka_unit_test(missing_tags_equal_nothing),
        cmocka_unit_test(player_and_elo_mean_either_player),
        cmocka_unit_test(and_binds_closer_than_or_and_not_closest),
        cmocka_unit_test(all_expressions_must_hold),
        cmocka_unit_test(lines_and_comments_are_blanks),
        cmocka_unit_test(an_expression_may_be_long),
        cmocka_unit_test(errors_say_what_is_expected_and_where),
        cmocka_unit_test(nesting_and_tags_are_limited),
        cmocka_unit_test(regular_expressions_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
