/* SPDX-License-Identifier: MIT */
/* Scoring of tactics; the engine is this program, which plays random legal moves. */
#include "bench/tactics.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/fake_engine.h"
#include "support/folder.h"

enum { PATH_SIZE = FOLDER_PATH_SIZE + 16 };

static rk_epd parse(const char *text)
{
    rk_epd epd;
    assert_int_equal(rk_epd_parse(text, strlen(text), RK_STANDARD, &epd, NULL), RK_OK);
    return epd;
}

static void any_of_the_best_moves_solves_a_position(void **state)
{
    (void)state;
    const rk_epd epd = parse("4k3/8/8/8/8/8/4P3/4K2R w K - bm e4 Rh8+ O-O; id \"x\";");
    const rk_position *pos = &epd.position;
    assert_true(tactics_is_solved(&epd, move(pos, "e2e4")));
    assert_true(tactics_is_solved(&epd, move(pos, "h1h8")));
    assert_true(tactics_is_solved(&epd, move(pos, "e1h1")));
    assert_false(tactics_is_solved(&epd, move(pos, "e2e3")));
    assert_false(tactics_is_solved(&epd, move(pos, "h1h7")));
}

static void any_move_but_those_to_avoid_solves_a_position(void **state)
{
    (void)state;
    const rk_epd epd = parse("4k3/8/8/8/8/8/4P3/4K2R w K - am e4 Rh8+; id \"x\";");
    const rk_position *pos = &epd.position;
    assert_false(tactics_is_solved(&epd, move(pos, "e2e4")));
    assert_false(tactics_is_solved(&epd, move(pos, "h1h8")));
    assert_true(tactics_is_solved(&epd, move(pos, "e1h1")));
    assert_true(tactics_is_solved(&epd, move(pos, "e2e3")));
}

static void best_moves_and_moves_to_avoid_both_count(void **state)
{
    (void)state;
    const rk_epd epd = parse("4k3/8/8/8/8/8/4P3/4K2R w K - am e3 O-O; bm e4 O-O, Rh5;");
    const rk_position *pos = &epd.position;
    assert_true(tactics_is_solved(&epd, move(pos, "e2e4")));
    assert_true(tactics_is_solved(&epd, move(pos, "h1h5")));
    assert_false(tactics_is_solved(&epd, move(pos, "e2e3")));
    assert_false(tactics_is_solved(&epd, move(pos, "e1h1"))); // in both lists
    assert_false(tactics_is_solved(&epd, move(pos, "h1h7"))); // in none
}

static void a_position_without_a_best_move_is_never_solved(void **state)
{
    (void)state;
    const rk_epd epd = parse("4k3/8/8/8/8/8/4P3/4K2R w K - id \"x\";");
    assert_false(tactics_is_solved(&epd, move(&epd.position, "e2e4")));
}

static void a_best_move_that_cannot_be_read_is_ignored(void **state)
{
    (void)state;
    const rk_epd epd = parse("4k3/8/8/8/8/8/4P3/4K2R w K - bm Qh5 e4;");
    assert_true(tactics_is_solved(&epd, move(&epd.position, "e2e4")));
}

/* Tests a file with the fake engine. */
static enum tactics_status run(const char *text, const char *engine, struct tactics_score *score,
                               char *error, size_t error_size)
{
    const struct folder folder = folder_make();
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/x.epd", folder.path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    const struct tactics_options options = {
        .file = path, .engine = engine, .time_ms = 100, .hash_mib = 1};
    const enum tactics_status status = tactics_run(&options, score, error, error_size);
    folder_remove(&folder);
    return status;
}

static void solved_positions_are_counted(void **state)
{
    (void)state;
    struct tactics_score score;
    char error[256] = "";
    // Kxb2 is the only legal move.
    assert_int_equal(run("7k/8/8/8/8/8/1r6/K7 w - - bm Kxb2; id \"1\";\n\n# comment\n"
                         "7k/8/8/8/8/8/1r6/K7 w - - bm Kxb2; am Kxb2; id \"2\";\n",
                         fake_engine_command(0, ""), &score, error, sizeof error),
                     TACTICS_OK);
    assert_int_equal(score.positions, 2);
    assert_int_equal(score.solved, 1);
}

static void a_line_without_best_and_bad_moves_is_an_error(void **state)
{
    (void)state;
    struct tactics_score score;
    char error[256] = "";
    assert_int_equal(run("\n7k/8/8/8/8/8/1r6/K7 w - - id \"1\";\n", fake_engine_command(0, ""),
                         &score, error, sizeof error),
                     TACTICS_BAD_FILE);
    assert_non_null(strstr(error, "x.epd, line 2: no best move (bm) and no move to avoid (am)"));
}

static void a_line_with_only_a_move_to_avoid_is_tested(void **state)
{
    (void)state;
    struct tactics_score score;
    char error[256] = "";
    // Kxb2 is the only legal move.
    assert_int_equal(run("7k/8/8/8/8/8/1r6/K7 w - - am Kxb2; id \"1\";\n"
                         "7k/8/8/8/8/8/1R6/K7 b - - am Kh7; id \"2\";\n"
                         "7k/8/8/8/8/8/1r6/K7 w - - bm Kxb2; am Kb1 Kxb2; id \"3\";\n",
                         fake_engine_command(0, ""), &score, error, sizeof error),
                     TACTICS_OK);
    assert_int_equal(score.positions, 3);
    assert_in_range(score.solved, 0, 1); // the second, unless Kh7 is played
}

static void a_list_without_a_legal_move_is_an_error(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "7k/8/8/8/8/8/1r6/K7 w - - am Kb1 Qh9;\n", "7k/8/8/8/8/8/1r6/K7 w - - bm Kxb2; am ;\n",
        "7k/8/8/8/8/8/1r6/K7 w - - bm Kb1 Qh9;\n", "7k/8/8/8/8/8/1r6/K7 w - - bm ; am Kxb2;\n"};
    static const char *const messages[] = {
        "line 1: am: no legal move in \"Kb1 Qh9\"", "line 1: am: no legal move in \"\"",
        "line 1: bm: no legal move in \"Kb1 Qh9\"", "line 1: bm: no legal move in \"\""};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct tactics_score score;
        char error[256] = "";
        assert_int_equal(run(lines[i], fake_engine_command(0, ""), &score, error, sizeof error),
                         TACTICS_BAD_FILE);
        assert_non_null(strstr(error, messages[i]));
    }
}

static void an_engine_that_cannot_be_started_is_an_error(void **state)
{
    (void)state;
    struct tactics_score score;
    char error[256] = "";
    assert_int_equal(
        run("7k/8/8/8/8/8/1r6/K7 w - - bm Kxb2;\n", "/nowhere/engine", &score, error, sizeof error),
        TACTICS_FAILED);
    assert_non_null(strstr(error, "/nowhere/engine"));
}

static void a_file_without_positions_is_an_error(void **state)
{
    (void)state;
    struct tactics_score score;
    char error[256] = "";
    assert_int_equal(run("# nothing\n", fake_engine_command(0, ""), &score, error, sizeof error),
                     TACTICS_BAD_FILE);
    assert_non_null(strstr(error, "no positions could be read"));
}

int main(int argc, char **argv)
{
    const int status = fake_engine_main(argc, argv);
    if (status >= 0)
        return status;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_of_the_best_moves_solves_a_position),
        cmocka_unit_test(any_move_but_those_to_avoid_solves_a_position),
        cmocka_unit_test(best_moves_and_moves_to_avoid_both_count),
        cmocka_unit_test(a_position_without_a_best_move_is_never_solved),
        cmocka_unit_test(a_best_move_that_cannot_be_read_is_ignored),
        cmocka_unit_test(solved_positions_are_counted),
        cmocka_unit_test(a_line_without_best_and_bad_moves_is_an_error),
        cmocka_unit_test(a_line_with_only_a_move_to_avoid_is_tested),
        cmocka_unit_test(a_list_without_a_legal_move_is_an_error),
        cmocka_unit_test(an_engine_that_cannot_be_started_is_an_error),
        cmocka_unit_test(a_file_without_positions_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
