/* SPDX-License-Identifier: MIT */
/* The line being typed below earlier output. */
#include "tui/inline_prompt.h"

#include <stdlib.h>

#include "support/board.h"

static void expect_drawn(const char *text, size_t cursor, int columns, const char *expected)
{
    struct line_editor editor = {.size = 0};
    char *drawn = NULL;
    size_t size;
    FILE *out = open_memstream(&drawn, &size);
    line_editor_set(&editor, text);
    editor.cursor = cursor;
    inline_prompt_draw("> ", &editor, columns, out);
    fclose(out);
    assert_string_equal(drawn, expected);
    free(drawn);
}

static void the_cursor_is_put_into_the_line(void **state)
{
    (void)state;
    expect_drawn("", 0, 80, "\r\033[K> \r\033[2C");
    expect_drawn("Nf3", 3, 80, "\r\033[K> Nf3\r\033[5C");
    expect_drawn("Nf3", 1, 80, "\r\033[K> Nf3\r\033[3C");
    expect_drawn("gr\xc3\xbc\xc3\x9f", 4, 80, "\r\033[K> gr\xc3\xbc\xc3\x9f\r\033[5C");
}

static void a_long_line_shows_the_part_around_the_cursor(void **state)
{
    (void)state;
    expect_drawn("abcdefghij", 10, 8, "\r\033[K> fghij\r\033[7C");
    expect_drawn("abcdefghij", 0, 8, "\r\033[K> abcde\r\033[2C");
    expect_drawn("abcdefghij", 7, 8, "\r\033[K> cdefg\r\033[7C");
    expect_drawn("\xc3\xa4\xc3\xb6\xc3\xbc", 6, 4, "\r\033[K> \xc3\xbc\r\033[3C");
    expect_drawn("abc", 3, 1, "\r\033[K> \r\033[2C"); // no room at all
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cursor_is_put_into_the_line),
        cmocka_unit_test(a_long_line_shows_the_part_around_the_cursor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
