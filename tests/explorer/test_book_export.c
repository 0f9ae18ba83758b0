/* SPDX-License-Identifier: MIT */
/* Polyglot books made from a database. */
#include "explorer/book_export.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "rookery/book.h"
#include "rookery/fen.h"
#include "support/explorer_files.h"

static const char games[] = "1. e4 e5 2. Nf3 1-0\n\n[White \"A\"]\n\n1. e4 e5 2. Nf3 1/2-1/2\n\n"
                            "[White \"B\"]\n\n1. e4 c5 0-1\n\n[White \"C\"]\n\n1. d4 d5 0-1\n\n"
                            "[White \"D\"]\n\n1. d4 d5 0-1\n\n[White \"E\"]\n\n1. c4 1-0\n";

static size_t export_and_list(struct pgn_files *files, const struct book_options *options,
                              rk_book_move moves[8])
{
    struct database database = explorer_build_from(files, games);
    const rk_position start = rk_position_start(RK_STANDARD);
    unsigned char *bytes = NULL;
    size_t size = 0;
    rk_book *book = NULL;
    assert_int_equal(book_export(&database, options, &bytes, &size), RK_OK);
    assert_int_equal(rk_book_from_bytes(bytes, size, &book, NULL), RK_OK);
    const size_t count = rk_book_moves(book, &start, moves, 8);
    rk_book_close(book);
    free(bytes);
    database_close(&database);
    return count;
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
        cmocka_unit_test_setup_teardown(a_database_of_a_variant_has_no_polyglot_book,
                                        pgn_files_set_up, pgn_files_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
