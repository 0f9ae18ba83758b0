/* SPDX-License-Identifier: MIT */
/* Text in the caller's buffer is cut off at the end of the buffer and always terminated. */
#include "base/text.h"

#include <string.h>

#include "rookery/err.h"
#include "support/board.h"

static void text_that_fits_is_written_and_terminated(void **state)
{
    (void)state;
    char buffer[16];
    struct text text = text_in(buffer, sizeof buffer);
    text_add(&text, "move ");
    text_number(&text, 1024);
    text_put(&text, '.');
    assert_int_equal(text_end(&text), 10);
    assert_string_equal(buffer, "move 1024.");
    assert_false(text.cut);
}

static void text_that_does_not_fit_is_cut_off(void **state)
{
    (void)state;
    char buffer[9];
    memset(buffer, '#', sizeof buffer);
    struct text text = text_in(buffer, 8);
    text_add_bytes(&text, "0123456789", 10);
    assert_int_equal(text_end(&text), 7);
    assert_string_equal(buffer, "0123456");
    assert_true(text.cut);
    assert_int_equal(buffer[8], '#');
}

static void the_number_zero_is_written(void **state)
{
    (void)state;
    char buffer[4];
    struct text text = text_in(buffer, sizeof buffer);
    text_number(&text, 0);
    text_end(&text);
    assert_string_equal(buffer, "0");
}

static void every_error_has_a_text_and_a_class(void **state)
{
    (void)state;
    for (int err = RK_OK; err <= RK_AMBIGUOUS_MOVE; err++) {
        assert_true(strlen(rk_err_text((rk_err)err)) > 5);
        assert_int_equal(rk_err_class_of((rk_err)err) == RK_NO_ERROR, err == RK_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_that_fits_is_written_and_terminated),
        cmocka_unit_test(text_that_does_not_fit_is_cut_off),
        cmocka_unit_test(the_number_zero_is_written),
        cmocka_unit_test(every_error_has_a_text_and_a_class),
    };
    return cmocka_run_group_tests_name("text and errors", tests, NULL, NULL);
}
