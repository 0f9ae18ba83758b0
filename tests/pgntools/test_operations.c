/* SPDX-License-Identifier: MIT */
/* The operations on PGN files: what they write, report and return. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "pgntools/check.h"
#include "pgntools/convert.h"
#include "pgntools/copy.h"
#include "pgntools/dedupe.h"
#include "pgntools/opening_book.h"
#include "pgntools/openings.h"
#include "pgntools/split.h"
#include "pgntools/stats.h"
#include "rookery/book.h"
#include "rookery/fen.h"
#include "rookery/opening.h"
#include "support/pgn_files.h"

static const char broken_games[] = "Games of the week\n\n"
                                   "[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 Ke4 1-0\n\n"
                                   "[Event \"B\"]\n[Result \"1-0\"]\n\n1. e4 0-1\n\n"
                                   "stray\n\n"
                                   "[Event \"C\"]\n\n1. e4 (1. d4 xyzzy) e5 *\n";

/* The output without the path of the folder. */
static const char *output_of(struct pgn_files *files)
{
    const size_t prefix = strlen(files->folder.path) + 1;
    char *text = (char *)pgn_files_output(files);
    for (char *at; (at = strstr(text, files->folder.path));)
        memmove(at, at + prefix, strlen(at + prefix) + 1);
    return text;
}

// ---- check -----------------------------------------------------------------------------------

static void check_counts_games_and_moves(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn", pgn_five_games);
    pgn_files_add(files, "b.pgn", pgn_five_games);
    assert_int_equal(check_games(&files->options), RUN_OK);
    assert_string_equal(output_of(files), "games 10 moves 52 errors 0\n");
    assert_string_equal(pgn_files_errors(files), "");
}

static void check_writes_errors_and_stray_text(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn", pgn_five_games);
    pgn_files_add(files, "b.pgn", broken_games);
    assert_int_equal(check_games(&files->options), RUN_GAME_ERRORS);
    const char *output = output_of(files);
    assert_non_null(strstr(output, "b.pgn:6: game 1: Ke4: "));
    assert_non_null(strstr(output, "b.pgn:9: game 2: 1-0: the Result tag says this, but the moves "
                                   "end with 0-1\n"));
    assert_non_null(strstr(output, "game 3: xyzzy: "));
    assert_non_null(
        strstr(output, "b.pgn:1: Games of the week: stray text between games (1 more)\n"));
    assert_non_null(strstr(output, "\ngames 8 moves 29 errors 3\n"));
}

static void check_reports_a_result_that_contradicts_the_board(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(
        files, "a.pgn",
        "[Event \"A\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4\nQh4# 1-0\n\n"
        "[Event \"B\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4#\n\n"
        "[Event \"C\"]\n[FEN \"7k/5Q2/8/8/8/8/8/K7 b - - 0 1\"]\n[Result \"1-0\"]\n1-0\n\n"
        "[Event \"D\"]\n[FEN \"7k/5p2/8/6B1/8/8/8/K7 w - - 0 1\"]\n1. Bf6+ Kg8 2. Kb2 Kf8 0-1\n"
        "[Event \"E\"]\n[FEN \"7k/8/8/8/8/8/8/K7 w - - 0 1\"]\n1. Kb2 Kg8 0-1\n");
    assert_int_equal(check_games(&files->options), RUN_GAME_ERRORS);
    assert_string_equal(
        output_of(files),
        "a.pgn:5: game 1: Qh4#: checkmate, so the result is 0-1, but the moves end with 1-0\n"
        "a.pgn:10: game 2: Qh4#: checkmate, so the result is 0-1, but the Result tag says 1-0\n"
        "a.pgn:14: game 3: 1-0: stalemate, so the result is 1/2-1/2, but the moves end with 1-0\n"
        "a.pgn:22: game 5: Kg8: neither side can mate, so the result is 1/2-1/2, but the moves end "
        "with 0-1\n"
        "games 5 moves 14 errors 4\n");
}

static void check_accepts_results_that_agree_with_the_board(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn",
                  "[Result \"0-1\"]\n1. f3 e5 2. g4 Qh4# 0-1\n\n"
                  "[Result \"*\"]\n1. f3 e5 2. g4 Qh4# *\n\n"
                  "[Result \"½-½\"]\n1. f3 1/2\n\n"
                  "[Result \"0–1\"]\n1. f3 e5 2. g4 Qh4# (2... a5) 0-1\n");
    assert_int_equal(check_games(&files->options), RUN_OK);
    assert_string_equal(output_of(files), "games 4 moves 13 errors 0\n");
}

static void check_warns_about_what_costs_no_game(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn",
                  "[Event \"A\"]\n[Site x]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - e3 0 1\"]\n\n"
                  "1. e4 $999 *\n");
    assert_int_equal(check_games(&files->options), RUN_OK);
    assert_string_equal(output_of(files),
                        "a.pgn:2: game 1: warning: [Site x]: a tag is written as [Name \"value\"]\n"
                        "a.pgn:3: game 1: warning: 4k3/8/8/8/8/8/4P3/4K3 w - e3 0 1: no pawn has "
                        "just moved two squares past the en passant square\n"
                        "a.pgn:5: game 1: warning: $999: an annotation is written as $1 to $255\n"
                        "games 1 moves 1 errors 0\n");
}

static void a_file_with_text_but_no_game_is_an_error(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn", "nothing here");
    pgn_files_add(files, "b.pgn", "\xef\xbb\xbf \r\n");
    assert_int_equal(check_games(&files->options), RUN_GAME_ERRORS);
    assert_string_equal(output_of(files), "a.pgn: no game found\ngames 0 moves 0 errors 1\n");
}

// ---- statistics ------------------------------------------------------------------------------

static void stats_count_results_and_names(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn", pgn_five_games);
    assert_int_equal(stats_write(&files->options, &(struct stats_options){.top = 2}), RUN_OK);
    assert_string_equal(output_of(files), "games      5\n"
                                          "moves      26\n"
                                          "errors     0\n"
                                          "White won  2 (40.0%)\n"
                                          "Black won  1 (20.0%)\n"
                                          "drawn      1 (20.0%)\n"
                                          "undecided  1 (20.0%)\n"
                                          "length     2.8 full moves on average, from 2 to 4\n"
                                          "players    4\n"
                                          "         3 Alda, A\n"
                                          "         3 Boer, B\n"
                                          "years      2\n"
                                          "         2 2019\n"
                                          "         1 2018\n"
                                          "openings   2\n"
                                          "         1 B30\n"
                                          "         1 C20\n"
                                          "variants   2\n"
                                          "         4 standard\n"
                                          "         1 atomic\n");
}

static void a_result_tag_counts_in_any_spelling(void **state)
{
    struct pgn_files *files = *state;
    struct copy_selection drawn = {.count_only = true, .max = ~0UL};
    const struct openings_options openings = {
        .depth = 1, .top = 9, .start = rk_position_start(RK_STANDARD)};
    pgn_files_add(files, "a.pgn", "[Result \"1/2\"]\n\n1. e4 e5\n\n[Result \"0:1\"]\n\n1. e4 e5\n");
    assert_int_equal(stats_write(&files->options, &(struct stats_options){.top = 0}), RUN_OK);
    assert_non_null(strstr(output_of(files), "Black won  1 (50.0%)\ndrawn      1 (50.0%)\n"));
    assert_int_equal(openings_count(&files->options, &openings), RUN_OK);
    assert_string_equal(output_of(files), "2 0 1 1 e4\n");
    filter_init(&drawn.filter);
    assert_int_equal(filter_parse(&drawn.filter, FILTER_RESULT, "1/2-1/2", NULL), RK_OK);
    assert_int_equal(copy_selected(&files->options, &drawn), RUN_OK);
    assert_string_equal(output_of(files), "1\n");
}

static void stats_of_nothing_are_zeros(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn", "");
    assert_int_equal(stats_write(&files->options, &(struct stats_options){.top = 10}), RUN_OK);
    assert_non_null(strstr(output_of(files), "games      0\n"));
    assert_non_null(strstr(output_of(files), "length     0.0 full moves on average, from 0 to 0"));
}

static void stats_as_json_have_every_number(void **state)
{
    struct pgn_files *files = *state;
    const struct stats_options json = {.top = 1, .json = true};
    pgn_files_add(files, "a.pgn", pgn_five_games);
    assert_int_equal(stats_write(&files->options, &json), RUN_OK);
    assert_string_equal(output_of(files),
                        "{\"games\":5,\"plies\":26,\"errors\":0,"
                        "\"results\":{\"white\":2,\"black\":1,\"draw\":1,\"undecided\":1},"
                        "\"length\":{\"average\":2.80,\"min\":2,\"max\":4},"
                        "\"players\":{\"count\":4,\"top\":[{\"name\":\"Alda, A\",\"games\":3}]},"
                        "\"years\":{\"count\":2,\"top\":[{\"name\":\"2019\",\"games\":2,"
                        "\"white\":1,\"black\":1,\"draw\":0,\"undecided\":0}]},"
                        "\"openings\":{\"count\":2,\"top\":[{\"name\":\"B30\",\"games\":1,"
                        "\"white\":0,\"black\":0,\"draw\":1,\"undecided\":0}]},"
                        "\"variants\":{\"count\":2,\"top\":[{\"name\":\"standard\",\"games\":4,"
                        "\"white\":1,\"black\":1,\"draw\":1,\"undecided\":1}]}}\n");
}

static void names_in_json_are_valid_whatever_the_file_has(void **state)
{
    struct pgn_files *files = *state;
    const struct stats_options json = {.top = 9, .json = true};
    pgn_files_add(files, "a.pgn", "[White \"J\xf6rg \\\"x\\\"\"]\n\n*\n");
    assert_int_equal(stats_write(&files->options, &json), RUN_OK);
    assert_non_null(strstr(output_of(files), "\"J\xc3\xb6rg \\\"x\\\"\""));
}

static void openings_are_counted_from_one_starting_position(void **state)
{
    struct pgn_files *files = *state;
    const struct openings_options openings = {
        .start = rk_position_start(RK_STANDARD), .depth = 1, .top = 10};
    pgn_files_add(files, "a.pgn", pgn_five_games);
    assert_int_equal(openings_count(&files->options, &openings), RUN_OK);
    assert_string_equal(output_of(files), "2 1 1 0 e4\n1 0 0 1 f3\n");
}

// ---- copying ---------------------------------------------------------------------------------

static void merged_files_are_the_games_with_blank_lines_between(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn", "\n\n[Event \"A\"]\n\n1. e4 *\n\n\n\n");
    pgn_files_add(files, "b.pgn", "[Event \"B\"]\n\n1. d4 *");
    assert_int_equal(copy_all(&files->options), RUN_OK);
    assert_string_equal(output_of(files), "[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. d4 *\n");
}

static void a_selection_stops_at_its_maximum(void **state)
{
    struct pgn_files *files = *state;
    struct copy_selection selection = {.count_only = true, .max = 3};
    filter_init(&selection.filter);
    pgn_files_add(files, "a.pgn", pgn_five_games);
    assert_int_equal(copy_selected(&files->options, &selection), RUN_OK);
    assert_string_equal(output_of(files), "3\n");
}

static const struct dedupe_options all_tags, moves_only = {.moves_only = true};

static void duplicates_are_dropped(void **state)
{
    struct pgn_files *files = *state;
    struct dedupe_counts counts;
    pgn_files_add(files, "a.pgn", pgn_five_games);
    pgn_files_add(files, "b.pgn", pgn_five_games);
    assert_int_equal(dedupe_games(&files->options, &all_tags, &counts), RUN_OK);
    assert_int_equal(counts.games, 10);
    assert_int_equal(counts.duplicates, 5);
    assert_string_equal(output_of(files), pgn_five_games);
}

static void players_are_compared_unless_only_moves_count(void **state)
{
    struct pgn_files *files = *state;
    struct dedupe_counts counts;
    pgn_files_add(files, "a.pgn",
                  "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e4 *\n\n"
                  "[White \"A\"]\n\n1. e4 {again} (1. d4) *\n");
    assert_int_equal(dedupe_games(&files->options, &all_tags, &counts), RUN_OK);
    assert_int_equal(counts.duplicates, 1);
    assert_int_equal(dedupe_games(&files->options, &moves_only, &counts), RUN_OK);
    assert_int_equal(counts.duplicates, 2);
}

/* The copies are at the same place in both files. */
static void games_with_errors_are_never_duplicates(void **state)
{
    static const char games[] = "[White \"A\"]\n\n1. Ke4 *\n\n[White \"A\"]\n\n1. Ke4 *\n";
    struct pgn_files *files = *state;
    struct dedupe_counts counts;
    pgn_files_add(files, "a.pgn", games);
    pgn_files_add(files, "b.pgn", games);
    assert_int_equal(dedupe_games(&files->options, &all_tags, &counts), RUN_GAME_ERRORS);
    assert_int_equal(counts.games, 4);
    assert_int_equal(counts.duplicates, 0);
}

static void games_of_another_file_are_duplicates(void **state)
{
    struct pgn_files *files = *state;
    struct dedupe_counts counts;
    pgn_files_add(files, "a.pgn", pgn_five_games);
    pgn_files_add(files, "b.pgn", pgn_five_games);
    pgn_files_add(files, "c.pgn", "[White \"New\"]\n\n1. e4 *\n");
    const struct dedupe_options against = {.against = &files->names[0], .against_count = 1};
    files->options.files = &files->names[1];
    files->options.file_count = 2;
    assert_int_equal(dedupe_games(&files->options, &against, &counts), RUN_OK);
    assert_int_equal(counts.against, 5);
    assert_int_equal(counts.games, 6);
    assert_int_equal(counts.duplicates, 5);
    assert_string_equal(output_of(files), "[White \"New\"]\n\n1. e4 *\n");
}

static void duplicates_can_be_written_instead_of_the_others(void **state)
{
    struct pgn_files *files = *state;
    struct dedupe_counts counts;
    const struct dedupe_options duplicates = {.duplicates_only = true};
    pgn_files_add(files, "a.pgn", pgn_five_games);
    pgn_files_add(files, "b.pgn", "[White \"New\"]\n\n1. e4 *\n");
    pgn_files_add(files, "c.pgn", pgn_five_games);
    assert_int_equal(dedupe_games(&files->options, &duplicates, &counts), RUN_OK);
    assert_int_equal(counts.duplicates, 5);
    assert_string_equal(output_of(files), pgn_five_games);
}

static void a_file_to_compare_with_is_not_overwritten_and_must_exist(void **state)
{
    struct pgn_files *files = *state;
    struct dedupe_counts counts;
    pgn_files_add(files, "out", pgn_five_games);
    pgn_files_add(files, "b.pgn", pgn_five_games);
    const struct dedupe_options against = {.against = &files->names[0], .against_count = 1};
    files->options.files = &files->names[1];
    files->options.file_count = 1;
    assert_int_equal(dedupe_games(&files->options, &against, &counts), RUN_OUTPUT_IS_INPUT);
    assert_string_equal(output_of(files), pgn_five_games);
    assert_false(remove(files->paths[0]));
    assert_int_equal(dedupe_games(&files->options, &against, &counts), RUN_FAILED);
    assert_true(access(files->output, F_OK));
}

static void split_files_hold_the_number_of_games(void **state)
{
    struct pgn_files *files = *state;
    char path[PGN_PATH_SIZE];
    const struct split_options split = {.games = 2};
    struct split_counts counts;
    pgn_files_add(files, "a.pgn", pgn_five_games);
    assert_int_equal(split_games(&files->options, &split, &counts), RUN_OK);
    assert_int_equal(counts.games, 5);
    assert_int_equal(counts.files, 3);
    for (int part = 1; part <= 4; part++) {
        snprintf(path, sizeof path, "%s/out-%04d.pgn", files->folder.path, part);
        assert_int_equal(access(path, F_OK) == 0, part <= 3);
    }
}

static void a_split_file_that_is_an_input_is_refused(void **state)
{
    struct pgn_files *files = *state;
    const struct split_options split = {.bytes = 1};
    struct split_counts counts;
    pgn_files_add(files, "out-0002.pgn", pgn_five_games);
    assert_int_equal(split_games(&files->options, &split, &counts), RUN_OUTPUT_IS_INPUT);
    assert_string_equal(pgn_files_errors(files),
                        "out-0002.pgn: also an input file: choose another output file\n");
}

static void expect_file(struct pgn_files *files, const char *name, bool exists)
{
    char path[PGN_PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", files->folder.path, name);
    assert_int_equal(access(path, F_OK) == 0, exists);
    if (exists)
        assert_false(remove(path));
}

static void games_are_split_by_the_value_of_any_tag(void **state)
{
    struct pgn_files *files = *state;
    const struct split_options split = {.tag = "WhiteElo"};
    struct split_counts counts;
    pgn_files_add(files, "a.pgn", pgn_five_games);
    assert_int_equal(split_games(&files->options, &split, &counts), RUN_OK);
    assert_int_equal(counts.games, 5);
    assert_int_equal(counts.files, 3);
    expect_file(files, "out-2304.pgn", true);
    expect_file(files, "out-2450.pgn", true);
    expect_file(files, "out-unknown.pgn", true);
}

static void games_without_a_tag_are_split_by_the_opening_of_their_moves(void **state)
{
    struct pgn_files *files = *state;
    const struct {
        const char *tag;
        const char *names[5]; /* of the files, the rest is NULL */
    } splits[] = {{"ECO", {"out-A00.pgn", "out-B30.pgn", "out-C20.pgn", "out-unknown.pgn"}},
                  {"Opening",
                   {"out-Barnes_Opening__Fool_s_Mate.pgn", "out-Sicilian_Defense__Old_Sicilian.pgn",
                    "out-King_s_Pawn_Game__Wayward_Queen_Attack.pgn", "out-unknown.pgn"}}};
    if (!rk_opening_count())
        skip();
    pgn_files_add(files, "a.pgn", pgn_five_games);
    for (size_t i = 0; i < sizeof splits / sizeof *splits; i++) {
        const struct split_options split = {.tag = splits[i].tag};
        struct split_counts counts;
        assert_int_equal(split_games(&files->options, &split, &counts), RUN_OK);
        assert_int_equal(counts.games, 5);
        for (const char *const *name = splits[i].names; *name; name++)
            expect_file(files, *name, true);
    }
}

static void a_game_whose_tag_has_no_value_is_split_by_its_moves(void **state)
{
    struct pgn_files *files = *state;
    const struct split_options split = {.tag = "ECO"};
    struct split_counts counts;
    if (!rk_opening_count())
        skip();
    // The last game is broken, and is named by what can be played.
    pgn_files_add(files, "a.pgn",
                  "[ECO \"?\"]\n\n1. e4 c5 2. Nf3 Nc6 *\n\n[ECO \"\"]\n\n1. e4 c5 2. Nf3 Nc6 *\n\n"
                  "[ECO \"E99\"]\n\n1. e4 *\n\n[ECO \"-\"]\n\n1. e4 c5 2. Nf3 Nc6 3. Ke3 *\n");
    assert_int_equal(split_games(&files->options, &split, &counts), RUN_GAME_ERRORS);
    assert_int_equal(counts.games, 4);
    assert_int_equal(counts.files, 2);
    expect_file(files, "out-B30.pgn", true);
    expect_file(files, "out-E99.pgn", true);
}

static void values_with_the_same_prefix_share_a_file(void **state)
{
    struct pgn_files *files = *state;
    const struct split_options split = {.tag = "White", .prefix = 2};
    struct split_counts counts;
    pgn_files_add(files, "a.pgn",
                  "[White \"A/B\"]\n\n*\n\n[White \"A/C\"]\n\n*\n\n[White \"\xc3\x96zg\"]\n\n*\n\n"
                  "[White \"\xd6x\"]\n\n*\n\n[White \"\"]\n\n*\n");
    assert_int_equal(split_games(&files->options, &split, &counts), RUN_OK);
    assert_int_equal(counts.files, 4);
    expect_file(files, "out-A_.pgn", true);
    expect_file(files, "out-\xc3\x96z.pgn", true);
    expect_file(files, "out-_x.pgn", true);
    expect_file(files, "out-unknown.pgn", true);
}

static void no_split_file_appears_if_the_run_fails(void **state)
{
    struct pgn_files *files = *state;
    const struct split_options split = {.games = 1};
    struct split_counts counts;
    pgn_files_add(files, "a.pgn", pgn_five_games);
    pgn_files_add(files, "b.pgn", "");
    assert_false(remove(files->paths[1]));
    assert_int_equal(split_games(&files->options, &split, &counts), RUN_FAILED);
    expect_file(files, "out-0001.pgn", false);
}

// ---- conversion ------------------------------------------------------------------------------

static void games_are_converted_to_every_format(void **state)
{
    static const char *const expected[CONVERT_FORMAT_COUNT] = {
        [CONVERT_PGN] = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                        "[White \"A \\\"B\\\"\"]\n[Black \"?\"]\n[Result \"*\"]\n\n"
                        "1. e4 {good} 1... e5 *\n",
        [CONVERT_JSONL] =
            "{\"tags\":{\"White\":\"A \\\"B\\\"\"},\"start\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"
            "RNBQKBNR w KQkq - 0 1\",\"uci\":[\"e2e4\",\"e7e5\"],\"san\":[\"e4\",\"e5\"],"
            "\"result\":\"*\"}\n",
        [CONVERT_UCI] = "e2e4 e7e5\n",
        [CONVERT_SAN] = "e4 e5 *\n",
        [CONVERT_LAN] = "e2-e4 e7-e5 *\n",
        [CONVERT_FEN] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
                        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n",
        [CONVERT_EPD] =
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1; sm e4;\n"
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1; sm e5;\n"
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 2;\n",
    };
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn", "[White \"A \\\"B\\\"\"]\n\n1. e4 {good} e5 *\n");
    for (unsigned format = 0; format < CONVERT_FORMAT_COUNT; format++) {
        const struct convert_options convert = {.format = format, .width = 79};
        assert_int_equal(convert_games(&files->options, &convert), RUN_OK);
        const char *output = output_of(files);
        if (format == CONVERT_PGN)
            output = strstr(output, "[Event"); // a blank line may come before the first game
        assert_non_null(output);
        assert_memory_equal(output, expected[format], strlen(expected[format]));
    }
}

/* The PGN that one game becomes, without its roster. */
static const char *rewritten(struct pgn_files *files, const char *game,
                             struct convert_options convert)
{
    files->options.file_count = 0;
    pgn_files_add(files, "a.pgn", game);
    convert.format = CONVERT_PGN;
    assert_int_equal(convert_games(&files->options, &convert), RUN_OK);
    const char *result = strstr(output_of(files), "[Result ");
    assert_non_null(result);
    return strchr(result, '\n') + 1;
}

/* The Result tag that one game gets, and what follows. */
static const char *rewritten_result(struct pgn_files *files, const char *game)
{
    (void)rewritten(files, game, (struct convert_options){.add_ply_count = true});
    return strstr(output_of(files), "[Result ");
}

static void the_result_tag_and_the_end_of_the_moves_agree(void **state)
{
    assert_string_equal(rewritten_result(*state, "1. e4 e5 1/2\n"),
                        "[Result \"1/2-1/2\"]\n[PlyCount \"2\"]\n\n1. e4 e5 1/2-1/2\n\n");
    assert_string_equal(rewritten_result(*state, "[White \"A\"]\n\n1. e4\n"),
                        "[Result \"*\"]\n[PlyCount \"1\"]\n\n1. e4 *\n\n");
    assert_string_equal(rewritten_result(*state, "[Result \"1-0\"]\n"),
                        "[Result \"1-0\"]\n[PlyCount \"0\"]\n\n1-0\n\n");
    assert_string_equal(rewritten_result(*state, "[Result \"won\"]\n\n1. e4\n"),
                        "[Result \"won\"]\n[PlyCount \"1\"]\n\n1. e4 *\n\n");
    assert_string_equal(rewritten_result(*state, "[Result \"1-0\"]\n[Result \"0-1\"]\n\n1. e4\n"),
                        "[Result \"0-1\"]\n[PlyCount \"1\"]\n\n1. e4 0-1\n\n");
    // A contradiction is for `check` to report, not to hide.
    assert_string_equal(rewritten_result(*state, "[Result \"1-0\"]\n\n1. e4 0-1\n"),
                        "[Result \"1-0\"]\n[PlyCount \"1\"]\n\n1. e4 0-1\n\n");
}

static void a_game_of_tags_alone_has_the_result_of_its_tag(void **state)
{
    static const struct {
        enum convert_format format;
        const char *end;
    } cases[] = {
        {CONVERT_JSONL, "\"result\":\"0-1\"}\n"}, {CONVERT_SAN, "0-1\n"}, {CONVERT_LAN, "0-1\n"}};
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn", "[Result \"0:1\"]\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct convert_options convert = {.format = cases[i].format};
        assert_int_equal(convert_games(&files->options, &convert), RUN_OK);
        assert_non_null(strstr(output_of(files), cases[i].end));
    }
}

static void an_empty_variation_is_not_written(void **state)
{
    const struct convert_options all = {0}, comments = {.strip = STRIP_COMMENTS};
    static const char empty[] =
        "[Result \"*\"]\n\n1. e4 () e5 2. Nf3 ({slow}) Nc6 (2... d6 ()) *\n";
    assert_string_equal(rewritten(*state, empty, all),
                        "\n1. e4 e5 2. Nf3 ({slow}) 2... Nc6 (2... d6) *\n\n");
    assert_string_equal(rewritten(*state, empty, comments),
                        "\n1. e4 e5 2. Nf3 Nc6 (2... d6) *\n\n");
}

static const char annotated[] = "[Event \"E\"]\n[WhiteElo \"1\"]\n[BlackElo \"2\"]\n[ECO \"B00\"]\n"
                                "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n"
                                "[PlyCount \"77\"]\n\n"
                                "{start} 1. e4! {good} (1. e3 {slow} Ke7 (1... Kd7)) 1... Ke7 $10 "
                                "2. Ke2 1-0\n";
#define KEPT_TAGS "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n"

static void comments_variations_and_nags_are_stripped_alone_or_together(void **state)
{
    const struct convert_options comments = {.strip = STRIP_COMMENTS, .keep_tags = ""},
                                 variations = {.strip = STRIP_VARIATIONS, .keep_tags = ""},
                                 nags = {.strip = STRIP_NAGS, .keep_tags = ""},
                                 all = {.strip = STRIP_COMMENTS | STRIP_VARIATIONS | STRIP_NAGS,
                                        .keep_tags = ""};
    assert_string_equal(rewritten(*state, annotated, comments),
                        KEPT_TAGS "\n1. e4 $1 (1. e3 Ke7 (1... Kd7)) 1... Ke7 $10 2. Ke2 1-0\n\n");
    assert_string_equal(rewritten(*state, annotated, variations),
                        KEPT_TAGS "\n{start} 1. e4 $1 {good} 1... Ke7 $10 2. Ke2 1-0\n\n");
    assert_string_equal(rewritten(*state, annotated, nags),
                        KEPT_TAGS "\n{start} 1. e4 {good} (1. e3 {slow} 1... Ke7 (1... Kd7)) 1... "
                                  "Ke7 2. Ke2 1-0\n\n");
    assert_string_equal(rewritten(*state, annotated, all), KEPT_TAGS "\n1. e4 Ke7 2. Ke2 1-0\n\n");
}

static void tags_are_kept_or_dropped_by_name_or_pattern(void **state)
{
    const struct convert_options elo = {.strip = 7, .keep_tags = "*Elo,PlyCount"},
                                 drop = {.strip = 7, .drop_tags = "?hiteElo,ECO,FEN,Event"};
    assert_string_equal(rewritten(*state, annotated, elo),
                        "[WhiteElo \"1\"]\n[BlackElo \"2\"]\n" KEPT_TAGS
                        "[PlyCount \"77\"]\n\n1. e4 Ke7 2. Ke2 1-0\n\n");
    assert_string_equal(rewritten(*state, annotated, drop),
                        "[BlackElo \"2\"]\n" KEPT_TAGS
                        "[PlyCount \"77\"]\n\n1. e4 Ke7 2. Ke2 1-0\n\n");
    assert_non_null(strstr(output_of(*state), "[Event \"?\"]"));
}

static void plies_are_limited_and_counted(void **state)
{
    const struct convert_options two = {
        .strip = STRIP_COMMENTS, .keep_tags = "", .plies = 2, .add_ply_count = true};
    const struct convert_options count = {
        .strip = 7, .keep_tags = "PlyCount", .add_ply_count = true};
    assert_string_equal(rewritten(*state, annotated, two), KEPT_TAGS
                        "[PlyCount \"2\"]\n\n1. e4 $1 (1. e3 Ke7 (1... Kd7)) 1... Ke7 1-0\n\n");
    assert_string_equal(rewritten(*state, annotated, count),
                        KEPT_TAGS "[PlyCount \"3\"]\n\n1. e4 Ke7 2. Ke2 1-0\n\n");
    assert_string_equal(rewritten(*state, "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n", two),
                        "[PlyCount \"2\"]\n\n1. e4 e5 1-0\n\n");
}

static void lines_have_the_width_asked_for(void **state)
{
    static const char game[] = "[Event \"E\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";
    assert_string_equal(rewritten(*state, game, (struct convert_options){.width = 12}),
                        "\n1. e4 e5 2.\nNf3 Nc6 *\n\n");
    assert_string_equal(rewritten(*state, game, (struct convert_options){.width = 1}),
                        "\n1.\ne4\ne5\n2.\nNf3\nNc6\n*\n\n");
    assert_string_equal(rewritten(*state, game, (struct convert_options){.width = 0}),
                        "\n1. e4 e5 2. Nf3 Nc6 *\n\n");
}

static void a_list_to_strip_is_parsed_or_refused(void **state)
{
    unsigned bits = 0;
    rk_fault fault;
    (void)state;
    assert_int_equal(convert_parse_strip("nags,comments", &bits, &fault), RK_OK);
    assert_int_equal(bits, STRIP_NAGS | STRIP_COMMENTS);
    assert_int_equal(convert_parse_strip("all", &bits, &fault), RK_OK);
    assert_int_equal(bits, STRIP_NAGS | STRIP_COMMENTS | STRIP_VARIATIONS);
    assert_int_equal(convert_parse_strip("nags,clocks", &bits, &fault), RK_BAD_SYNTAX);
    assert_int_equal(fault.offset, 5);
    assert_int_equal(convert_parse_strip("nags,", &bits, &fault), RK_BAD_SYNTAX);
    assert_int_equal(convert_parse_strip("", &bits, &fault), RK_BAD_SYNTAX);
}

static void long_algebraic_notation_names_both_squares(void **state)
{
    struct pgn_files *files = *state;
    const struct convert_options lan = {.format = CONVERT_LAN};
    pgn_files_add(files, "a.pgn",
                  "[SetUp \"1\"]\n[FEN \"r3k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n"
                  "1. bxa8=Q+ Ke7 2. O-O -- 3. Rfb1 1-0\n");
    assert_int_equal(convert_games(&files->options, &lan), RUN_OK);
    assert_string_equal(strstr(output_of(files), "moves "),
                        "moves b7xa8=Q+ Ke8-e7 O-O -- Rf1-b1 1-0\n");
}

static void a_position_is_written_after_a_number_of_plies(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn", "[Event \"A\"]\n\n1. e4 e5 *\n\n[Event \"B\"]\n\n*\n");
    assert_int_equal(convert_position_at(&files->options, 1), RUN_OK);
    assert_string_equal(output_of(files),
                        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n");
    assert_int_equal(convert_position_at(&files->options, 9), RUN_OK);
    assert_string_equal(output_of(files), "");
}

static void a_game_that_repeats_a_position_counts_once_in_a_book(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn",
                  "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 Nf6 1/2-1/2\n");
    const struct opening_book_options book = {.plies = 30, .min_games = 1};
    const rk_position start = rk_position_start(RK_STANDARD);
    struct opening_book_counts counts;
    rk_book *built;
    rk_book_move moves[4];
    assert_int_equal(opening_book_build(&files->options, &book, &counts), RUN_OK);
    assert_int_equal(counts.entries, 5);
    assert_int_equal(rk_book_open(files->options.output_name, &built, NULL), RK_OK);
    assert_int_equal(rk_book_moves(built, &start, moves, 4), 1);
    assert_int_equal(moves[0].weight, 1);
    rk_book_close(built);
    const struct opening_book_options twice = {.plies = 30, .min_games = 2};
    assert_int_equal(opening_book_build(&files->options, &twice, &counts), RUN_NOTHING_FOUND);
}

static void a_book_has_the_moves_played_in_enough_games(void **state)
{
    struct pgn_files *files = *state;
    const struct opening_book_options book = {.plies = 2, .min_games = 2};
    struct opening_book_counts counts;
    pgn_files_add(files, "a.pgn", pgn_five_games);
    assert_int_equal(opening_book_build(&files->options, &book, &counts), RUN_OK);
    assert_int_equal(counts.games, 5);
    assert_int_equal(counts.entries, 1);
}

// ---- all operations --------------------------------------------------------------------------

static void errors_of_games_are_reported_and_the_output_is_kept(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn", "[Event \"A\"]\n\n1. e4 Ke4 *\n");
    const struct convert_options convert = {.format = CONVERT_SAN};
    assert_int_equal(convert_games(&files->options, &convert), RUN_GAME_ERRORS);
    assert_string_equal(output_of(files), "e4 *\n");
    assert_memory_equal(pgn_files_errors(files), "a.pgn:3: game 1: Ke4: ", 22);
}

static void a_missing_file_fails_the_run_and_leaves_no_output(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "a.pgn", pgn_five_games);
    pgn_files_add(files, "b.pgn", "");
    assert_false(remove(files->paths[1]));
    assert_int_equal(copy_all(&files->options), RUN_FAILED);
    assert_true(access(files->output, F_OK));
    assert_string_equal(pgn_files_errors(files), "b.pgn: No such file or directory\n");
}

static void the_output_may_not_be_an_input(void **state)
{
    struct pgn_files *files = *state;
    pgn_files_add(files, "out", pgn_five_games);
    assert_int_equal(check_games(&files->options), RUN_OUTPUT_IS_INPUT);
    assert_int_equal(copy_all(&files->options), RUN_OUTPUT_IS_INPUT);
    assert_string_equal(output_of(files), pgn_five_games);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, pgn_files_set_up, pgn_files_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(check_counts_games_and_moves),
        TEST(check_writes_errors_and_stray_text),
        TEST(check_reports_a_result_that_contradicts_the_board),
        TEST(check_accepts_results_that_agree_with_the_board),
        TEST(check_warns_about_what_costs_no_game),
        TEST(a_file_with_text_but_no_game_is_an_error),
        TEST(stats_count_results_and_names),
        TEST(a_result_tag_counts_in_any_spelling),
        TEST(stats_of_nothing_are_zeros),
        TEST(stats_as_json_have_every_number),
        TEST(names_in_json_are_valid_whatever_the_file_has),
        TEST(openings_are_counted_from_one_starting_position),
        TEST(merged_files_are_the_games_with_blank_lines_between),
        TEST(a_selection_stops_at_its_maximum),
        TEST(duplicates_are_dropped),
        TEST(players_are_compared_unless_only_moves_count),
        TEST(games_with_errors_are_never_duplicates),
        TEST(games_of_another_file_are_duplicates),
        TEST(duplicates_can_be_written_instead_of_the_others),
        TEST(a_file_to_compare_with_is_not_overwritten_and_must_exist),
        TEST(split_files_hold_the_number_of_games),
        TEST(a_split_file_that_is_an_input_is_refused),
        TEST(games_are_split_by_the_value_of_any_tag),
        TEST(games_without_a_tag_are_split_by_the_opening_of_their_moves),
        TEST(a_game_whose_tag_has_no_value_is_split_by_its_moves),
        TEST(values_with_the_same_prefix_share_a_file),
        TEST(no_split_file_appears_if_the_run_fails),
        TEST(games_are_converted_to_every_format),
        TEST(the_result_tag_and_the_end_of_the_moves_agree),
        TEST(a_game_of_tags_alone_has_the_result_of_its_tag),
        TEST(an_empty_variation_is_not_written),
        TEST(comments_variations_and_nags_are_stripped_alone_or_together),
        TEST(tags_are_kept_or_dropped_by_name_or_pattern),
        TEST(plies_are_limited_and_counted),
        TEST(lines_have_the_width_asked_for),
        TEST(a_list_to_strip_is_parsed_or_refused),
        TEST(long_algebraic_notation_names_both_squares),
        TEST(a_position_is_written_after_a_number_of_plies),
        TEST(a_game_that_repeats_a_position_counts_once_in_a_book),
        TEST(a_book_has_the_moves_played_in_enough_games),
        TEST(errors_of_games_are_reported_and_the_output_is_kept),
        TEST(a_missing_file_fails_the_run_and_leaves_no_output),
        TEST(the_output_may_not_be_an_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
