/* SPDX-License-Identifier: MIT */
#include "review/review_files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/monotonic.h"
#include "pgntools/partial_file.h"
#include "support/pgn_files.h"

static struct review_files_options options_for(const struct pgn_files *files, unsigned threads)
{
    struct review_files_options options = {.run = files->options, .now = monotonic_callback};
    options.run.threads = threads;
    options.report.format = FORMAT_JSON;
    options.report.limits.nodes = 200;
    return options;
}

static enum run_status review(struct pgn_files *files, unsigned threads)
{
    const struct review_files_options options = options_for(files, threads);
    return review_files(&options);
}

static unsigned count_lines(const char *text)
{
    unsigned count = 0;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

static void games_are_written_in_order_on_any_number_of_threads(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn", pgn_five_games);
    pgn_files_add(files, "b.pgn", pgn_five_games);
    assert_int_equal(review(files, 1), RUN_OK);
    char *alone = strdup(pgn_files_output(files));
    assert_int_equal(count_lines(alone), 10);
    assert_non_null(strstr(alone, "\"Event\":\"A\""));
    assert_int_equal(review(files, 4), RUN_OK);
    assert_string_equal(pgn_files_output(files), alone);
    free(alone);
}

static void broken_games_are_named_and_left_out(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn",
                  "[Event \"A\"]\n\n1. e4 e5 *\n\n[Event \"B\"]\n\n1. e4 Ke4 *\n\n"
                  "[Event \"C\"]\n\n1. d4 *\n");
    assert_int_equal(review(files, 2), RUN_GAME_ERRORS);
    assert_non_null(strstr(pgn_files_errors(files), "a.pgn:7: game 2: Ke4: "));
    assert_int_equal(count_lines(pgn_files_output(files)), 2);
    assert_null(strstr(pgn_files_output(files), "\"B\""));
}

static void a_file_without_a_game_is_an_error(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn", "hello world \xff\xfe { [ ( $\n");
    assert_int_equal(review(files, 1), RUN_NOTHING_FOUND);
    assert_non_null(strstr(pgn_files_errors(files), "a.pgn: no game found"));
}

static void an_output_that_is_an_input_is_refused(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn", pgn_five_games);
    files->options.output_name = files->names[0];
    assert_int_equal(review(files, 1), RUN_OUTPUT_IS_INPUT);
}

/* Leaves what a run leaves that was killed while it wrote its second game. */
static void leave_interrupted_run(struct pgn_files *files, const char *first_game)
{
    const struct review_files_options options = options_for(files, 1);
    struct partial_progress progress;
    rk_fault fault;
    struct partial_file *file =
        partial_file_open(files->output, review_files_identity(&options), &progress, &fault);
    assert_non_null(file);
    const struct partial_progress done = {.chunks = 1, .games = 1, .errors = 1};
    assert_true(partial_file_append(file, first_game, strlen(first_game), &done));
    assert_true(partial_file_close(file, false));
    char path[PGN_PATH_SIZE + 16];
    snprintf(path, sizeof path, "%s.partial", files->output);
    FILE *partial = fopen(path, "ab");
    assert_non_null(partial);
    fputs("{\"tags\":{\"Eve", partial);
    fclose(partial);
}

static void an_interrupted_run_goes_on_after_the_last_whole_game(void **state)
{
    struct pgn_files *files = *state;
    struct buffer text = {0};
    // Games that are chunks of their own, with comments that make them large enough.
    for (char name = 'A'; name < 'D'; name++) {
        buffer_text(&text, "[Event \"");
        buffer_put(&text, name);
        buffer_text(&text, "\"]\n\n1. e4 {");
        for (unsigned i = 0; i < 600; i++)
            buffer_text(&text, "long ");
        buffer_text(&text, "} e5 *\n\n");
    }
    pgn_files_add(files, "a.pgn", buffer_cstr(&text));
    buffer_fini(&text);
    leave_interrupted_run(files, "first\n");
    // The earlier run has counted an error.
    assert_int_equal(review(files, 2), RUN_GAME_ERRORS);
    const char *output = pgn_files_output(files);
    assert_int_equal(strncmp(output, "first\n{\"tags\":{\"Event\":\"B\"", 25), 0);
    assert_non_null(strstr(output, "\"Event\":\"C\""));
    assert_int_equal(count_lines(output), 3);
    assert_string_equal(pgn_files_errors(files), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(games_are_written_in_order_on_any_number_of_threads,
                                        pgn_files_set_up, pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(broken_games_are_named_and_left_out, pgn_files_set_up,
                                        pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(a_file_without_a_game_is_an_error, pgn_files_set_up,
                                        pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(an_output_that_is_an_input_is_refused, pgn_files_set_up,
                                        pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(an_interrupted_run_goes_on_after_the_last_whole_game,
                                        pgn_files_set_up, pgn_files_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
