/* SPDX-License-Identifier: MIT */
/* Game trees: variations are added, promoted, deleted, annotated and listed. */
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

/* Adds a line of SAN moves after a node; returns its last node. */
static rk_node add_line(rk_tree *tree, rk_node node, const char *moves)
{
    for (const char *at = moves; *at; at += strspn(at, " ")) {
        const size_t size = strcspn(at, " ");
        rk_move played = RK_NO_MOVE;
        assert_int_equal(
            rk_san_parse(rk_tree_position(tree, node), at, size, RK_NOTATION_PLAIN, &played, NULL),
            RK_OK);
        assert_int_equal(rk_tree_add(tree, node, played, &node, NULL), RK_OK);
        at += size;
    }
    return node;
}

/* Lists the tree in the order of rk_tree_next(): the depth of each node, then its move in SAN. */
static void expect_tree(const rk_tree *tree, const char *expected)
{
    char text[400] = "";
    size_t nodes = 1;
    for (rk_node at = rk_tree_next(tree, RK_ROOT); at != RK_NO_NODE; at = rk_tree_next(tree, at)) {
        char san[RK_SAN_MAX];
        const rk_position *before = rk_tree_position(tree, rk_tree_parent(tree, at));
        rk_san_write(before, rk_tree_move(tree, at), san);
        const char depth[] = {(char)('0' + rk_tree_depth(tree, at)), '\0'};
        strcat(strcat(strcat(text, nodes++ > 1 ? " " : ""), depth), san);
    }
    assert_string_equal(text, expected);
    assert_int_equal(rk_tree_count(tree), nodes);
}

static void adding_a_known_move_finds_its_node(void **state)
{
    (void)state;
    rk_tree *tree = new_tree();
    const rk_node e5 = add_line(tree, RK_ROOT, "e4 e5");
    assert_int_equal(add_line(tree, RK_ROOT, "e4 e5"), e5);
    add_line(tree, RK_ROOT, "e4 c5 Nf3");
    add_line(tree, RK_ROOT, "d4");
    expect_tree(tree, "1e4 2e5 2c5 3Nf3 1d4");
    const rk_position pos = rk_position_start(RK_STANDARD);
    const rk_position expected = after(pos, "e2e4 e7e5");
    assert_memory_equal(rk_tree_position(tree, e5), &expected, sizeof expected);
    rk_tree_destroy(tree);
    rk_tree_destroy(NULL);
}

static void an_illegal_move_is_rejected_with_the_reason(void **state)
{
    (void)state;
    rk_tree *tree = new_tree();
    rk_node node = 777;
    rk_fault fault;
    const rk_move illegal = move(rk_tree_position(tree, RK_ROOT), "g1g3");
    assert_int_equal(rk_tree_add(tree, RK_ROOT, illegal, &node, &fault), RK_NOT_ITS_MOVE);
    assert_string_equal(fault.text, "the knight on g1 does not move to g3");
    assert_int_equal(node, 777);
    expect_tree(tree, "");
    rk_tree_destroy(tree);
    const rk_position empty = rk_position_empty(RK_STANDARD);
    assert_int_equal(rk_tree_create(&empty, &tree), RK_BAD_POSITION);
}

static void null_moves_are_nodes_unless_the_king_is_in_check(void **state)
{
    (void)state;
    rk_tree *tree = new_tree();
    rk_node pass, again, check = add_line(tree, RK_ROOT, "e4 f5 Qh5+");
    rk_fault fault;
    assert_int_equal(rk_tree_add(tree, RK_ROOT, RK_NO_MOVE, &pass, NULL), RK_OK);
    assert_int_equal(rk_tree_add(tree, RK_ROOT, RK_NO_MOVE, &again, NULL), RK_OK);
    assert_int_equal(again, pass);
    assert_int_equal(rk_tree_position(tree, pass)->turn, RK_BLACK);
    assert_int_equal(rk_tree_add(tree, check, RK_NO_MOVE, &again, &fault), RK_KING_IN_CHECK);
    assert_string_equal(fault.text, "a side in check cannot pass");
    expect_tree(tree, "1e4 2f5 3Qh5+ 1--");
    rk_tree_destroy(tree);
}

static void a_node_has_a_comment_before_and_one_after_its_move(void **state)
{
    (void)state;
    rk_tree *tree = new_tree();
    const rk_node e4 = add_line(tree, RK_ROOT, "e4");
    assert_string_equal(rk_tree_comment_before(tree, e4), "");
    assert_int_equal(rk_tree_set_comment_before(tree, e4, "before!", 6), RK_OK);
    assert_int_equal(rk_tree_set_comment(tree, e4, "after", 5), RK_OK);
    assert_string_equal(rk_tree_comment_before(tree, e4), "before");
    assert_string_equal(rk_tree_comment(tree, e4), "after");
    assert_int_equal(rk_tree_set_comment_before(tree, e4, "", 0), RK_OK);
    assert_string_equal(rk_tree_comment_before(tree, e4), "");
    assert_int_equal(rk_tree_set_comment_before(tree, e4, "freed", 5), RK_OK);
    rk_tree_delete(tree, e4);
    assert_string_equal(rk_tree_comment_before(tree, add_line(tree, RK_ROOT, "d4")), "");
    rk_tree_destroy(tree);
}

static void promoting_a_variation_moves_it_up_by_one(void **state)
{
    (void)state;
    rk_tree *tree = new_tree();
    add_line(tree, RK_ROOT, "e4");
    add_line(tree, RK_ROOT, "d4");
    const rk_node c4 = add_line(tree, RK_ROOT, "c4");
    add_line(tree, RK_ROOT, "Nf3");
    rk_tree_promote(tree, c4);
    expect_tree(tree, "1e4 1c4 1d4 1Nf3");
    rk_tree_promote(tree, c4);
    expect_tree(tree, "1c4 1e4 1d4 1Nf3");
    rk_tree_promote(tree, c4);
    rk_tree_promote(tree, RK_ROOT);
    expect_tree(tree, "1c4 1e4 1d4 1Nf3");
    rk_tree_destroy(tree);
}

static void a_variation_can_become_the_main_line(void **state)
{
    (void)state;
    rk_tree *tree = new_tree();
    add_line(tree, RK_ROOT, "e4 e5 Nf3");
    add_line(tree, RK_ROOT, "d4");
    const rk_node end = add_line(tree, RK_ROOT, "c4 e5 g3");
    add_line(tree, RK_ROOT, "c4 c5");
    const rk_node nc6 = add_line(tree, end, "Nc6");
    add_line(tree, RK_ROOT, "c4 e5 Nc3");
    rk_tree_promote_to_main(tree, nc6);
    expect_tree(tree, "1c4 2e5 3g3 4Nc6 3Nc3 2c5 1e4 2e5 3Nf3 1d4");
    rk_tree_destroy(tree);
}

static void nodes_of_a_deleted_subtree_are_reused(void **state)
{
    (void)state;
    rk_tree *tree = new_tree();
    const rk_node e4 = add_line(tree, RK_ROOT, "e4");
    add_line(tree, e4, "e5 Nf3 Nc6");
    add_line(tree, e4, "c5 Nf3");
    add_line(tree, e4, "c5 c3");
    const rk_node d4 = add_line(tree, RK_ROOT, "d4");
    assert_int_equal(rk_tree_set_comment(tree, e4, "best by test", 12), RK_OK);
    rk_tree_delete(tree, e4);
    expect_tree(tree, "1d4");
    assert_int_equal(rk_tree_child(tree, RK_ROOT), d4);
    add_line(tree, d4, "d5 c4 e6");
    add_line(tree, d4, "Nf6 c4 e6");
    expect_tree(tree, "1d4 2d5 3c4 4e6 2Nf6 3c4 4e6");
    for (rk_node at = RK_ROOT; at != RK_NO_NODE; at = rk_tree_next(tree, at)) {
        assert_string_equal(rk_tree_comment(tree, at), "");
        assert_true(at <= d4); // reuses a deleted node
    }
    rk_tree_destroy(tree);
}

static void comments_are_copied(void **state)
{
    (void)state;
    rk_tree *tree = new_tree();
    const rk_node e4 = add_line(tree, RK_ROOT, "e4");
    char comment[] = "hello";
    assert_string_equal(rk_tree_comment(tree, e4), "");
    assert_int_equal(rk_tree_set_comment(tree, e4, comment, 4), RK_OK);
    comment[0] = 'x';
    assert_string_equal(rk_tree_comment(tree, e4), "hell");
    assert_int_equal(rk_tree_set_comment(tree, e4, NULL, 0), RK_OK);
    assert_string_equal(rk_tree_comment(tree, e4), "");
    assert_int_equal(rk_tree_set_comment(tree, RK_ROOT, comment, 5), RK_OK);
    rk_tree_destroy(tree);
}

static void each_nag_is_stored_once(void **state)
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

static void a_very_deep_line_can_be_promoted_and_deleted(void **state)
{
    (void)state;
    enum { ROUNDS = 25000 };
    rk_tree *tree = new_tree();
    const rk_node first = add_line(tree, RK_ROOT, "Nf3");
    rk_node at = add_line(tree, first, "Nf6 Ng1 Ng8");
    for (int i = 1; i < ROUNDS; i++)
        at = add_line(tree, at, "Nf3 Nf6 Ng1 Ng8");
    assert_int_equal(rk_tree_depth(tree, at), 4 * ROUNDS);
    rk_tree_promote_to_main(tree, at);
    rk_tree_delete(tree, first);
    assert_int_equal(rk_tree_count(tree), 1);
    rk_tree_destroy(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adding_a_known_move_finds_its_node),
        cmocka_unit_test(an_illegal_move_is_rejected_with_the_reason),
        cmocka_unit_test(null_moves_are_nodes_unless_the_king_is_in_check),
        cmocka_unit_test(a_node_has_a_comment_before_and_one_after_its_move),
        cmocka_unit_test(promoting_a_variation_moves_it_up_by_one),
        cmocka_unit_test(a_variation_can_become_the_main_line),
        cmocka_unit_test(nodes_of_a_deleted_subtree_are_reused),
        cmocka_unit_test(comments_are_copied),
        cmocka_unit_test(each_nag_is_stored_once),
        cmocka_unit_test(a_very_deep_line_can_be_promoted_and_deleted),
    };
    return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}
