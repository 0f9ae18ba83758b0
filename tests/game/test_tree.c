/* SPDX-License-Identifier: MIT */
/* Variations: added, found again, promoted, deleted, annotated and walked. */
#include "rookery/tree.h"

#include <string.h>

#include "rookery/fen.h"
#include "rookery/san.h"
#include "support/board.h"

static rk_tree *new_tree(void)
{
    const rk_position start = rk_position_start(RK_STANDARD);
    rk_tree *tree = NULL;
    assert_int_equal(rk_tree_create(&start, &tree), RK_OK);
    return tree;
}

/* Adds a line of SAN moves behind a node; returns its last node. */
static rk_node add(rk_tree *tree, rk_node node, const char *moves)
{
    for (const char *at = moves; *at; at += strspn(at, " ")) {
        const size_t size = strcspn(at, " ");
        rk_move word = RK_NO_MOVE;
        assert_int_equal(rk_san_parse(rk_tree_position(tree, node), at, size, &word, NULL), RK_OK);
        assert_int_equal(rk_tree_add(tree, node, word, &node, NULL), RK_OK);
        at += size;
    }
    return node;
}

/* The whole tree in the order of the walk, a move as SAN, its depth before it. */
static void expect_walk(const rk_tree *tree, const char *expected)
{
    char said[400] = "";
    size_t nodes = 1;
    for (rk_node at = rk_tree_next(tree, RK_ROOT); at != RK_NO_NODE; at = rk_tree_next(tree, at)) {
        char san[RK_SAN_MAX];
        const rk_position *before = rk_tree_position(tree, rk_tree_parent(tree, at));
        rk_san_write(before, rk_tree_move(tree, at), san);
        const char depth[] = {(char)('0' + rk_tree_depth(tree, at)), '\0'};
        strcat(strcat(strcat(said, nodes++ > 1 ? " " : ""), depth), san);
    }
    assert_string_equal(said, expected);
    assert_int_equal(rk_tree_count(tree), nodes);
}

static void a_known_move_is_found_again(void **state)
{
    (void)state;
    rk_tree *tree = new_tree();
    const rk_node e5 = add(tree, RK_ROOT, "e4 e5");
    assert_int_equal(add(tree, RK_ROOT, "e4 e5"), e5);
    add(tree, RK_ROOT, "e4 c5 Nf3");
    add(tree, RK_ROOT, "d4");
    expect_walk(tree, "1e4 2e5 2c5 3Nf3 1d4");
    const rk_position pos = rk_position_start(RK_STANDARD);
    const rk_position expected = after(pos, "e2e4 e7e5");
    assert_memory_equal(rk_tree_position(tree, e5), &expected, sizeof expected);
    rk_tree_destroy(tree);
    rk_tree_destroy(NULL);
}

static void an_illegal_move_is_refused_in_words(void **state)
{
    (void)state;
    rk_tree *tree = new_tree();
    rk_node node = 777;
    rk_fault fault;
    const rk_move word = move(rk_tree_position(tree, RK_ROOT), "g1g3");
    assert_int_equal(rk_tree_add(tree, RK_ROOT, word, &node, &fault), RK_NOT_ITS_MOVE);
    assert_string_equal(fault.text, "the knight on g1 does not move to g3");
    assert_int_equal(node, 777);
    expect_walk(tree, "");
    rk_tree_destroy(tree);
    const rk_position empty = rk_position_empty(RK_STANDARD);
    assert_int_equal(rk_tree_create(&empty, &tree), RK_BAD_POSITION);
}

static void a_variation_is_promoted_by_one(void **state)
{
    (void)state;
    rk_tree *tree = new_tree();
    add(tree, RK_ROOT, "e4");
    add(tree, RK_ROOT, "d4");
    const rk_node c4 = add(tree, RK_ROOT, "c4");
    add(tree, RK_ROOT, "Nf3");
    rk_tree_promote(tree, c4);
    expect_walk(tree, "1e4 1c4 1d4 1Nf3");
    rk_tree_promote(tree, c4);
    expect_walk(tree, "1c4 1e4 1d4 1Nf3");
    rk_tree_promote(tree, c4);
    rk_tree_promote(tree, RK_ROOT);
    expect_walk(tree, "1c4 1e4 1d4 1Nf3");
    rk_tree_destroy(tree);
}

static void a_line_becomes_the_main_line(void **state)
{
    (void)state;
    rk_tree *tree = new_tree();
    add(tree, RK_ROOT, "e4 e5 Nf3");
    add(tree, RK_ROOT, "d4");
    const rk_node end = add(tree, RK_ROOT, "c4 e5 g3");
    add(tree, RK_ROOT, "c4 c5");
    const rk_node nc6 = add(tree, end, "Nc6");
    add(tree, RK_ROOT, "c4 e5 Nc3");
    rk_tree_promote_to_main(tree, nc6);
    expect_walk(tree, "1c4 2e5 3g3 4Nc6 3Nc3 2c5 1e4 2e5 3Nf3 1d4");
    rk_tree_destroy(tree);
}

static void a_deleted_subtree_makes_room(void **state)
{
    (void)state;
    rk_tree *tree = new_tree();
    const rk_node e4 = add(tree, RK_ROOT, "e4");
    add(tree, e4, "e5 Nf3 Nc6");
    add(tree, e4, "c5 Nf3");
    add(tree, e4, "c5 c3");
    const rk_node d4 = add(tree, RK_ROOT, "d4");
    assert_int_equal(rk_tree_set_comment(tree, e4, "best by test", 12), RK_OK);
    rk_tree_delete(tree, e4);
    expect_walk(tree, "1d4");
    assert_int_equal(rk_tree_child(tree, RK_ROOT), d4);
    add(tree, d4, "d5 c4 e6");
    add(tree, d4, "Nf6 c4 e6");
    expect_walk(tree, "1d4 2d5 3c4 4e6 2Nf6 3c4 4e6");
    for (rk_node at = RK_ROOT; at != RK_NO_NODE; at = rk_tree_next(tree, at)) {
        assert_string_equal(rk_tree_comment(tree, at), "");
        assert_true(at <= d4); // in the places of the deleted ones
    }
    rk_tree_destroy(tree);
}

static void comments_are_copies(void **state)
{
    (void)state;
    rk_tree *tree = new_tree();
    const rk_node e4 = add(tree, RK_ROOT, "e4");
    char words[] = "hello";
    assert_string_equal(rk_tree_comment(tree, e4), "");
    assert_int_equal(rk_tree_set_comment(tree, e4, words, 4), RK_OK);
    words[0] = 'x';
    assert_string_equal(rk_tree_comment(tree, e4), "hell");
    assert_int_equal(rk_tree_set_comment(tree, e4, NULL, 0), RK_OK);
    assert_string_equal(rk_tree_comment(tree, e4), "");
    assert_int_equal(rk_tree_set_comment(tree, RK_ROOT, words, 5), RK_OK);
    rk_tree_destroy(tree);
}

static void nags_are_kept_once(void **state)
{
    (void)state;
    rk_tree *tree = new_tree();
    uint8_t nags[RK_NAGS_MAX];
    assert_int_equal(rk_tree_nags(tree, RK_ROOT, nags), 0);
    for (uint8_t nag = 0; nag < RK_NAGS_MAX; nag++) {
        assert_true(rk_tree_add_nag(tree, RK_ROOT, nag));
        assert_true(rk_tree_add_nag(tree, RK_ROOT, nag));
    }
    assert_false(rk_tree_add_nag(tree, RK_ROOT, 100));
    assert_int_equal(rk_tree_nags(tree, RK_ROOT, nags), RK_NAGS_MAX);
    assert_int_equal(nags[3], 3);
    rk_tree_clear_nags(tree, RK_ROOT);
    assert_int_equal(rk_tree_nags(tree, RK_ROOT, nags), 0);
    rk_tree_destroy(tree);
}

static void a_very_deep_tree_is_walked_and_deleted(void **state)
{
    (void)state;
    enum { ROUNDS = 25000 };
    rk_tree *tree = new_tree();
    const rk_node first = add(tree, RK_ROOT, "Nf3");
    rk_node at = add(tree, first, "Nf6 Ng1 Ng8");
    for (int i = 1; i < ROUNDS; i++)
        at = add(tree, at, "Nf3 Nf6 Ng1 Ng8");
    assert_int_equal(rk_tree_depth(tree, at), 4 * ROUNDS);
    rk_tree_promote_to_main(tree, at);
    rk_tree_delete(tree, first);
    assert_int_equal(rk_tree_count(tree), 1);
    rk_tree_destroy(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_move_is_found_again),
        cmocka_unit_test(an_illegal_move_is_refused_in_words),
        cmocka_unit_test(a_variation_is_promoted_by_one),
        cmocka_unit_test(a_line_becomes_the_main_line),
        cmocka_unit_test(a_deleted_subtree_makes_room),
        cmocka_unit_test(comments_are_copies),
        cmocka_unit_test(nags_are_kept_once),
        cmocka_unit_test(a_very_deep_tree_is_walked_and_deleted),
    };
    return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}
