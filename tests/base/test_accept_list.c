/* SPDX-License-Identifier: MIT */
#include "base/accept_list.h"

#include <string.h>

#include "support/board.h"

static void expect_next(const char **list, const char *name, int quality)
{
    struct accept_element element;
    assert_true(accept_list_next(list, &element));
    assert_true(accept_element_is(&element, name));
    assert_int_equal(element.quality, quality);
}

static void names_come_in_their_order_with_their_qualities(void **state)
{
    (void)state;
    const char *list = " de-AT,de;q=0.9 ,\ten ; q=0.25, *;q=0";
    struct accept_element element;
    expect_next(&list, "de-at", ACCEPT_QUALITY_MAX);
    expect_next(&list, "de", 900);
    expect_next(&list, "en", 250);
    expect_next(&list, "*", 0);
    assert_false(accept_list_next(&list, &element));
}

static void empty_elements_are_skipped(void **state)
{
    (void)state;
    const char *list = ",, ,es,, ";
    struct accept_element element;
    expect_next(&list, "es", ACCEPT_QUALITY_MAX);
    assert_false(accept_list_next(&list, &element));
    assert_false(accept_list_next(&list, &element));
}

static void malformed_qualities_count_as_zero(void **state)
{
    (void)state;
    static const char *const lists[] = {"de;q=2",   "de;q=1.5",    "de;q=0,5", "de;q=x",  "de;q=",
                                        "de;level", "de;q=0.1234", "de en",    "de;q=-1", "de;"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const char *list = lists[i];
        expect_next(&list, "de", 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_come_in_their_order_with_their_qualities),
        cmocka_unit_test(empty_elements_are_skipped),
        cmocka_unit_test(malformed_qualities_count_as_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
