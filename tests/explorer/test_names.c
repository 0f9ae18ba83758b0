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
    uint8_t section[64];
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        assert_true(names_add(&names, text_of(given[i])));
    assert_true(names_sort(&names));
    assert_int_equal(names.count, 4);
    assert_int_equal(names_find(&names, text_of("")), 0);
    assert_int_equal(names_find(&names, text_of("a")), 1);
    assert_int_equal(names_find(&names, text_of("ab")), 2);
    assert_int_equal(names_find(&names, text_of("b")), 3);
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
    char name[16];
    for (int i = COUNT; i-- > 0;) {
        snprintf(name, sizeof name, "%05d", i);
        assert_true(names_add(&names, text_of(name)));
    }
    assert_true(names_sort(&names));
    for (unsigned i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "%05u", i);
        assert_int_equal(names_find(&names, text_of(name)), i);
    }
    names_fini(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_are_stored_once_and_sorted),
                                       cmocka_unit_test(many_names_are_found_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
