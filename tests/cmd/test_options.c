/* SPDX-License-Identifier: MIT */
#include "cmd/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

enum { ARGUMENTS_MAX = 2 };

struct values {
    bool verbose;
    const char *name, *trust;
    unsigned long threads;
    const char *arguments[ARGUMENTS_MAX];
    size_t argument_count;
};

/* Parses arguments up to a NULL, after the name of the command. */
static enum options_result parse(struct values *values, const char *const *arguments)
{
    char *argv[16] = {(char *)(uintptr_t) "test"};
    int argc = 1;
    *values = (struct values){.threads = 1};
    while (*arguments)
        argv[argc++] = (char *)(uintptr_t)*arguments++;
    const struct option options[] = {
        {"--verbose", NULL, "print more", .flag = &values->verbose},
        {"--name", "NAME", "a name", .text = &values->name},
        {"--trust", "LIST", "a list", .text = &values->trust, .implied = "yes"},
        {"--threads", "N", "threads", .number = &values->threads, .min = 1, .max = 8}};
    struct command_line line = {.command = "test",
                                .usage = "[options]",
                                .description = "Tests.",
                                .options = options,
                                .option_count = sizeof options / sizeof *options,
                                .arguments = values->arguments,
                                .arguments_max = ARGUMENTS_MAX};
    const enum options_result result = options_parse(&line, argc, argv);
    values->argument_count = line.argument_count;
    return result;
}

#define PARSE(values, ...) parse(values, (const char *const[]){__VA_ARGS__, NULL})

static void values_follow_their_option_or_an_equals_sign(void **state)
{
    (void)state;
    struct values values;
    assert_int_equal(PARSE(&values, "--threads", "3", "--name=x=y", "--verbose"), OPTIONS_OK);
    assert_int_equal(values.threads, 3);
    assert_string_equal(values.name, "x=y");
    assert_true(values.verbose);
    assert_int_equal(PARSE(&values, "--threads=8", "--name", "--verbose"), OPTIONS_OK);
    assert_int_equal(values.threads, 8);
    assert_string_equal(values.name, "--verbose");
    assert_false(values.verbose);
}

static void a_value_may_be_implied(void **state)
{
    (void)state;
    struct values values;
    assert_int_equal(PARSE(&values, "--trust", "--verbose"), OPTIONS_OK);
    assert_string_equal(values.trust, "yes");
    assert_true(values.verbose);
    assert_int_equal(PARSE(&values, "--trust"), OPTIONS_OK);
    assert_string_equal(values.trust, "yes");
    assert_int_equal(PARSE(&values, "--trust", "no"), OPTIONS_OK);
    assert_string_equal(values.trust, "no");
}

static void other_words_are_arguments_up_to_the_maximum(void **state)
{
    (void)state;
    struct values values;
    assert_int_equal(PARSE(&values, "a", "--verbose", "-"), OPTIONS_OK);
    assert_int_equal(values.argument_count, 2);
    assert_string_equal(values.arguments[0], "a");
    assert_string_equal(values.arguments[1], "-");
    assert_int_equal(PARSE(&values, "a", "b", "c"), OPTIONS_ERROR);
}

static void two_dashes_end_the_options(void **state)
{
    (void)state;
    struct values values;
    assert_int_equal(PARSE(&values, "--", "--verbose", "--help"), OPTIONS_OK);
    assert_false(values.verbose);
    assert_int_equal(values.argument_count, 2);
    assert_string_equal(values.arguments[0], "--verbose");
}

static void invalid_options_are_errors(void **state)
{
    (void)state;
    struct values values;
    assert_int_equal(PARSE(&values, "--thread", "3"), OPTIONS_ERROR);
    assert_int_equal(PARSE(&values, "--threadsx=3"), OPTIONS_ERROR);
    assert_int_equal(PARSE(&values, "--threads"), OPTIONS_ERROR);
    assert_int_equal(PARSE(&values, "--threads", "0"), OPTIONS_ERROR);
    assert_int_equal(PARSE(&values, "--threads", "9"), OPTIONS_ERROR);
    assert_int_equal(PARSE(&values, "--threads", "many"), OPTIONS_ERROR);
    assert_int_equal(PARSE(&values, "--threads="), OPTIONS_ERROR);
    assert_int_equal(PARSE(&values, "--verbose=yes"), OPTIONS_ERROR);
}

static void unknown_short_options_are_errors(void **state)
{
    (void)state;
    struct values values;
    assert_int_equal(PARSE(&values, "-x"), OPTIONS_ERROR);
    assert_int_equal(PARSE(&values, "a", "-verbose"), OPTIONS_ERROR);
    assert_int_equal(PARSE(&values, "-o", "file"), OPTIONS_ERROR); // there is no --output
    assert_int_equal(PARSE(&values, "--trust", "-x"), OPTIONS_ERROR);
    assert_int_equal(PARSE(&values, "--", "-x"), OPTIONS_OK);
    assert_string_equal(values.arguments[0], "-x");
    assert_int_equal(PARSE(&values, "--name", "-o"), OPTIONS_OK);
    assert_string_equal(values.name, "-o");
}

static void help_ends_the_parsing(void **state)
{
    (void)state;
    struct values values;
    assert_int_equal(PARSE(&values, "--help", "--nonsense"), OPTIONS_HELP);
    assert_int_equal(PARSE(&values, "a", "-h"), OPTIONS_HELP);
}

static void numbers_are_decimal_and_in_range(void **state)
{
    (void)state;
    unsigned long number = 7;
    assert_true(options_parse_number("0", 0, 5, &number));
    assert_int_equal(number, 0);
    assert_true(options_parse_number("18446744073709551615", 0, ~0UL, &number));
    assert_true(number == ~0UL);
    static const char *const invalid[] = {"",   "-1",  "+1", " 1",
                                          "1 ", "0x1", "6",  "18446744073709551616"};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++)
        assert_false(options_parse_number(invalid[i], 0, 5, &number));
    assert_true(number == ~0UL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_follow_their_option_or_an_equals_sign),
        cmocka_unit_test(a_value_may_be_implied),
        cmocka_unit_test(other_words_are_arguments_up_to_the_maximum),
        cmocka_unit_test(two_dashes_end_the_options),
        cmocka_unit_test(invalid_options_are_errors),
        cmocka_unit_test(unknown_short_options_are_errors),
        cmocka_unit_test(help_ends_the_parsing),
        cmocka_unit_test(numbers_are_decimal_and_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
