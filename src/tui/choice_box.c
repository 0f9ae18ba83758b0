/* SPDX-License-Identifier: MIT */
#include "tui/choice_box.h"

#include <string.h>

#include "base/minmax.h"
#include "tui/keys.h"

/* Where the box is: a frame, the pieces, and their letters below. */
struct placement {
    int row, column, rows, columns;
    int piece_width, piece_height;
};

static int count_kinds(unsigned kinds)
{
    int count = 0;
    for (; kinds; kinds &= kinds - 1)
        count++;
    return count;
}

static struct placement place_box(const struct choice_box *box)
{
    const struct board_view *board = box->board;
    struct placement at = {.piece_width = board->width - (board->form == FORM_GRID),
                           .piece_height = board->form == FORM_BLOCKS ? board->height : 1};
    at.columns = max_int(count_kinds(box->kinds) * at.piece_width + 4, (int)strlen(box->title) + 6);
    at.rows = at.piece_height + 3;
    at.row = board->row + (board->rows - at.rows) / 2;
    at.column = board->column + (board->columns - at.columns) / 2;
    return at;
}

/* The strongest piece comes first. Returns the number of choices before this kind. */
static int index_of(const struct choice_box *box, int kind)
{
    return count_kinds(box->kinds >> (kind + 1));
}

static int piece_column(const struct choice_box *box, const struct placement *at, int kind)
{
    const int inside = count_kinds(box->kinds) * at->piece_width;
    return at->column + (at->columns - inside) / 2 + index_of(box, kind) * at->piece_width;
}

static struct text_style box_style(const struct choice_box *box)
{
    const struct theme *theme = theme_for(box->style->theme, box->style->display.colours);
    if (box->style->display.colours < COLOURS_256)
        return (struct text_style){.bold = true};
    return (struct text_style){.text = theme->frame_text, .back = theme->frame, .bold = true};
}

static void draw_frame(const struct choice_box *box, const struct placement *at,
                       struct canvas *canvas)
{
    const bool utf8 = box->style->display.utf8;
    const char *const lines[2] = {utf8 ? "\u2500" : "-", utf8 ? "\u2502" : "|"};
    const char *const corners[4] = {utf8 ? "\u256d" : "+", utf8 ? "\u256e" : "+",
                                    utf8 ? "\u2570" : "+", utf8 ? "\u256f" : "+"};
    const struct text_style style = box_style(box);
    const int right = at->column + at->columns - 1;
    for (int i = 0; i < at->rows; i++) {
        const bool edge = i == 0 || i == at->rows - 1;
        const int row = at->row + i, corner = i == 0 ? 0 : 2;
        canvas_fill(canvas, row, at->column, at->columns, edge ? lines[0] : " ", style);
        canvas_fill(canvas, row, at->column, 1, edge ? corners[corner] : lines[1], style);
        canvas_fill(canvas, row, right, 1, edge ? corners[corner + 1] : lines[1], style);
    }
    canvas_print(canvas, at->row, at->column + 2, style, " %s ", box->title);
}

void choice_box_draw(const struct choice_box *box, struct canvas *canvas)
{
    const struct placement at = place_box(box);
    draw_frame(box, &at, canvas);
    for (int kind = 0; kind < RK_KIND_COUNT; kind++) {
        if (!(box->kinds >> kind & 1))
            continue;
        const rk_piece piece = {(rk_kind)kind, box->side};
        const int column = piece_column(box, &at, kind);
        board_view_draw_piece(canvas, box->board, piece, box->style, at.row + 1, column);
        canvas_print(canvas, at.row + 1 + at.piece_height, column + at.piece_width / 2,
                     box_style(box), "%c", rk_piece_letter((rk_piece){piece.kind, RK_WHITE}));
    }
}

int choice_box_key_at(const struct choice_box *box, int row, int column)
{
    const struct placement at = place_box(box);
    if (row < at.row || row >= at.row + at.rows || column < at.column ||
        column >= at.column + at.columns)
        return KEY_ESCAPE;
    for (int kind = 0; kind < RK_KIND_COUNT; kind++) {
        const int first = piece_column(box, &at, kind);
        if (box->kinds >> kind & 1 && column >= first && column < first + at.piece_width)
            return rk_piece_letter((rk_piece){(rk_kind)kind, RK_WHITE});
    }
    return KEY_NONE;
}
