/* SPDX-License-Identifier: MIT */
#include "tui/board.h"

#include "tui/board_view.h"
#include "tui/report.h"

static char square_marker(const struct board_style *style, rk_square square)
{
    static const char markers[MARK_COUNT] = {' ', '*', '+', '*', '>'};
    return markers[board_style_mark_of(style, square)];
}

static void draw_square(const rk_position *pos, rk_square square, const struct board_style *style,
                        FILE *out)
{
    const rk_piece piece = board_style_piece(style, pos, square);
    fputc(square_marker(style, square), out);
    fputc(piece.kind == RK_NO_KIND ? '.' : rk_piece_letter(piece), out);
}

static void draw_ranks(const rk_position *pos, const struct board_style *style, FILE *out)
{
    for (int row = 0; row < BOARD_RANKS; row++) {
        fprintf(out, "%d ", 1 + rk_square_rank(board_square(style->flipped, row, 0)));
        for (int column = 0; column < 8; column++)
            draw_square(pos, board_square(style->flipped, row, column), style, out);
        fputc('\n', out);
    }
    fputs("  ", out);
    for (int i = 0; i < 8; i++)
        fprintf(out, " %c", style->flipped ? 'h' - i : 'a' + i);
    fputc('\n', out);
}

static void draw_pocket(const rk_position *pos, rk_side side, FILE *out)
{
    fprintf(out, "%s pocket:", report_side_names[side]);
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++)
        if (pos->pocket[side][kind])
            fprintf(out, " %c%u", rk_piece_letter((rk_piece){(rk_kind)kind, side}),
                    pos->pocket[side][kind]);
    fputc('\n', out);
}

static void draw_in_colour(const rk_position *pos, const struct board_style *style, FILE *out)
{
    struct canvas canvas = {.rows = 0};
    const struct board_view view = board_view_smallest();
    if (canvas_reset(&canvas, view.rows, view.columns)) {
        board_view_draw(&canvas, &view, pos, style);
        canvas_write_lines(&canvas, style->display.colours, out);
    }
    canvas_fini(&canvas);
}

void board_draw(const rk_position *pos, const struct board_style *style, FILE *out)
{
    const unsigned rules = rk_variant_rules((rk_variant)pos->variant);
    if (style->display.colours)
        draw_in_colour(pos, style, out);
    else
        draw_ranks(pos, style, out);
    if (rules & RK_CAPTURES_DROP) {
        draw_pocket(pos, RK_WHITE, out);
        draw_pocket(pos, RK_BLACK, out);
    }
    if (rules & RK_CHECKS_COUNT)
        fprintf(out, "checks left to give: White %u, Black %u\n", pos->checks_left[RK_WHITE],
                pos->checks_left[RK_BLACK]);
}
