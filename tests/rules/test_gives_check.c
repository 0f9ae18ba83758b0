/* SPDX-License-Identifier: MIT */
/* Captures and checks, found before the move is played. */
#include <stdio.h>
#include <string.h>

#include "rookery/fen.h"
#include "support/board.h"

enum { LINE_MAX_SIZE = 512, TREE_DEPTH = 3, NODES_MAX = 60000 };

static bool checks(rk_position pos, const char *text)
{
    const rk_move played = move(&pos, text);
    assert_true(rk_moves_legal(&pos, played));
    return rk_move_gives_check(&pos, played);
}

static bool captures(rk_position pos, const char *text)
{
    const rk_move played = move(&pos, text);
    assert_true(rk_moves_legal(&pos, played));
    return rk_move_is_capture(&pos, played);
}

// ---- captures --------------------------------------------------------------------------------

static void a_move_to_an_occupied_square_is_a_capture(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    assert_true(captures(pos, "e4d5"));
    assert_false(captures(pos, "e4e5"));
    assert_true(captures(position("3nk3/2P5/8/8/8/8/8/4K3 w - - 0 1"), "c7d8q"));
}

static void en_passant_is_a_capture(void **state)
{
    (void)state;
    assert_true(captures(position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "e5d6"));
}

static void castling_and_drops_are_not_captures(void **state)
{
    (void)state;
    assert_false(captures(position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "e1h1"));
    assert_false(captures(position_of(RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"), "Q@d5"));
}

static void a_null_move_neither_captures_nor_checks(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/8/8/4K3/r6R w - - 0 1");
    assert_false(rk_move_is_capture(&pos, RK_NO_MOVE));
    assert_false(rk_move_gives_check(&pos, RK_NO_MOVE));
}

// ---- checks ----------------------------------------------------------------------------------

static void every_kind_of_piece_gives_check(void **state)
{
    (void)state;
    assert_true(checks(position("4k3/8/3P4/8/8/8/8/4K3 w - - 0 1"), "d6d7"));
    assert_true(checks(position("4k3/8/8/5N2/8/8/8/4K3 w - - 0 1"), "f5g7"));
    assert_true(checks(position("4k3/8/8/8/8/8/8/3BK3 w - - 0 1"), "d1a4"));
    assert_true(checks(position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), "a1a8"));
    assert_true(checks(position("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), "d1d7"));
    assert_false(checks(position("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), "d1d6"));
}

static void a_discovered_check_is_found(void **state)
{
    (void)state;
    const rk_position pos = position("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1");
    assert_true(checks(pos, "e4c3"));
    assert_true(checks(pos, "e4f6")); // a double check
    assert_false(checks(pos, "e1d1"));
    // The piece stays on the line.
    assert_false(checks(position("4k3/8/8/8/4P3/8/8/K3R3 w - - 0 1"), "e4e5"));
}

static void castling_gives_check_with_the_rook(void **state)
{
    (void)state;
    assert_true(checks(position("5k2/8/8/8/8/8/8/4K2R w K - 0 1"), "e1h1"));
    assert_false(checks(position("6k1/8/8/8/8/8/8/4K2R w K - 0 1"), "e1h1"));
}

static void castling_gives_check_along_the_rank_that_the_king_left(void **state)
{
    (void)state;
    // The king on e1 shielded the other one until now.
    assert_true(checks(position("8/8/8/8/8/8/8/R3K1k1 w Q - 0 1"), "e1a1"));
}

static void en_passant_uncovers_checks_along_both_pawns(void **state)
{
    (void)state;
    assert_true(checks(position("8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1"), "e5d6"));
    // The captured pawn was on the diagonal of the bishop.
    assert_true(checks(position("8/1k6/8/3pP3/8/5B2/8/4K3 w - d6 0 1"), "e5d6"));
}

static void a_promotion_gives_check_with_the_new_piece(void **state)
{
    (void)state;
    const rk_position pos = position("7k/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert_true(checks(pos, "a7a8q"));
    assert_true(checks(pos, "a7a8r"));
    assert_false(checks(pos, "a7a8b"));
    assert_false(checks(pos, "a7a8n"));
    // Through the square that the pawn leaves.
    assert_true(checks(position("8/P7/8/8/k7/8/8/4K3 w - - 0 1"), "a7a8q"));
}

static void a_drop_gives_check(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[QNP] w - - 0 1");
    assert_true(checks(pos, "Q@e5"));
    assert_true(checks(pos, "N@f6"));
    assert_true(checks(pos, "P@d7"));
    assert_false(checks(pos, "P@e7"));
}

static void an_explosion_uncovers_checks_but_a_captor_gives_none(void **state)
{
    (void)state;
    // The captor and everything around d5 explode, also the pieces that blocked the rook.
    assert_true(checks(position_of(RK_ATOMIC, "3k4/8/8/3p4/8/1B6/8/3RK3 w - - 0 1"), "b3d5"));
    assert_false(checks(position_of(RK_ATOMIC, "3k4/8/8/8/3p4/8/8/3QK3 w - - 0 1"), "d1d4"));
}

static void kings_that_touch_are_not_in_check_in_atomic(void **state)
{
    (void)state;
    const rk_position pos = position_of(RK_ATOMIC, "8/8/8/3kK3/8/8/8/Q7 w - - 0 1");
    assert_false(checks(pos, "a1d1"));
    // The king steps away, and the queen attacks at once.
    assert_true(checks(position_of(RK_ATOMIC, "8/8/8/3kK3/8/8/8/3Q4 w - - 0 1"), "e5f5"));
}

static void there_is_no_check_without_a_royal_king(void **state)
{
    (void)state;
    assert_false(checks(position_of(RK_ANTICHESS, "4k3/8/8/8/8/8/8/R7 w - - 0 1"), "a1e1"));
    assert_false(checks(position_of(RK_HORDE, "4k3/8/8/8/8/8/P7/7r b - - 0 1"), "h1a1"));
    assert_true(checks(position_of(RK_HORDE, "4k3/8/8/8/8/8/8/R7 w - - 0 1"), "a1a8"));
}

static void an_amazon_gives_check_as_a_knight(void **state)
{
    (void)state;
    assert_true(checks(position_of(RK_AMAZON_CHESS, "4k3/8/8/8/8/2A5/8/4K3 w - - 0 1"), "c3f6"));
}

// ---- every move of the perft trees -----------------------------------------------------------

struct walk {
    size_t nodes, checks, captures;
};

/* The pieces on the board less those in the pockets: fewer only after a capture. */
static int count_pieces(const rk_position *pos)
{
    int pieces = __builtin_popcountll(pos->by[RK_WHITE] | pos->by[RK_BLACK]);
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        pieces -= pos->pocket[RK_WHITE][kind] + pos->pocket[RK_BLACK][kind];
    return pieces;
}

static void compare_with_playing(const rk_position *pos, rk_move played, const rk_position *after)
{
    const bool captured = count_pieces(after) < count_pieces(pos);
    if (rk_move_gives_check(pos, played) == rk_position_in_check(after) &&
        rk_move_is_capture(pos, played) == captured)
        return;
    char fen[RK_FEN_MAX];
    rk_fen_write(pos, RK_FEN_SHREDDER, fen);
    fail_msg("%s %s: move %u-%u (%u)", rk_variant_name((rk_variant)pos->variant), fen,
             rk_move_from(played), rk_move_to(played), rk_move_type(played));
}

static void walk_tree(const rk_position *pos, int depth, struct walk *walk)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    for (size_t i = 0; i < count && walk->nodes < NODES_MAX; i++) {
        rk_position after = *pos;
        rk_undo undo;
        rk_position_apply(&after, moves[i], &undo);
        compare_with_playing(pos, moves[i], &after);
        walk->nodes++;
        walk->checks += rk_move_gives_check(pos, moves[i]);
        walk->captures += rk_move_is_capture(pos, moves[i]);
        if (depth > 1)
            walk_tree(&after, depth - 1, walk);
    }
}

static void walk_file(rk_variant variant, struct walk *total)
{
    char path[LINE_MAX_SIZE], line[LINE_MAX_SIZE];
    (void)snprintf(path, sizeof path, "tests/data/perft/%s.epd", rk_variant_name(variant));
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s is missing: run this from the root of the repository", path);
    while (fgets(line, sizeof line, file)) {
        const size_t size = strcspn(line, ";\n");
        struct walk walk = {0};
        if (!size || *line == '#')
            continue;
        line[size] = '\0';
        const rk_position pos = position_of(variant, line);
        walk_tree(&pos, TREE_DEPTH, &walk);
        total->nodes += walk.nodes;
        total->checks += walk.checks;
        total->captures += walk.captures;
    }
    (void)fclose(file);
}

static void captures_and_checks_of_perft_trees_match_playing_the_moves(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        struct walk total = {0};
        walk_file((rk_variant)variant, &total);
        print_message("%s: %zu moves, %zu checks, %zu captures\n",
                      rk_variant_name((rk_variant)variant), total.nodes, total.checks,
                      total.captures);
        const bool has_checks = variant != RK_ANTICHESS && variant != RK_RACING_KINGS;
        assert_true(total.captures > 0 && (total.checks > 0) == has_checks);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_move_to_an_occupied_square_is_a_capture),
    cmocka_unit_test(en_passant_is_a_capture),
    cmocka_unit_test(castling_and_drops_are_not_captures),
    cmocka_unit_test(a_null_move_neither_captures_nor_checks),
    cmocka_unit_test(every_kind_of_piece_gives_check),
    cmocka_unit_test(a_discovered_check_is_found),
    cmocka_unit_test(castling_gives_check_with_the_rook),
    cmocka_unit_test(castling_gives_check_along_the_rank_that_the_king_left),
    cmocka_unit_test(en_passant_uncovers_checks_along_both_pawns),
    cmocka_unit_test(a_promotion_gives_check_with_the_new_piece),
    cmocka_unit_test(a_drop_gives_check),
    cmocka_unit_test(an_explosion_uncovers_checks_but_a_captor_gives_none),
    cmocka_unit_test(kings_that_touch_are_not_in_check_in_atomic),
    cmocka_unit_test(there_is_no_check_without_a_royal_king),
    cmocka_unit_test(an_amazon_gives_check_as_a_knight),
    cmocka_unit_test(captures_and_checks_of_perft_trees_match_playing_the_moves),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
