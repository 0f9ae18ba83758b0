/* SPDX-License-Identifier: MIT */
/* Puzzles as PGN, JSON and CSV. */
#include "puzzles/puzzle_format.h"

#include <stdio.h>
#include <string.h>

#include "puzzles/themes.h"
#include "rookery/engine.h"
#include "support/board.h"
#include "support/puzzle.h"

static const char game_text[] = "[Event \"A, \\\"B\\\"\"]\n[Site \"https://chess.example/x\"]\n"
                                "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. f3 e5 2. g4 Qh4# 0-1";

/* The fool's mate. */
static struct puzzle make_puzzle(void)
{
    struct puzzle puzzle =
        puzzle_from("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "Qh4#");
    puzzle.before = position("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2");
    puzzle.error = move(&puzzle.before, "g2g4");
    puzzle.game_ply = 3;
    puzzle.score = RK_MATE - 1;
    puzzle.second = 120;
    puzzle.themes = themes_find(&puzzle);
    puzzle.rating = 795;
    return puzzle;
}

static void expect_written(enum puzzle_format format, const char *expected)
{
    const struct puzzle puzzle = make_puzzle();
    const rk_opening_line opening = {.opening = {"A00", "Barnes Opening: Fool's Mate"}, .ply = 4};
    struct buffer out = {0};
    char id[PUZZLE_ID_SIZE], text[1000];
    rk_pgn_game *game;
    assert_int_equal(rk_pgn_game_parse(game_text, strlen(game_text), &game, NULL), RK_OK);
    const struct puzzle_source source = {&puzzle, game, &opening};
    puzzle_format_write(format, &source, &out);
    puzzle_write_id(&puzzle, id);
    snprintf(text, sizeof text, expected, id);
    assert_string_equal(buffer_cstr(&out), text);
    buffer_fini(&out);
    rk_pgn_game_destroy(game);
}

static void pgn_begins_with_the_error(void **state)
{
    (void)state;
    expect_written(PUZZLE_AS_PGN,
                   "[Event \"A, \\\"B\\\"\"]\n[Site \"https://chess.example/x\"]\n"
                   "[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n"
                   "[Result \"*\"]\n[SetUp \"1\"]\n"
                   "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2\"]\n"
                   "[PuzzleId \"%s\"]\n[PuzzleRating \"795\"]\n"
                   "[PuzzleThemes \"mate mateIn1 opening\"]\n\n2. g4 $4 Qh4# *\n\n");
}

static void json_has_the_documented_fields(void **state)
{
    (void)state;
    expect_written(
        PUZZLE_AS_JSON,
        "{\"id\":\"%s\",\"variant\":\"standard\","
        "\"fen\":\"rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2\","
        "\"error\":\"g2g4\",\"moves\":[\"d8h4\"],\"san\":[\"Qh4#\"],\"rating\":795,"
        "\"themes\":[\"mate\",\"mateIn1\",\"opening\"],\"score\":{\"mate\":1},"
        "\"second\":{\"cp\":120},\"depth\":1,"
        "\"game\":{\"white\":\"Ann\",\"black\":\"Bob\",\"event\":\"A, \\\"B\\\"\","
        "\"site\":\"https://chess.example/x\",\"date\":\"\",\"ply\":3},"
        "\"opening\":{\"eco\":\"A00\",\"name\":\"Barnes Opening: Fool's Mate\",\"ply\":4}}\n");
}

static void csv_has_the_columns_of_lichess(void **state)
{
    (void)state;
    expect_written(PUZZLE_AS_CSV,
                   "%s,rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2,g2g4 d8h4,"
                   "795,150,0,0,mate mateIn1 opening,https://chess.example/x#3,"
                   "Barnes_Opening_Fools_Mate\n");
}

static void the_id_depends_on_position_and_solution(void **state)
{
    (void)state;
    struct puzzle one = make_puzzle(), other = make_puzzle();
    char first[PUZZLE_ID_SIZE], second[PUZZLE_ID_SIZE];
    other.rating = 1500;
    puzzle_write_id(&one, first);
    puzzle_write_id(&other, second);
    assert_string_equal(first, second);
    other.moves[0] ^= 1;
    puzzle_write_id(&other, second);
    assert_string_not_equal(first, second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pgn_begins_with_the_error),
        cmocka_unit_test(json_has_the_documented_fields),
        cmocka_unit_test(csv_has_the_columns_of_lichess),
        cmocka_unit_test(the_id_depends_on_position_and_solution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
