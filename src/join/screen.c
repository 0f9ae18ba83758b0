/* SPDX-License-Identifier: MIT */
#include "join/screen.h"

#include <stdlib.h>
#include <string.h>

#include "tui/move_list.h"
#include "tui/text_row.h"

/* Which row holds what, from 1; 0: there is no room for it. */
struct layout {
    int title, upper, board, lower, status;
};

enum {
    FULL_ROWS = BOARD_RANKS + 7, /* title, players, files, status, what was said, the line typed */
    BOARD_ROWS = BOARD_RANKS + 4 /* files, status, what was said, the line typed */
};

static struct layout lay_out(const struct online_screen *view)
{
    const bool wide = view->size.columns >= BOARD_WIDTH;
    if (view->game && wide && view->size.rows >= FULL_ROWS)
        return (struct layout){1, 2, 3, BOARD_RANKS + 4, BOARD_RANKS + 5};
    if (view->game && wide && view->size.rows >= BOARD_ROWS)
        return (struct layout){.board = 1, .status = BOARD_RANKS + 2};
    return (struct layout){.title = 1, .status = 2};
}

// ---- what was said ---------------------------------------------------------------------------

void message_log_fini(struct message_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        free(log->lines[i]);
    log->count = 0;
}

void message_log_add(struct message_log *log, const char *line)
{
    char *copy = strdup(line);
    if (!copy)
        return;
    if (log->count == MESSAGE_LOG_MAX) {
        free(log->lines[0]);
        memmove(log->lines, log->lines + 1, (MESSAGE_LOG_MAX - 1) * sizeof *log->lines);
        log->count--;
    }
    log->lines[log->count++] = copy;
}

static void draw_words(const char *text, int row, int columns, FILE *out)
{
    text_row_begin(row, out);
    text_row_put(text, text_row_fit_words(text, columns), out);
    text_row_end(out);
}

/* The newest at the bottom; one too long for a row takes several, and if not all of it fits,
 * the end of it is shown. */
static void draw_log(const struct online_screen *view, int top, int bottom, FILE *out)
{
    const struct message_log *log = view->log;
    const int columns = view->size.columns;
    size_t first = log->count;
    int free_rows = bottom - top + 1;
    while (first > 0 && free_rows > 0) {
        const int taken = text_row_count(log->lines[--first], columns);
        free_rows -= taken ? taken : 1;
    }
    int row = top + (free_rows < 0 ? free_rows : 0);
    for (; first < log->count; first++) {
        const char *text = log->lines[first];
        do {
            if (row >= top)
                draw_words(text, row, columns, out);
            text = text_row_next(text, columns);
            row++;
        } while (*text && row <= bottom);
    }
    for (; row <= bottom; row++) {
        text_row_begin(row, out);
        text_row_end(out);
    }
}

// ---- the game --------------------------------------------------------------------------------

static void draw_text(const char *text, int row, int columns, FILE *out)
{
    text_row_begin(row, out);
    text_row_put(text, text_row_fit(text, columns), out);
    text_row_end(out);
}

static void draw_player(const struct online_screen *view, int row, rk_side side, FILE *out)
{
    const bool moves = !view->over && rk_position_turn(rk_game_position(view->game)) == side;
    const char *name = view->names[side];
    text_row_begin(row, out);
    fputs(moves ? "* " : "  ", out);
    text_row_put(name, text_row_fit(name, view->size.columns - 24), out);
    if (view->left[side] != INT64_MAX) {
        fputs("  ", out);
        text_row_put_time(view->left[side], out);
    }
    fputs(view->away[side] ? "  (away)" : "", out);
    text_row_end(out);
}

static void draw_board(const struct online_screen *view, int row, FILE *out)
{
    const rk_position *pos = rk_game_position(view->game);
    struct board_style style = view->style;
    style.marked = move_list_last_move(view->game);
    style.alarm = rk_position_in_check(pos) ? pos->of[RK_KING] & pos->by[pos->turn] : 0;
    for (int i = 0; i < BOARD_RANKS; i++) {
        text_row_begin(row + i, out);
        board_draw_rank(pos, &style, i, out);
        text_row_end(out);
    }
    text_row_begin(row + BOARD_RANKS, out);
    board_draw_files(&style, out);
    text_row_end(out);
    move_list_draw(view->game, row, move_list_columns(view->size.columns), out);
}

static void draw_pockets(const struct online_screen *view, FILE *out)
{
    static const uint8_t empty[2][RK_KIND_COUNT];
    const rk_position *pos = rk_game_position(view->game);
    if (!memcmp(pos->pocket, empty, sizeof empty))
        return;
    for (int side = RK_WHITE; side <= RK_BLACK; side++) {
        fputs(side == RK_WHITE ? "in hand " : " - ", out);
        for (int kind = 0; kind < RK_KIND_COUNT; kind++)
            for (int i = 0; i < pos->pocket[side][kind]; i++)
                board_draw_piece((rk_piece){(rk_kind)kind, (rk_side)side}, &view->style, out);
    }
    fputs("  ", out);
}

/* Where the players have no rows of their own. */
static void draw_clocks(const struct online_screen *view, FILE *out)
{
    if (view->left[RK_WHITE] == INT64_MAX)
        return;
    text_row_put_time(view->left[RK_WHITE], out);
    fputs(" - ", out);
    text_row_put_time(view->left[RK_BLACK], out);
    fputs("  ", out);
}

static void draw_status(const struct online_screen *view, const struct layout *layout, FILE *out)
{
    text_row_begin(layout->status, out);
    if (view->game && !layout->upper)
        draw_clocks(view, out);
    if (view->game)
        draw_pockets(view, out);
    text_row_put(view->status, text_row_fit(view->status, view->size.columns), out);
    text_row_end(out);
}

void online_screen_draw(const struct online_screen *view, FILE *out)
{
    const struct layout layout = lay_out(view);
    const rk_side bottom = view->style.flipped ? RK_BLACK : RK_WHITE;
    fputs("\033[?25l", out);
    if (layout.title)
        draw_text(view->title, layout.title, view->size.columns, out);
    if (layout.board)
        draw_board(view, layout.board, out);
    if (layout.upper) {
        draw_player(view, layout.upper, rk_side_other(bottom), out);
        draw_player(view, layout.lower, bottom, out);
    }
    draw_status(view, &layout, out);
    draw_log(view, layout.status + 1, view->size.rows - 1, out);
    text_row_prompt("> ", view->line, view->size.rows, view->size.columns, out);
    fputs("\033[?25h", out);
}
