/* SPDX-License-Identifier: MIT */
/* The board on a canvas: its sizes, where its squares are, and the pictures of the pieces. */
#include "tui/board_view.h"

#include <stdlib.h>
#include <string.h>

#include "rookery/fen.h"
#include "support/board.h"
#include "tui/piece_art.h"

static const struct board_style styles[] = {
    {.display = {COLOURS_TRUE, true, true, true}},
    {.display = {COLOURS_256, true, true, true}},
    {.display = {COLOURS_8, true, true, true}},
    {.display = {COLOURS_NONE, true, true, true}},
    {.display = {COLOURS_TRUE, true, false, true}},
    {.display = {COLOURS_8, false, false, true}},
    {.display = {COLOURS_NONE, true, false, false}},
    {.display = {COLOURS_NONE, false, false, false}},
};
enum { STYLE_COUNT = sizeof styles / sizeof *styles };

static void the_board_grows_with_its_room_and_stays_inside(void **state)
{
    (void)state;
    for (int i = 0; i < STYLE_COUNT; i++)
        for (int rows = 0, height = 0; rows < 140; rows++) {
            struct board_view view;
            if (!board_view_fit(&styles[i], rows, 2 * rows + 9, &view)) {
                assert_true(rows < 9);
                continue;
            }
            assert_true(view.rows <= rows && view.columns <= 2 * rows + 9);
            assert_true(view.height >= height);
            height = view.height;
        }
}

static int count_cells(const struct board_view *view, rk_square square)
{
    int cells = 0;
    for (int row = -3; row < view->rows + 3; row++)
        for (int column = -3; column < view->columns + 3; column++)
            cells += board_view_square(view, false, row, column) == square;
    return cells;
}

static void every_square_can_be_clicked(void **state)
{
    (void)state;
    for (int i = 0; i < STYLE_COUNT; i++)
        for (int rows = 9; rows < 70; rows++) {
            struct board_view view;
            assert_true(board_view_fit(&styles[i], rows, 200, &view));
            for (rk_square square = 0; square < RK_SQUARE_COUNT; square++)
                assert_int_equal(count_cells(&view, square), view.width * view.height);
        }
}

static void a_flipped_board_has_h1_at_the_top_left(void **state)
{
    (void)state;
    const struct board_view view = board_view_smallest();
    assert_int_equal(board_view_square(&view, false, 0, 2), square_named("a8"));
    assert_int_equal(board_view_square(&view, true, 0, 2), square_named("h1"));
    assert_int_equal(board_view_square(&view, true, 7, 25), square_named("a8"));
}

/* The picture of a piece as text. */
static char *picture(rk_kind kind, int height, bool filled)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    for (int row = 0; row < height; row++)
        for (int column = 0; column < 2 * height; column++) {
            const char *glyph = piece_art_glyph(kind, height, row, column, filled);
            fputs(glyph ? glyph : " ", out);
        }
    fclose(out);
    return text;
}

static void expect_different_pictures(int height, bool filled)
{
    char *pictures[RK_KIND_COUNT];
    for (int i = 0; i < RK_KIND_COUNT; i++)
        pictures[i] = picture((rk_kind)i, height, filled);
    for (int i = 0; i < RK_KIND_COUNT; i++)
        for (int j = 0; j < i; j++)
            assert_string_not_equal(pictures[i], pictures[j]);
    for (int i = 0; i < RK_KIND_COUNT; i++)
        free(pictures[i]);
}

static void pieces_differ_at_every_size(void **state)
{
    (void)state;
    static const int heights[] = {3, 4, 5, 6, 8, 10, 12, 15};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++)
        expect_different_pictures(heights[i], true);
}

static void outlined_pieces_differ_from_each_other_and_from_filled_ones(void **state)
{
    (void)state;
    for (int height = 4; height <= 6; height++) {
        expect_different_pictures(height, false);
        for (int kind = 0; kind < RK_KIND_COUNT; kind++) {
            char *filled = picture((rk_kind)kind, height, true),
                 *outlined = picture((rk_kind)kind, height, false);
            assert_string_not_equal(filled, outlined);
            free(filled);
            free(outlined);
        }
    }
}

/* The outer columns are for the marks of squares, in terminals with few colours. */
static void pictures_leave_their_outer_columns_free(void **state)
{
    (void)state;
    for (int height = 4; height <= 6; height++)
        for (int kind = 0; kind < RK_KIND_COUNT; kind++)
            for (int row = 0; row < height; row++) {
                assert_null(piece_art_glyph((rk_kind)kind, height, row, 0, true));
                assert_null(piece_art_glyph((rk_kind)kind, height, row, 2 * height - 1, true));
            }
}

static char *drawn_board(const struct board_style *style, int rows, int columns)
{
    char *text = NULL;
    size_t size;
    struct canvas canvas = {.rows = 0};
    struct board_view view;
    const rk_position pos = rk_position_start(RK_STANDARD);
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_true(board_view_fit(style, rows, columns, &view));
    assert_true(canvas_reset(&canvas, view.rows, view.columns));
    board_view_draw(&canvas, &view, &pos, style);
    canvas_write_lines(&canvas, style->display.colours, out);
    canvas_fini(&canvas);
    fclose(out);
    return text;
}

static void ascii_terminals_get_ascii(void **state)
{
    (void)state;
    for (int i = 0; i < STYLE_COUNT; i++)
        for (int rows = 9; rows < 70 && !styles[i].display.utf8; rows += 5) {
            char *text = drawn_board(&styles[i], rows, 150);
            for (const char *at = text; *at; at++)
                assert_true((unsigned char)*at < 128);
            free(text);
        }
}

static void blindfold_players_see_no_piece(void **state)
{
    (void)state;
    struct board_style style = styles[STYLE_COUNT - 1];
    char *seen = drawn_board(&style, 9, 27);
    style.blindfold = true;
    char *hidden = drawn_board(&style, 9, 27);
    assert_non_null(strpbrk(seen, "RNBQKPrnqkp"));
    assert_null(strpbrk(hidden, "RNBQKPrnqkp"));
    free(seen);
    free(hidden);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_grows_with_its_room_and_stays_inside),
        cmocka_unit_test(every_square_can_be_clicked),
        cmocka_unit_test(a_flipped_board_has_h1_at_the_top_left),
        cmocka_unit_test(pieces_differ_at_every_size),
        cmocka_unit_test(outlined_pieces_differ_from_each_other_and_from_filled_ones),
        cmocka_unit_test(pictures_leave_their_outer_columns_free),
        cmocka_unit_test(ascii_terminals_get_ascii),
        cmocka_unit_test(blindfold_players_see_no_piece),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
