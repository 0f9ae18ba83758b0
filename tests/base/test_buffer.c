/* SPDX-License-Identifier: MIT */
#include "base/buffer.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void bytes_are_appended(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    for (int i = 0; i < 1000; i++)
        buffer_text(&buffer, "rook");
    buffer_put(&buffer, '!');
    assert_int_equal(buffer.size, 4001);
    assert_memory_equal(buffer.bytes + 3996, "rook!", 5);
    buffer_fini(&buffer);
}

static void integers_are_written_up_to_their_limits(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    buffer_integer(&buffer, 0);
    buffer_put(&buffer, ' ');
    buffer_integer(&buffer, INT64_MIN);
    buffer_put(&buffer, ' ');
    buffer_integer(&buffer, INT64_MAX);
    assert_string_equal(buffer_cstr(&buffer), "0 -9223372036854775808 9223372036854775807");
    buffer_fini(&buffer);
}

static void a_varint_takes_one_byte_per_seven_bits(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    buffer_varint(&buffer, 127);
    assert_int_equal(buffer.size, 1);
    buffer_varint(&buffer, 128);
    assert_int_equal(buffer.size, 3);
    assert_memory_equal(buffer.bytes, "\x7f\x80\x01", 3);
    buffer_clear(&buffer);
    buffer_varint(&buffer, UINT64_MAX);
    assert_int_equal(buffer.size, 10);
    buffer_fini(&buffer);
}

static void a_failed_buffer_ignores_writes_until_it_is_cleared(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    buffer_text(&buffer, "pawn");
    buffer_add(&buffer, "x", SIZE_MAX / 2);
    assert_true(buffer.failed);
    buffer_text(&buffer, "more");
    assert_int_equal(buffer.size, 4);
    assert_string_equal(buffer_cstr(&buffer), "");
    buffer_clear(&buffer);
    buffer_text(&buffer, "more");
    assert_string_equal(buffer_cstr(&buffer), "more");
    buffer_fini(&buffer);
}

static void rewinding_a_buffer_keeps_its_failure(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    buffer_text(&buffer, "pawn");
    buffer_rewind(&buffer);
    buffer_text(&buffer, "rook");
    assert_string_equal(buffer_cstr(&buffer), "rook");
    assert_false(buffer_reserve(&buffer, SIZE_MAX / 2));
    buffer_rewind(&buffer);
    buffer_text(&buffer, "more");
    assert_true(buffer.failed);
    assert_int_equal(buffer.size, 0);
    buffer_fini(&buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_appended),
        cmocka_unit_test(integers_are_written_up_to_their_limits),
        cmocka_unit_test(a_varint_takes_one_byte_per_seven_bits),
        cmocka_unit_test(a_failed_buffer_ignores_writes_until_it_is_cleared),
        cmocka_unit_test(rewinding_a_buffer_keeps_its_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
