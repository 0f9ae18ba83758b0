/* SPDX-License-Identifier: MIT */
/* Names are numbered in the order of their bytes. */
#include "explorer/names.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "explorer/format.h"

static rk_pgn_text text_of(const char *text)
{
    return (rk_pgn_text){text, strlen(text)};
}

static void names_are_stored_once_and_sorted(void **state)
{
    (void)state;
    static const char *const given[] = {"b", "a", "", "b", "ab", "a"};
    struct names names = {.slots = NULL};
    uint32_t indexes[sizeof given / sizeof *given];
    uint8_t section[64];
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        assert_true(names_add(&names, text_of(given[i]), &indexes[i]));
    assert_true(names_sort(&names));
    assert_int_equal(names.count, 4);
    static const uint32_t expected[] = {3, 1, 0, 3, 2, 1};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        assert_int_equal(names_number(&names, indexes[i]), expected[i]);
    assert_int_equal(names_section_size(&names), 5 * 4 + 4);
    names_write(&names, section);
    assert_int_equal(load_number(section + 4 * 2, 4), 1);
    assert_memory_equal(section + 5 * 4, "aabb", 4);
    names_fini(&names);
}

static void many_names_are_found_again(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    struct names names = {.slots = NULL};
    static uint32_t indexes[COUNT];
    char name[16];
    uint32_t index;
    for (int i = COUNT; i-- > 0;) {
        snprintf(name, sizeof name, "%05d", i);
        assert_true(names_add(&names, text_of(name), &indexes[i]));
    }
    for (unsigned i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "%05u", i);
        assert_true(names_add(&names, text_of(name), &index));
        assert_int_equal(index, indexes[i]);
    }
    assert_int_equal(names.count, COUNT);
    assert_true(names_sort(&names));
    for (unsigned i = 0; i < COUNT; i++)
        assert_int_equal(names_number(&names, indexes[i]), i);
    names_fini(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_are_stored_once_and_sorted),
                                       cmocka_unit_test(many_names_are_found_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
