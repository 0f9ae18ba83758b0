/* SPDX-License-Identifier: MIT */
/* Polyglot books made from a database. */
#include "explorer/book_export.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rookery/book.h"
#include "rookery/fen.h"
#include "support/explorer_files.h"
#include "support/opening_games.h"

static const char games[] = "1. e4 e5 2. Nf3 1-0\n\n[White \"A\"]\n\n1. e4 e5 2. Nf3 1/2-1/2\n\n"
                            "[White \"B\"]\n\n1. e4 c5 0-1\n\n[White \"C\"]\n\n1. d4 d5 0-1\n\n"
                            "[White \"D\"]\n\n1. d4 d5 0-1\n\n[White \"E\"]\n\n1. c4 1-0\n";

/* The moves of a position, named by its FEN, in a book made from games. */
static size_t list_book_moves(struct pgn_files *files, const char *pgn,
                              const struct book_options *options, const char *fen,
                              rk_book_move moves[8])
{
    struct database database = explorer_build_from(files, pgn);
    rk_position pos;
    unsigned char *bytes = NULL;
    size_t size = 0;
    rk_book *book = NULL;
    assert_int_equal(rk_fen_parse(fen, strlen(fen), RK_STANDARD, RK_FEN_PLAIN, &pos, NULL), RK_OK);
    assert_int_equal(book_export(&database, options, &bytes, &size), RK_OK);
    assert_int_equal(rk_book_from_bytes(bytes, size, &book, NULL), RK_OK);
    const size_t count = rk_book_moves(book, &pos, moves, 8);
    rk_book_close(book);
    free(bytes);
    database_close(&database);
    return count;
}

static size_t export_and_list(struct pgn_files *files, const struct book_options *options,
                              rk_book_move moves[8])
{
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    return list_book_moves(files, games, options, start, moves);
}

static void moves_weigh_their_points(void **state)
{
    rk_book_move moves[8];
    const struct book_options options = {.min_games = 1, .ply_limit = 10};
    assert_int_equal(export_and_list(*state, &options, moves), 2);
    assert_int_equal(rk_move_to(moves[0].move), rk_square_at(4, 3)); // e4: a win and a draw
    assert_int_equal(moves[0].weight, 3);
    assert_int_equal(rk_move_to(moves[1].move), rk_square_at(2, 3)); // c4: a win
    assert_int_equal(moves[1].weight, 2);
}

static void rare_and_bad_moves_are_left_out(void **state)
{
    rk_book_move moves[8];
    struct book_options options = {.min_games = 2, .ply_limit = 10};
    assert_int_equal(export_and_list(*state, &options, moves), 1);
    options = (struct book_options){.min_games = 1, .min_score = 0.6, .ply_limit = 10};
    assert_int_equal(export_and_list(*state, &options, moves), 1);
    assert_int_equal(rk_move_to(moves[0].move), rk_square_at(2, 3));
}

static void a_position_that_only_rare_moves_reach_is_in_the_book(void **state)
{
    static const char orders[] =
        "1. d4 Nf6 2. c4 e6 3. Nf3 1-0\n\n1. c4 e6 2. d4 Nf6 3. Nf3 1-0\n\n"
        "1. d4 e6 2. c4 Nf6 3. Nf3 1/2-1/2\n\n1. c4 Nf6 2. d4 e6 3. Nc3 1-0\n";
    static const char fen[] = "rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3";
    rk_book_move moves[8];
    struct book_options options = {.min_games = 3, .ply_limit = 10};
    assert_int_equal(list_book_moves(*state, orders, &options, fen, moves), 1);
    assert_int_equal(rk_move_to(moves[0].move), rk_square_at(5, 2));
    assert_int_equal(moves[0].weight, 5);
    options.ply_limit = 4;
    assert_int_equal(list_book_moves(*state, orders, &options, fen, moves), 0);
}

static void a_single_game_is_in_the_book_if_one_is_enough(void **state)
{
    static const char fen[] = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    static const char pgn[] = "1. e4 c5 2. c3 d5 1-0\n";
    rk_book_move moves[8];
    const struct book_options options = {.min_games = 1, .ply_limit = 10};
    assert_int_equal(list_book_moves(*state, pgn, &options, fen, moves), 1);
    assert_int_equal(moves[0].weight, 2);
}

static void a_repeated_position_of_a_single_game_counts_once(void **state)
{
    static const char fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const char pgn[] = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 1-0\n";
    rk_book_move moves[8];
    const struct book_options options = {.min_games = 1, .ply_limit = 10};
    assert_int_equal(list_book_moves(*state, pgn, &options, fen, moves), 1);
    assert_int_equal(moves[0].weight, 2);
}

static void games_from_another_start_add_no_positions(void **state)
{
    static const char fen[] = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    static const char pgn[] = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n"
                              "1. e4 1-0\n\n[SetUp \"1\"]\n[White \"B\"]\n"
                              "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n";
    rk_book_move moves[8];
    for (uint64_t min = 1; min <= 2; min++) {
        const struct book_options options = {.min_games = min, .ply_limit = 10};
        assert_int_equal(list_book_moves(*state, pgn, &options, fen, moves), 0);
    }
}

// ---- brute force -----------------------------------------------------------------------------

enum { BOOK_PLIES = 12 };

/* Counts the moves of games, the first time that a game has a position. */
struct book_count {
    rk_book_maker *maker;
    rk_position positions[BOOK_PLIES];
    rk_move moves[BOOK_PLIES];
    unsigned ply;
};

static rk_pgn_next begin_counted_game(void *data, rk_pgn_place place)
{
    struct book_count *count = data;
    (void)place;
    count->ply = 0;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next note_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct book_count *count = data;
    (void)san;
    if (count->ply < BOOK_PLIES) {
        count->positions[count->ply] = *before;
        count->moves[count->ply++] = move;
    }
    return RK_PGN_CONTINUE;
}

static bool is_repeated(const struct book_count *count, unsigned ply)
{
    for (unsigned i = 0; i < ply; i++)
        if (count->positions[i].key == count->positions[ply].key)
            return true;
    return false;
}

static rk_pgn_next count_moves(void *data, const rk_position *last, rk_pgn_text result)
{
    struct book_count *count = data;
    (void)last;
    for (unsigned i = 0; i < count->ply && result.size >= 3; i++) {
        const uint8_t winner = result.at[0] == '1' ? RK_WHITE : RK_BLACK;
        const unsigned points = result.size == 7 ? 1 : winner == count->positions[i].turn ? 2 : 0;
        if (!is_repeated(count, i))
            assert_int_equal(
                rk_book_maker_add(count->maker, &count->positions[i], count->moves[i], points),
                RK_OK);
    }
    return RK_PGN_CONTINUE;
}

static void compare_books(const struct database *database, rk_book_maker *maker, unsigned min_games)
{
    const struct book_options options = {.min_games = min_games, .ply_limit = BOOK_PLIES};
    unsigned char *bytes = NULL, *expected = NULL;
    size_t size = 0, expected_size = 0;
    assert_int_equal(book_export(database, &options, &bytes, &size), RK_OK);
    assert_int_equal(rk_book_maker_write(maker, min_games, &expected, &expected_size), RK_OK);
    assert_int_equal(size, expected_size);
    assert_memory_equal(bytes, expected, size);
    free(bytes);
    free(expected);
}

static void a_book_has_all_moves_that_a_count_by_brute_force_finds(void **state)
{
    struct buffer pgn = {.bytes = NULL};
    struct book_count count = {.ply = 0};
    const rk_pgn_visitor visitor = {.data = &count,
                                    .begin_game = begin_counted_game,
                                    .move = note_move,
                                    .end_game = count_moves};
    opening_games_write(&pgn, 2000, 5);
    buffer_put(&pgn, '\0');
    assert_int_equal(rk_book_maker_create(&count.maker), RK_OK);
    rk_pgn_read_text(pgn.bytes, pgn.size - 1, (rk_pgn_place){0}, &visitor);
    struct database database = explorer_build_from(*state, pgn.bytes);
    for (unsigned min_games = 1; min_games < 20; min_games = 2 * min_games + 1)
        compare_books(&database, count.maker, min_games);
    database_close(&database);
    rk_book_maker_destroy(count.maker);
    buffer_fini(&pgn);
}

static void a_database_of_a_variant_has_no_polyglot_book(void **state)
{
    struct pgn_files *files = *state;
    unsigned char *bytes = NULL;
    size_t size;
    pgn_files_add(files, "a.pgn", "[Variant \"Atomic\"]\n\n1. e4 1-0\n");
    struct build_options build = explorer_options(files);
    build.variant = RK_ATOMIC;
    struct database database = explorer_build(&build);
    const struct book_options options = {.min_games = 1, .ply_limit = 10};
    assert_int_equal(book_export(&database, &options, &bytes, &size), RK_AGAINST_VARIANT);
    database_close(&database);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(moves_weigh_their_points, pgn_files_set_up,
                                        pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(rare_and_bad_moves_are_left_out, pgn_files_set_up,
                                        pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(a_position_that_only_rare_moves_reach_is_in_the_book,
                                        pgn_files_set_up, pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(a_single_game_is_in_the_book_if_one_is_enough,
                                        pgn_files_set_up, pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(a_repeated_position_of_a_single_game_counts_once,
                                        pgn_files_set_up, pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(games_from_another_start_add_no_positions, pgn_files_set_up,
                                        pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(a_book_has_all_moves_that_a_count_by_brute_force_finds,
                                        pgn_files_set_up, pgn_files_tear_down),
        cmocka_unit_test_setup_teardown(a_database_of_a_variant_has_no_polyglot_book,
                                        pgn_files_set_up, pgn_files_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
