/* SPDX-License-Identifier: MIT */
#include "puzzles/puzzle_files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/monotonic.h"
#include "support/pgn_files.h"

static const char two_mates[] = "[Site \"https://example.org/a\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"
                                "[Site \"https://example.org/b\"]\n\n"
                                "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n";

static enum run_status find(const struct pgn_files *files, unsigned threads,
                            struct game_run_counts *counts)
{
    struct puzzle_files_options options = {
        .run = files->options, .nodes = 2000, .format = PUZZLE_AS_CSV, .now = monotonic_callback};
    options.run.threads = threads;
    return puzzle_files(&options, counts);
}

static void puzzles_are_written_in_the_order_of_the_games_on_any_number_of_threads(void **state)
{
    struct pgn_files *files = *state;
    struct game_run_counts counts;
    pgn_files_add(files, "a.pgn", two_mates);
    pgn_files_add(files, "b.pgn", two_mates);
    assert_int_equal(find(files, 1, &counts), RUN_OK);
    assert_int_equal(counts.games, 4);
    assert_int_equal(counts.found, 4);
    char *alone = strdup(pgn_files_output(files));
    assert_true(strstr(alone, "example.org/a#3") < strstr(alone, "example.org/b#6"));
    assert_int_equal(find(files, 3, &counts), RUN_OK);
    assert_string_equal(pgn_files_output(files), alone);
    free(alone);
}

static void broken_games_are_named_and_left_out(void **state)
{
    struct pgn_files *files = *state;
    struct game_run_counts counts;
    pgn_files_add(files, "a.pgn", "1. e4 Ke4 *\n\n[Event \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    assert_int_equal(find(files, 2, &counts), RUN_GAME_ERRORS);
    assert_non_null(strstr(pgn_files_errors(files), "a.pgn:1: game 1: Ke4: "));
    assert_int_equal(counts.games, 2);
    assert_int_equal(counts.found, 1);
}

static void an_output_that_is_an_input_is_refused(void **state)
{
    struct pgn_files *files = *state;
    struct game_run_counts counts;
    pgn_files_add(files, "a.pgn", two_mates);
    files->options.output_name = files->names[0];
    assert_int_equal(find(files, 1, &counts), RUN_OUTPUT_IS_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            puzzles_are_written_in_the_order_of_the_games_on_any_number_of_threads,
            pgn_files_set_up, pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(broken_games_are_named_and_left_out, pgn_files_set_up,
                                        pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(an_output_that_is_an_input_is_refused, pgn_files_set_up,
                                        pgn_files_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
