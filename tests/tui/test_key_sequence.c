/* SPDX-License-Identifier: MIT */
/* The escape sequences of keys and of the mouse. */
#include "tui/key_sequence.h"

#include <string.h>

#include "support/board.h"
#include "tui/terminal.h"

static int parse(const char *bytes)
{
    struct mouse_event mouse;
    return key_sequence_parse(bytes, strlen(bytes), &mouse);
}

static void keys_are_known_by_the_sequences_of_common_terminals(void **state)
{
    (void)state;
    assert_int_equal(parse("[A"), KEY_UP);
    assert_int_equal(parse("OB"), KEY_DOWN);
    assert_int_equal(parse("[1;5C"), KEY_RIGHT);
    assert_int_equal(parse("[3~"), KEY_DELETE);
    assert_int_equal(parse("OP"), KEY_F(1));
    assert_int_equal(parse("[11~"), KEY_F(1));
    assert_int_equal(parse("[[A"), KEY_F(1));
    assert_int_equal(parse("OS"), KEY_F(4));
    assert_int_equal(parse("[15~"), KEY_F(5));
    assert_int_equal(parse("[21~"), KEY_F(10));
    assert_int_equal(parse("[99~"), KEY_NONE);
    assert_int_equal(parse("[99999999999999999999~"), KEY_NONE);
    assert_int_equal(parse("[I"), KEY_NONE);
    assert_int_equal(parse("[["), KEY_NONE);
    assert_int_equal(parse("["), KEY_NONE);
    assert_int_equal(parse(""), KEY_NONE);
}

static void the_left_button_is_reported_with_its_place(void **state)
{
    (void)state;
    struct mouse_event mouse = {.row = -1};
    assert_int_equal(key_sequence_parse("[<0;12;7M", 9, &mouse), KEY_MOUSE);
    assert_int_equal(mouse.row, 6);
    assert_int_equal(mouse.column, 11);
    assert_true(mouse.pressed);
    assert_int_equal(key_sequence_parse("[<4;200;60m", 11, &mouse), KEY_MOUSE);
    assert_int_equal(mouse.column, 199);
    assert_false(mouse.pressed);
}

static void other_buttons_and_damaged_reports_are_ignored(void **state)
{
    (void)state;
    assert_int_equal(parse("[<2;12;7M"), KEY_NONE);
    assert_int_equal(parse("[<64;12;7M"), KEY_NONE);
    assert_int_equal(parse("[<35;12;7M"), KEY_NONE);
    assert_int_equal(parse("[<0;12M"), KEY_NONE);
    assert_int_equal(parse("[<0;0;0M"), KEY_NONE);
    assert_int_equal(parse("[<0;1;2;3;4M"), KEY_MOUSE);
    assert_int_equal(parse("[<0;12;7"), KEY_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_known_by_the_sequences_of_common_terminals),
        cmocka_unit_test(the_left_button_is_reported_with_its_place),
        cmocka_unit_test(other_buttons_and_damaged_reports_are_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
