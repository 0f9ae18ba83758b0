/* SPDX-License-Identifier: MIT */
/* EPD: a position and its operations. */
#include "rookery/epd.h"

#include <string.h>

#include "rookery/fen.h"
#include "support/board.h"

static rk_epd parse(const char *line)
{
    rk_epd epd;
    rk_fault fault;
    if (rk_epd_parse(line, strlen(line), RK_STANDARD, &epd, &fault))
        fail_msg("%s: %s at %zu", line, fault.text, fault.offset);
    return epd;
}

static void expect_operand(const rk_epd *epd, const char *opcode, const char *operand)
{
    const rk_epd_operation *operation = rk_epd_find(epd, opcode);
    assert_non_null(operation);
    assert_int_equal(operation->operand_size, strlen(operand));
    assert_memory_equal(operation->operand, operand, strlen(operand));
}

static void operations_are_found_by_name(void **state)
{
    (void)state;
    const rk_epd epd =
        parse("4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id \"a; b\"; hmvc 7; fmvn 31; acd 12;");
    assert_int_equal(epd.operation_count, 5);
    expect_operand(&epd, "bm", "O-O Rh8+");
    expect_operand(&epd, "id", "a; b");
    expect_operand(&epd, "acd", "12");
    assert_null(rk_epd_find(&epd, "am"));
    assert_int_equal(epd.position.halfmove_clock, 7);
    assert_int_equal(epd.position.move_number, 31);
}

static void a_plain_fen_is_accepted(void **state)
{
    (void)state;
    const rk_epd epd = parse("4k3/8/8/8/8/8/8/4K2R w K - 5 12");
    assert_int_equal(epd.operation_count, 0);
    assert_int_equal(epd.position.halfmove_clock, 5);
    assert_int_equal(parse("4k3/8/8/8/8/8/8/4K2R w K -").position.move_number, 1);
}

static void a_line_may_end_with_its_newline(void **state)
{
    (void)state;
    assert_int_equal(parse("4k3/8/8/8/8/8/8/4K2R w K -\n").operation_count, 0);
    assert_int_equal(parse("4k3/8/8/8/8/8/8/4K2R w K - 5 12\r\n").position.move_number, 12);
    assert_int_equal(parse("4k3/8/8/8/8/8/8/4K2R w K - noop\r\n").operation_count, 1);
    assert_int_equal(parse("4k3/8/8/8/8/8/8/4K2R w K - bm Ke2;\n").operation_count, 1);
}

static void a_line_is_written_as_it_was_parsed(void **state)
{
    (void)state;
    static const char line[] = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id \"a; b\"; noop;";
    const rk_epd epd = parse(line);
    char text[RK_FEN_MAX];
    assert_int_equal(rk_epd_write(&epd, text, sizeof text), strlen(line));
    assert_string_equal(text, line);
    char small[55];
    rk_epd_write(&epd, small, sizeof small);
    assert_string_equal(small, "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id \"a; b\";");
}

static void the_remaining_checks_are_part_of_the_position(void **state)
{
    (void)state;
    static const char line[] = "4k3/8/8/8/8/8/8/4K2R w K - 2+1 bm O-O;";
    rk_epd epd;
    assert_int_equal(rk_epd_parse(line, strlen(line), RK_THREE_CHECK, &epd, NULL), RK_OK);
    assert_int_equal(epd.position.checks_left[RK_BLACK], 1);
    char text[RK_FEN_MAX];
    rk_epd_write(&epd, text, sizeof text);
    assert_string_equal(text, line);
}

static void an_invalid_line_is_rejected_with_the_offset(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        size_t offset;
    } rows[] = {
        {"", 0},
        {"4k3/8/8/8/8/8/8/4K3 w - e7 bm e4;", 24},
        {"4k3/8/8/8/8/8/8/4K3 w - - id \"open;", 29},
        {"4k3/8/8/8/8/8/8/4K3 w - - hmvc many;", 31},
        {"4k3/8/8/8/8/8/8/4K3 w - - bm e4;; id 1;", 32},
        {"4k3/8/8/8/8/8/8/4K3 w - - bm e4; 7c0 1;", 33},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rk_epd epd;
        rk_fault fault;
        assert_int_not_equal(
            rk_epd_parse(rows[i].line, strlen(rows[i].line), RK_STANDARD, &epd, &fault), RK_OK);
        assert_int_equal(fault.offset, rows[i].offset);
        assert_true(fault.text[0]);
    }
}

static void too_many_operations_are_rejected(void **state)
{
    (void)state;
    char line[400] = "4k3/8/8/8/8/8/8/4K3 w - -";
    for (int i = 0; i <= RK_EPD_OPERATIONS_MAX; i++)
        strcat(line, " a 1;");
    rk_epd epd;
    assert_int_equal(rk_epd_parse(line, strlen(line), RK_STANDARD, &epd, NULL), RK_BAD_SYNTAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_are_found_by_name),
        cmocka_unit_test(a_plain_fen_is_accepted),
        cmocka_unit_test(a_line_may_end_with_its_newline),
        cmocka_unit_test(a_line_is_written_as_it_was_parsed),
        cmocka_unit_test(the_remaining_checks_are_part_of_the_position),
        cmocka_unit_test(an_invalid_line_is_rejected_with_the_offset),
        cmocka_unit_test(too_many_operations_are_rejected),
    };
    return cmocka_run_group_tests_name("EPD", tests, NULL, NULL);
}
