/* SPDX-License-Identifier: MIT */
#include "base/list.h"

#include "support/board.h"

static void expect_nodes(const struct list *list, const struct list *const *nodes, size_t count)
{
    const struct list *node = list;
    for (size_t i = 0; i < count; i++) {
        assert_ptr_equal(node->next, nodes[i]);
        assert_ptr_equal(node->next->previous, node);
        node = node->next;
    }
    assert_ptr_equal(node->next, list);
    assert_ptr_equal(list->previous, node);
}

static void nodes_keep_the_order_they_were_added_in(void **state)
{
    (void)state;
    struct list list, first, second;
    list_init(&list);
    assert_true(list_is_empty(&list));
    list_add(&list, &first);
    list_add(&list, &second);
    expect_nodes(&list, (const struct list *[]){&first, &second}, 2);
    list_remove(&first);
    list_remove(&first);
    expect_nodes(&list, (const struct list *[]){&second}, 1);
}

static void moving_all_nodes_appends_them_to_the_other_list(void **state)
{
    (void)state;
    struct list from, to, first, second, third;
    list_init(&from);
    list_init(&to);
    list_move_all(&from, &to);
    assert_true(list_is_empty(&to));
    list_add(&from, &first);
    list_add(&from, &second);
    list_add(&to, &third);
    list_move_all(&from, &to);
    assert_true(list_is_empty(&from));
    expect_nodes(&to, (const struct list *[]){&third, &first, &second}, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_keep_the_order_they_were_added_in),
        cmocka_unit_test(moving_all_nodes_appends_them_to_the_other_list),
    };
    return cmocka_run_group_tests_name("list", tests, NULL, NULL);
}
