/* SPDX-License-Identifier: MIT */
/* Lines of files with puzzles: those that `rookery puzzles` writes, and damaged ones. */
#include "puzzle_training/puzzle_parse.h"

#include <stdio.h>
#include <string.h>

#include "ratings/rating.h"
#include "support/board.h"

#define FEN "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1"
#define JSON                                                                                 \
    "{\"id\":\"0123456789abcdef\",\"variant\":\"standard\",\"fen\":\"" FEN                   \
    "\",\"error\":\"a2a7\",\"moves\":[\"b1b8\"],\"san\":[\"Rb8#\"],\"rating\":900,"          \
    "\"themes\":[\"mate\",\"mateIn1\"],\"score\":{\"mate\":1},\"game\":{\"white\":\"Anna\"," \
    "\"black\":\"Bert\",\"site\":\"https://example.org/g\",\"ply\":52}}"
#define CSV "00sHx," FEN ",a2a7 b1b8,1200,80,90,1500,mate mateIn1,https://example.org/g#52,Opening"

static struct puzzle_record parse(const char *line)
{
    struct puzzle_record record;
    rk_fault fault;
    if (puzzle_parse(line, strlen(line), &record, &fault))
        fail_msg("%s: %s", line, fault.text);
    return record;
}

static void expect_fault(const char *line, const char *text)
{
    struct puzzle_record record;
    rk_fault fault = {.text = ""};
    assert_true(puzzle_parse(line, strlen(line), &record, &fault) != RK_OK);
    if (!strstr(fault.text, text))
        fail_msg("%s: expected \"%s\", got \"%s\"", line, text, fault.text);
}

static void a_rating_beyond_our_range_becomes_the_nearest_in_it(void **state)
{
    (void)state;
    const struct puzzle_record easy = parse("abc," FEN ",a2a7 b1b8,399,80,90,1,mate,,");
    const struct puzzle_record hard = parse("abc," FEN ",a2a7 b1b8,3600,80,90,1,mate,,");
    assert_int_equal((int)easy.glicko.rating, RATING_FLOOR);
    assert_int_equal((int)hard.glicko.rating, RECORD_RATING_MAX);
}

static void json_is_read(void **state)
{
    (void)state;
    const struct puzzle_record record = parse(JSON);
    assert_string_equal(record.id, "0123456789abcdef");
    assert_string_equal(record.fen, FEN);
    assert_string_equal(record.moves, "a2a7 b1b8");
    assert_string_equal(record.themes, " mate mateIn1 ");
    assert_int_equal((int)record.glicko.rating, 900);
    assert_int_equal((int)record.glicko.deviation, RECORD_DEVIATION_MAX);
    assert_string_equal(record.white, "Anna");
    assert_string_equal(record.site, "https://example.org/g");
    assert_int_equal(record.ply, 52);
}

static void csv_is_read(void **state)
{
    (void)state;
    const struct puzzle_record record = parse(CSV);
    assert_string_equal(record.id, "00sHx");
    assert_string_equal(record.moves, "a2a7 b1b8");
    assert_int_equal((int)record.glicko.deviation, 80);
    const struct puzzle_record unsure = parse("00sHx," FEN ",a2a7 b1b8,1200,500,90,0,mate,,");
    assert_int_equal((int)unsure.glicko.deviation, RECORD_DEVIATION_MAX);
    assert_int_equal(record.plays, 1500);
    assert_int_equal(record.ply, 52);
    assert_true(puzzle_line_is_header("PuzzleId,FEN,Moves,Rating", 25));
    assert_false(puzzle_line_is_header(CSV, strlen(CSV)));
}

static void a_repeated_theme_counts_once(void **state)
{
    (void)state;
    const struct puzzle_record record =
        parse("00sHx," FEN ",a2a7 b1b8,1200,80,90,1,mate short mate,,");
    assert_string_equal(record.themes, " mate short ");
}

static void damaged_lines_are_refused_with_the_reason(void **state)
{
    (void)state;
    expect_fault("", "expected JSON, or CSV");
    expect_fault("{", "invalid JSON");
    expect_fault("{}", "the field error must be a move");
    expect_fault("a/b," FEN ",a2a7 b1b8,1200,80,90,1,mate,,", "the id must be");
    expect_fault("abc,nothing,a2a7 b1b8,1200,80,90,1,mate,,", "");
    expect_fault("abc," FEN ",a2a7 b1a8,1200,80,90,1,mate,,", "move b1a8: ");
    expect_fault("abc," FEN ",a2a7,1200,80,90,1,mate,,", "ends with the solver's move");
    expect_fault("abc," FEN ",a2a7 b1b8 g8f8,1200,80,90,1,mate,,", "move g8f8");
    expect_fault("abc," FEN ",a2a7 b1b8,nan,80,90,1,mate,,", "the rating must be");
    expect_fault("abc," FEN ",a2a7 b1b8,99999,80,90,1,mate,,", "the rating must be");
    expect_fault("abc," FEN ",a2a7 b1b8,1200,80,90,-1,mate,,", "plays");
    expect_fault("abc," FEN ",a2a7 b1b8,1200,80,90,1,ma%te,,", "the themes must be");
    expect_fault("abc,\xff," FEN, "UTF-8");
}

static void an_address_that_is_none_is_left_out(void **state)
{
    (void)state;
    assert_string_equal(parse("abc," FEN ",a2a7 b1b8,1200,80,90,1,mate,javascript:alert(1),").site,
                        "");
}

static void too_many_themes_are_refused(void **state)
{
    (void)state;
    char line[512] = "abc," FEN ",a2a7 b1b8,1200,80,90,1,";
    for (int i = 0; i < RECORD_THEMES_MAX; i++)
        sprintf(line + strlen(line), "%st%d", i ? " " : "", i);
    parse(line);
    strcat(line, " more");
    expect_fault(line, "the themes must be");
}

// ---- attempts --------------------------------------------------------------------------------

static enum attempt_verdict judge(const char *moves_of_puzzle, const char *attempt)
{
    struct puzzle_record record = {.variant = RK_STANDARD};
    struct puzzle_line line;
    // The back rank: after the error there are two mates, by the rook and by the queen.
    strcpy(record.fen, "6k1/r4ppp/8/8/8/3Q4/5PPP/1R4K1 b - - 0 1");
    strcpy(record.moves, moves_of_puzzle);
    assert_int_equal(puzzle_record_replay(&record, &line, NULL), RK_OK);
    return puzzle_line_judge(&line, attempt);
}

static void the_solution_or_another_mate_solves_a_puzzle(void **state)
{
    (void)state;
    assert_int_equal(judge("a7a2 b1b8", "b1b8"), ATTEMPT_SOLVED);
    assert_int_equal(judge("a7a2 b1b8", "d3d8"), ATTEMPT_SOLVED);
    assert_int_equal(judge("a7a2 b1b8", "d3d7"), ATTEMPT_WRONG);
    assert_int_equal(judge("a7a2 b1b8", ""), ATTEMPT_WRONG);
    assert_int_equal(judge("a7a2 b1b8", "b1b9"), ATTEMPT_ILLEGAL);
    assert_int_equal(judge("a7a2 b1b8", "b1b8 g8f8"), ATTEMPT_ILLEGAL);
    assert_int_equal(judge("a7a2 d3d7 a2a1 d7d8", "d3d7 d7d8"), ATTEMPT_SOLVED);
    assert_int_equal(judge("a7a2 d3d7 a2a1 d7d8", "d3d7"), ATTEMPT_WRONG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rating_beyond_our_range_becomes_the_nearest_in_it),
        cmocka_unit_test(json_is_read),
        cmocka_unit_test(csv_is_read),
        cmocka_unit_test(a_repeated_theme_counts_once),
        cmocka_unit_test(damaged_lines_are_refused_with_the_reason),
        cmocka_unit_test(an_address_that_is_none_is_left_out),
        cmocka_unit_test(too_many_themes_are_refused),
        cmocka_unit_test(the_solution_or_another_mate_solves_a_puzzle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
