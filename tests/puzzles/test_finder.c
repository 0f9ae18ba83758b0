/* SPDX-License-Identifier: MIT */
/* Puzzles in known games, and positions that look like puzzles but are not. */
#include "puzzles/finder.h"

#include <string.h>

#include "puzzles/themes.h"
#include "rookery/pgn_game.h"
#include "rookery/san.h"
#include "support/board.h"

enum { NODES = 10000, PUZZLES_MAX = 8 };

struct found {
    struct puzzle puzzles[PUZZLES_MAX];
    size_t count;
};

static void keep_puzzle(void *context, const struct puzzle *puzzle)
{
    struct found *found = context;
    assert_true(found->count < PUZZLES_MAX);
    found->puzzles[found->count++] = *puzzle;
}

static int64_t no_time(void *context)
{
    (void)context;
    return 0;
}

static struct found search(const char *pgn)
{
    const struct finder_options options = {.nodes = NODES, .now = no_time};
    struct found found = {.count = 0};
    struct finder *finder;
    rk_pgn_game *game;
    assert_int_equal(rk_pgn_game_parse(pgn, strlen(pgn), &game, NULL), RK_OK);
    assert_int_equal(finder_create(&options, &finder), RK_OK);
    assert_int_equal(finder_search_game(finder, rk_pgn_game_tree(game), keep_puzzle, &found),
                     RK_OK);
    finder_destroy(finder);
    rk_pgn_game_destroy(game);
    return found;
}

static const char *san_of(const struct puzzle *puzzle, size_t i, char out[RK_SAN_MAX])
{
    rk_san_write(&puzzle->positions[i], puzzle->moves[i], out);
    return out;
}

static void the_fools_mate_is_a_mate_in_one(void **state)
{
    (void)state;
    char san[RK_SAN_MAX];
    const struct found found = search("1. f3 e5 2. g4 Qh4# 0-1");
    assert_int_equal(found.count, 1);
    assert_string_equal(san_of(&found.puzzles[0], 0, san), "Qh4#");
    assert_int_equal(found.puzzles[0].game_ply, 3);
    assert_int_equal(found.puzzles[0].move_count, 1);
    assert_true(found.puzzles[0].themes >> THEME_MATE & 1);
}

static void legals_mate_is_a_mate_in_two(void **state)
{
    (void)state;
    char san[RK_SAN_MAX];
    const struct found found =
        search("1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0");
    assert_int_equal(found.count, 1);
    const struct puzzle *puzzle = &found.puzzles[0];
    assert_int_equal(puzzle->move_count, 3);
    assert_string_equal(san_of(puzzle, 0, san), "Bxf7+");
    assert_string_equal(san_of(puzzle, 2, san), "Nd5#");
    assert_true(puzzle_is_mate(puzzle));
    assert_true(puzzle->rating > 600);
}

static void a_forced_move_is_no_error(void **state)
{
    (void)state;
    // Black's only move leads into a mate that the position before already had.
    const struct found found =
        search("[SetUp \"1\"]\n[FEN \"rnbQkb1r/pp3ppp/2p5/4q3/4n3/8/PPPB1PPP/"
               "2KR1BNR b kq - 1 9\"]\n\n9... Kxd8 10. Bg5+ Kc7 11. Bd8# 1-0");
    assert_int_equal(found.count, 0);
}

static void a_recapture_is_no_puzzle(void **state)
{
    (void)state;
    const struct found found = search("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *");
    assert_int_equal(found.count, 0);
}

static void a_game_of_a_variant_has_no_puzzles(void **state)
{
    (void)state;
    assert_int_equal(search("[Variant \"Antichess\"]\n\n1. e3 e5 *").count, 0);
}

static void the_same_game_gives_the_same_puzzles(void **state)
{
    (void)state;
    static const char pgn[] = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ *";
    const struct found one = search(pgn), two = search(pgn);
    assert_int_equal(one.count, two.count);
    assert_int_equal(one.puzzles[0].rating, two.puzzles[0].rating);
    assert_int_equal(one.puzzles[0].score, two.puzzles[0].score);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fools_mate_is_a_mate_in_one),
        cmocka_unit_test(legals_mate_is_a_mate_in_two),
        cmocka_unit_test(a_forced_move_is_no_error),
        cmocka_unit_test(a_recapture_is_no_puzzle),
        cmocka_unit_test(a_game_of_a_variant_has_no_puzzles),
        cmocka_unit_test(the_same_game_gives_the_same_puzzles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
