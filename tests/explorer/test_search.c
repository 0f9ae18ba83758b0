/* SPDX-License-Identifier: MIT */
/* Searching games: what a search finds is what a filter of the PGN file finds. */
#include "explorer/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "explorer/game_export.h"
#include "explorer/query.h"
#include "pgntools/copy.h"
#include "rookery/fen.h"
#include "support/explorer_files.h"
#include "support/opening_games.h"

static size_t count_found(const struct database *database, const struct filter *filter,
                          const char *opponent)
{
    struct buffer found = {.bytes = NULL};
    const struct search_options options = {.filter = filter, .opponent = opponent, .threads = 3};
    assert_true(search_games(database, &options, &found));
    const uint32_t *numbers = (const void *)found.bytes;
    const size_t count = found.size / sizeof *numbers;
    for (size_t i = 1; i < count; i++)
        assert_true(numbers[i - 1] < numbers[i]);
    buffer_fini(&found);
    return count;
}

/* The number of games that `rookery pgn filter` finds in the file. */
static size_t count_filtered(struct pgn_files *files, const struct filter *filter)
{
    struct copy_selection selection = {.filter = *filter, .count_only = true, .max = ~0UL};
    char path[PGN_PATH_SIZE];
    struct run_options options = files->options;
    snprintf(path, sizeof path, "%s/count", files->folder.path);
    options.output_name = path;
    assert_int_equal(copy_selected(&options, &selection), RUN_OK);
    struct buffer text = explorer_read_file(path);
    const size_t count = (size_t)atoi(buffer_cstr(&text));
    buffer_fini(&text);
    return count;
}

static void searches_find_what_filters_of_files_find(void **state)
{
    static const struct {
        enum filter_condition condition;
        const char *text;
    } rows[] = {
        {FILTER_PLAYER, "d\xc3\x9cRR"},
        {FILTER_WHITE, "an"},
        {FILTER_BLACK, "\"hope\""},
        {FILTER_ELO, "1800-2300"},
        {FILTER_ANY_ELO, "2700"},
        {FILTER_DATE, "2000.05..2003"},
        {FILTER_RESULT, "1/2-1/2"},
        {FILTER_RESULT, "*"},
        {FILTER_PATTERN, "Nc3 nf6 pe5"},
        {FILTER_PATTERN, "Nh3"},
        {FILTER_PATTERN, "Pe2 pe5 ng6"},
        {FILTER_PATTERN, "Pa2 ph7 Bc4 bc5"},
        {FILTER_MATERIAL, "QvRR"},
        {FILTER_MATERIAL, "QRRBBNNvQRRBBN"},
        {FILTER_MATERIAL, "KQRRBBNPPPPPPPPvKQRRBBNNPPPPPPPP"},
        {FILTER_MOVES, "e4"},
    };
    struct pgn_files *files = *state;
    struct buffer pgn = {.bytes = NULL};
    opening_games_write(&pgn, 1000, 11);
    struct database database = explorer_build_from(files, buffer_cstr(&pgn));
    size_t all = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct filter filter;
        filter_init(&filter);
        assert_int_equal(filter_parse(&filter, rows[i].condition, rows[i].text, NULL), RK_OK);
        const size_t found = count_found(&database, &filter, NULL);
        assert_int_equal(found, count_filtered(files, &filter));
        all += found;
    }
    assert_true(all > 1000);
    database_close(&database);
    buffer_fini(&pgn);
}

static const char five_games[] =
    "[White \"Ann\"][Black \"Bob\"][Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O "
    "1-0\n\n"
    "[White \"Bob\"][Black \"Ann\"][Result \"1-0\"]\n\n1. e4 d5 2. e5 f5 3. exf6 Kf7 4. fxg7 Kg6 "
    "5. gxh8=N+ 1-0\n\n"
    "[White \"Ann\"][Black \"Cem\"][Result \"0-1\"]\n\n1. d4 d5 0-1\n\n"
    "[White \"Eve\"][Black \"Dan\"][SetUp \"1\"][FEN \"4k3/8/8/8/8/8/R3P3/4K3 w - - 0 1\"]"
    "[Result \"1-0\"]\n\n1. Ra8+ Kd7 2. e4 1-0\n\n"
    "[White \"Eve\"][Black \"Dan\"][Variant \"Chess960\"][SetUp \"1\"]"
    "[FEN \"bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1\"]"
    "[Result \"1-0\"]\n\n1. Nf3 Nf6 2. O-O 1-0\n";

static void special_moves_are_replayed(void **state)
{
    static const struct {
        enum filter_condition condition;
        const char *text;
        size_t games;
    } rows[] = {
        {FILTER_PATTERN, "Kg1 Rf1", 2}, // castling, also in Chess960
        {FILTER_PATTERN, "Nh8", 1},     // a promotion
        {FILTER_MATERIAL, "KRPvK", 1},  // from another start
        {FILTER_PATTERN, "Pf6 pd5", 1}, // en passant
        {FILTER_MATERIAL, "QRRBBNNNPPPPPPPvQRBBNNPPPPPP", 1},
    };
    struct database database = explorer_build_from(*state, five_games);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct filter filter;
        filter_init(&filter);
        assert_int_equal(filter_parse(&filter, rows[i].condition, rows[i].text, NULL), RK_OK);
        assert_int_equal(count_found(&database, &filter, NULL), rows[i].games);
        assert_int_equal(count_filtered(*state, &filter), rows[i].games);
    }
    database_close(&database);
}

static void a_position_may_have_pawns_that_move_before_a_pattern_is_reached(void **state)
{
    static const char fen[] = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    static struct filter filter;
    struct database database = explorer_build_from(*state, five_games);
    rk_position pos;
    filter_init(&filter);
    assert_int_equal(rk_fen_parse(fen, strlen(fen), RK_STANDARD, RK_FEN_PLAIN, &pos, NULL), RK_OK);
    filter_set_position(&filter, &pos);
    assert_int_equal(count_found(&database, &filter, NULL), 2);
    assert_int_equal(count_filtered(*state, &filter), 2);
    assert_int_equal(filter_parse(&filter, FILTER_PATTERN, "Pe5 pf5", NULL), RK_OK);
    assert_int_equal(count_found(&database, &filter, NULL), 1);
    assert_int_equal(count_filtered(*state, &filter), 1);
    database_close(&database);
}

static void a_position_may_have_pieces_that_are_captured_before_a_pattern_is_reached(void **state)
{
    static const struct {
        enum filter_condition condition;
        const char *text;
    } rows[] = {{FILTER_PATTERN, "Nh8"}, {FILTER_MATERIAL, "QRRBBNNNPPPPPPPvQRBBNNPPPPPP"}};
    struct database database = explorer_build_from(*state, five_games);
    const rk_position start = rk_position_start(RK_STANDARD);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct filter filter;
        filter_init(&filter);
        filter_set_position(&filter, &start);
        assert_int_equal(filter_parse(&filter, rows[i].condition, rows[i].text, NULL), RK_OK);
        assert_int_equal(count_found(&database, &filter, NULL), 1);
        assert_int_equal(count_filtered(*state, &filter), 1);
    }
    database_close(&database);
}

static void a_player_and_an_opponent_play_each_other(void **state)
{
    static struct filter filter;
    struct database database = explorer_build_from(*state, five_games);
    filter_init(&filter);
    filter.player = "ann";
    assert_int_equal(count_found(&database, &filter, NULL), 3);
    assert_int_equal(count_found(&database, &filter, "bob"), 2);
    assert_int_equal(count_found(&database, &filter, "ann"), 0);
    database_close(&database);
}

static void a_position_of_a_single_game_is_found_in_it(void **state)
{
    static const char fen[] = "rnbqkb1r/pppp1ppp/5n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    static struct statistics found;
    rk_position pos;
    struct database database = explorer_build_from(*state, five_games);
    assert_int_equal(rk_fen_parse(fen, strlen(fen), RK_STANDARD, RK_FEN_PLAIN, &pos, NULL), RK_OK);
    assert_false(query_position(&database, &pos, NULL, &found));
    assert_int_equal(found.results.white, 0);
    assert_true(query_all_games(&database, &pos, NULL, 1, &found));
    assert_int_equal(found.results.white, 1);
    assert_int_equal(found.move_count, 1);
    assert_int_equal(found.moves[0].results.white, 1);
    database_close(&database);
}

static void games_are_exported_as_they_were(void **state)
{
    struct buffer out = {.bytes = NULL}, again = {.bytes = NULL};
    struct pgn_files *files = *state;
    struct database database = explorer_build_from(files, five_games);
    for (uint32_t i = 0; i < database.header.game_count; i++)
        game_export_pgn(&database, i, &out);
    database_close(&database);
    pgn_files_add(files, "again.pgn", buffer_cstr(&out));
    struct build_options options = explorer_options(files);
    options.run.files++; // only the exported games
    options.run.file_count--;
    database = explorer_build(&options);
    for (uint32_t i = 0; i < database.header.game_count; i++)
        game_export_pgn(&database, i, &again);
    assert_string_equal(buffer_cstr(&out), buffer_cstr(&again));
    assert_non_null(strstr(out.bytes, "5. gxh8=N+ 1-0\n"));
    assert_non_null(strstr(out.bytes, "[FEN \"4k3/8/8/8/8/8/R3P3/4K3 w - - 0 1\"]\n"));
    database_close(&database);
    buffer_fini(&out);
    buffer_fini(&again);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, pgn_files_set_up, pgn_files_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(searches_find_what_filters_of_files_find),
        TEST(special_moves_are_replayed),
        TEST(a_position_may_have_pawns_that_move_before_a_pattern_is_reached),
        TEST(a_position_may_have_pieces_that_are_captured_before_a_pattern_is_reached),
        TEST(a_player_and_an_opponent_play_each_other),
        TEST(a_position_of_a_single_game_is_found_in_it),
        TEST(games_are_exported_as_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
