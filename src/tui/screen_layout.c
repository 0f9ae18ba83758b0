/* SPDX-License-Identifier: MIT */
#include "tui/screen_layout.h"

#include "tui/text_row.h"

enum { GAP = 3 };         /* columns between the board and the panel */
enum { PROMPT_ROWS = 2 }; /* the prompt and the keys */
enum { KEYS_MIN = 4 };    /* rows below the board from which on there is a line of keys */

static void place_text(struct terminal_size size, int below, struct screen_layout *out)
{
    const int rows = size.rows - below;
    out->keys = rows >= KEYS_MIN ? size.rows - 1 : -1;
    out->prompt = size.rows - (rows >= KEYS_MIN ? PROMPT_ROWS : 1);
    out->text = below;
    out->text_rows = out->prompt - below;
    out->text_width = size.columns - out->left;
}

static void place_beside(struct terminal_size size, struct screen_layout *out)
{
    const int room = size.columns - out->board.columns - GAP;
    out->panel_width = room < PANEL_WIDTH_MAX ? room : PANEL_WIDTH_MAX;
    out->left = (room - out->panel_width) / 2;
    out->board.column = out->left;
    out->panel_column = out->left + out->board.columns + GAP;
    place_text(size, out->board.rows, out);
}

static void place_between_players(struct terminal_size size, struct screen_layout *out)
{
    out->upper_player = 0;
    out->board.row = 1;
    out->lower_player = 1 + out->board.rows;
    place_text(size, out->lower_player + 1, out);
}

/* The board gets the larger size if the players are above and below it, but it has to be two
 * steps larger to be worth losing the list of moves. */
bool screen_layout_compute(const struct board_style *style, struct terminal_size size,
                           int text_rows, struct screen_layout *out)
{
    struct board_view beside = {.height = -1}, between = {.height = -1};
    const int rows = size.rows - text_rows - PROMPT_ROWS;
    const int beside_columns = size.columns - GAP - PANEL_WIDTH_MIN;
    const bool can_beside =
        board_view_fit(style, rows, beside_columns, &beside) && beside.rows >= PANEL_ROWS_MIN;
    const bool can_between = board_view_fit(style, rows - 2, size.columns, &between);
    *out = (struct screen_layout){.panel_column = -1, .upper_player = -1, .lower_player = -1};
    if (can_beside && (!can_between || beside.height + 1 >= between.height)) {
        out->board = beside;
        place_beside(size, out);
    } else if (can_between) {
        out->board = between;
        place_between_players(size, out);
    } else {
        if (!board_view_fit(style, size.rows - 2, size.columns, &out->board))
            return false;
        place_text(size, out->board.rows, out);
    }
    return true;
}

void screen_layout_without_board(struct terminal_size size, struct screen_layout *out)
{
    *out = (struct screen_layout){.panel_column = -1, .upper_player = -1, .lower_player = -1};
    place_text(size, 0, out);
}

// ---- drawing -----------------------------------------------------------------------------------

void screen_layout_draw_game(const struct screen_layout *layout, const struct panel *panel,
                             struct canvas *canvas)
{
    const rk_side bottom = panel->style->flipped ? RK_BLACK : RK_WHITE;
    const struct board_view *board = &layout->board;
    board_view_draw(canvas, board, rk_game_position(panel->game), panel->style);
    if (layout->panel_column >= 0)
        panel_draw(panel, canvas, board->row, layout->panel_column, board->rows,
                   layout->panel_width);
    if (layout->upper_player >= 0) {
        panel_draw_player(panel, rk_side_other(bottom), canvas, layout->upper_player, layout->left,
                          layout->text_width);
        panel_draw_player(panel, bottom, canvas, layout->lower_player, layout->left,
                          layout->text_width);
    }
}

void screen_layout_draw_text(const struct screen_layout *layout, const char *text, int row,
                             int rows, struct text_style style, struct canvas *canvas)
{
    for (int i = 0; i < rows && *text; i++) {
        const char *next = text_row_next(text, layout->text_width);
        char line[512];
        snprintf(line, sizeof line, "%.*s", (int)text_row_fit_words(text, layout->text_width),
                 text);
        canvas_put(canvas, row + i, layout->left, layout->text_width, line, style);
        text = next;
    }
}

void screen_layout_draw_too_small(struct canvas *canvas)
{
    char text[120];
    const struct screen_layout whole = {.text_width = canvas->columns};
    snprintf(text, sizeof text, "window too small: %dx%d, need at least %dx%d", canvas->columns,
             canvas->rows, SCREEN_COLUMNS_MIN, SCREEN_ROWS_MIN);
    screen_layout_draw_text(&whole, text, 0, canvas->rows, (struct text_style){.bold = false},
                            canvas);
}
