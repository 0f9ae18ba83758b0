/* SPDX-License-Identifier: MIT */
/* The canvas: text is cut to its place, and only what changed is written. */
#include "tui/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "support/board.h"

static const struct text_style plain = {.bold = false};

static struct canvas make_canvas(int rows, int columns)
{
    struct canvas canvas = {.rows = 0};
    assert_true(canvas_reset(&canvas, rows, columns));
    return canvas;
}

static void expect_lines(const struct canvas *canvas, const char *expected)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    canvas_write_lines(canvas, COLOURS_NONE, out);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static char *update(const struct canvas *canvas, struct canvas *shown)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    canvas_update(canvas, shown, COLOURS_256, out);
    fclose(out);
    return text;
}

static void text_is_cut_to_its_place(void **state)
{
    (void)state;
    struct canvas canvas = make_canvas(2, 6);
    assert_int_equal(canvas_put(&canvas, 0, 1, 3, "abcdef", plain), 3);
    assert_int_equal(canvas_put(&canvas, 1, 4, 9, "xyz", plain), 2);
    canvas_put(&canvas, 5, 0, 9, "outside", plain);
    canvas_put(&canvas, -1, 0, 9, "outside", plain);
    expect_lines(&canvas, " abc\n    xy\n");
    canvas_fini(&canvas);
}

static void control_characters_are_replaced(void **state)
{
    (void)state;
    struct canvas canvas = make_canvas(1, 12);
    canvas_put(&canvas, 0, 0, 12, "a\033[2Jb\xff\ttwo\nlines", plain);
    expect_lines(&canvas, "a?[2Jb??two\n");
    canvas_fini(&canvas);
}

static void a_wide_character_is_never_cut_in_half(void **state)
{
    (void)state;
    struct canvas canvas = make_canvas(2, 5);
    canvas_put(&canvas, 0, 0, 5, "\u68cb\u8c61\u68cb", plain);
    expect_lines(&canvas, "\u68cb\u8c61\n\n");
    canvas_put(&canvas, 0, 1, 1, "x", plain);
    expect_lines(&canvas, " x\u8c61\n\n");
    canvas_put(&canvas, 0, 2, 1, "y", plain);
    expect_lines(&canvas, " xy\n\n");
    canvas_fini(&canvas);
}

static void only_changes_are_written(void **state)
{
    (void)state;
    struct canvas canvas = make_canvas(3, 10), shown = {.rows = 0};
    canvas_put(&canvas, 1, 0, 10, "5:00", plain);
    char *first = update(&canvas, &shown), *second = update(&canvas, &shown);
    assert_non_null(strstr(first, "\033[2;1H5:00"));
    assert_string_equal(second, "");
    canvas_put(&canvas, 1, 0, 10, "5:01", plain);
    char *third = update(&canvas, &shown);
    assert_non_null(strstr(third, "\033[2;4H1"));
    assert_null(strstr(third, "5:0"));
    free(first);
    free(second);
    free(third);
    canvas_fini(&canvas);
    canvas_fini(&shown);
}

static void another_size_is_written_as_a_whole(void **state)
{
    (void)state;
    struct canvas canvas = make_canvas(1, 4), shown = {.rows = 0};
    canvas_put(&canvas, 0, 0, 4, "text", plain);
    free(update(&canvas, &shown));
    assert_true(canvas_reset(&canvas, 2, 4));
    canvas_put(&canvas, 0, 0, 4, "text", plain);
    char *written = update(&canvas, &shown);
    assert_non_null(strstr(written, "\033[2J"));
    assert_non_null(strstr(written, "text"));
    free(written);
    canvas_fini(&canvas);
    canvas_fini(&shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_cut_to_its_place),
        cmocka_unit_test(control_characters_are_replaced),
        cmocka_unit_test(a_wide_character_is_never_cut_in_half),
        cmocka_unit_test(only_changes_are_written),
        cmocka_unit_test(another_size_is_written_as_a_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
