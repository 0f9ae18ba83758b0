/* SPDX-License-Identifier: MIT */
#include "join/terms.h"

#include <string.h>

#include "rookery/variant.h"
#include "support/board.h"

static const struct game_defaults NO_DEFAULTS;

static struct game_terms parse(const struct game_defaults *defaults, const char *text)
{
    struct game_terms terms;
    char why[TERMS_ERROR_SIZE] = "";
    if (!terms_parse(defaults, text, &terms, why))
        fail_msg("%s: %s", text, why);
    return terms;
}

static void expect_refused(const char *text, const char *reason)
{
    struct game_terms terms;
    char why[TERMS_ERROR_SIZE] = "";
    assert_false(terms_parse(&NO_DEFAULTS, text, &terms, why));
    assert_string_equal(why, reason);
}

static void the_order_of_terms_does_not_matter(void **state)
{
    (void)state;
    static const char *const texts[] = {"5+3 atomic rated black", "black rated atomic 5+3",
                                        "  RATED  5+3\tBlack Atomic "};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct game_terms terms = parse(&NO_DEFAULTS, texts[i]);
        assert_string_equal(terms.clock, "5+3");
        assert_string_equal(terms.variant, "atomic");
        assert_string_equal(terms.side, "black");
        assert_true(terms.rated);
        assert_false(terms.hidden);
    }
}

static void every_variant_can_be_named(void **state)
{
    (void)state;
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++) {
        const char *name = rk_variant_name((rk_variant)i);
        assert_string_equal(parse(&NO_DEFAULTS, name).variant, name);
    }
    assert_string_equal(parse(&NO_DEFAULTS, "king of the hill 3+2").variant, "king-of-the-hill");
    assert_string_equal(parse(&NO_DEFAULTS, "1+0 racing kings").variant, "racing-kings");
    assert_string_equal(parse(&NO_DEFAULTS, "3check").variant, "three-check");
    assert_string_equal(parse(&NO_DEFAULTS, "960").variant, "chess960");
}

static void every_kind_of_clock_can_be_named(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *clock;
    } rows[] = {{"0+1", "0+1"},
                {"0.5+0", "0.5+0"},
                {"3 days", "3 days"},
                {"3 atomic DAYS", "3 days"},
                {"hourglass 5", "hourglass 5"},
                {"5d3 / 1d0", "5d3 / 1d0"},
                {"40/90+30,15+30", "40/90+30,15+30"},
                {"90s+1", "90s+1"},
                {"-", "-"},
                {"untimed horde", "-"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(parse(&NO_DEFAULTS, rows[i].typed).clock, rows[i].clock);
}

static void what_is_not_named_comes_from_the_defaults(void **state)
{
    (void)state;
    const struct game_defaults defaults = {.clock = "3+2",
                                           .variant = "atomic",
                                           .side = "white",
                                           .fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1",
                                           .rated = true,
                                           .hidden = true};
    struct game_terms terms = parse(&defaults, "");
    assert_string_equal(terms.clock, "3+2");
    assert_string_equal(terms.variant, "atomic");
    assert_string_equal(terms.side, "white");
    assert_ptr_equal(terms.fen, defaults.fen);
    assert_true(terms.rated && terms.hidden);
    terms = parse(&defaults, "10+5 casual public random");
    assert_string_equal(terms.clock, "10+5");
    assert_string_equal(terms.side, "random");
    assert_false(terms.rated || terms.hidden);
    assert_ptr_equal(parse(&defaults, "atomic").fen, defaults.fen);
    assert_null(parse(&defaults, "horde").fen); // the position belongs to the other variant
    assert_string_equal(parse(&NO_DEFAULTS, "").clock, "5+3");
    assert_null(parse(&NO_DEFAULTS, "").variant);
}

static void contradictions_are_refused(void **state)
{
    (void)state;
    expect_refused("atomic horde", "horde contradicts atomic");
    expect_refused("atomic atomic", "atomic contradicts atomic");
    expect_refused("rated 5+3 casual", "casual contradicts rated");
    expect_refused("white black", "black contradicts white");
    expect_refused("untimed 5+3", "5+3 contradicts untimed");
    expect_refused("5+3 untimed", "untimed contradicts 5+3");
}

static void unknown_words_and_clocks_are_refused(void **state)
{
    (void)state;
    expect_refused("5+3 atomc", "unknown word: atomc; did you mean atomic?");
    expect_refused("raetd", "unknown word: raetd; did you mean rated?");
    expect_refused("5+3 please",
                   "unknown word: please; expected a clock, a variant, a side, rated or casual");
    expect_refused("5x3", "5x3: invalid time control: try 5+3");
    expect_refused("5+3 1+0", "5+3 1+0: invalid time control: try 5+3");
    expect_refused("0+0", "0+0: this time control leaves no time to play");
}

static void long_terms_are_refused(void **state)
{
    (void)state;
    char text[400];
    memset(text, '1', sizeof text);
    text[sizeof text - 1] = '\0';
    expect_refused(text, "too long: try 5+3 atomic rated");
    for (size_t i = 1; i < sizeof text - 1; i += 2)
        text[i] = ' ';
    expect_refused(text, "too long: try 5+3 atomic rated");
    memset(text, '1', 70);
    text[70] = '\0';
    text[10] = ' ';
    struct game_terms terms;
    char why[TERMS_ERROR_SIZE];
    assert_false(terms_parse(&NO_DEFAULTS, text, &terms, why));
    assert_non_null(strstr(why, "the time control is too long"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_of_terms_does_not_matter),
        cmocka_unit_test(every_variant_can_be_named),
        cmocka_unit_test(every_kind_of_clock_can_be_named),
        cmocka_unit_test(what_is_not_named_comes_from_the_defaults),
        cmocka_unit_test(contradictions_are_refused),
        cmocka_unit_test(unknown_words_and_clocks_are_refused),
        cmocka_unit_test(long_terms_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
