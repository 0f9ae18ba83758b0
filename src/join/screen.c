/* SPDX-License-Identifier: MIT */
#include "join/screen.h"

#include <stdlib.h>
#include <string.h>

#include "tui/move_list.h"
#include "tui/text_row.h"

/* The row of each part, counted from 1; 0: there is no room for it. */
struct layout {
    int title, upper, board, lower, status;
};

enum {
    FULL_ROWS = BOARD_RANKS + 7, /* title, players, files, status, messages, prompt */
    BOARD_ROWS = BOARD_RANKS + 4 /* files, status, messages, prompt */
};

static struct layout compute_layout(const struct online_screen *screen)
{
    const bool wide = screen->size.columns >= BOARD_WIDTH;
    if (screen->game && wide && screen->size.rows >= FULL_ROWS)
        return (struct layout){1, 2, 3, BOARD_RANKS + 4, BOARD_RANKS + 5};
    if (screen->game && wide && screen->size.rows >= BOARD_ROWS)
        return (struct layout){.board = 1, .status = BOARD_RANKS + 2};
    return (struct layout){.title = 1, .status = 2};
}

// ---- messages --------------------------------------------------------------------------------

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

static void draw_wrapped_row(const char *text, int row, int columns, FILE *out)
{
    text_row_begin(row, out);
    text_row_put(text, text_row_fit_words(text, columns), out);
    text_row_end(out);
}

/* Draws the newest message at the bottom. A long message takes several rows; if it does not fit,
 * its last rows are drawn. */
static void draw_log(const struct online_screen *screen, int top, int bottom, FILE *out)
{
    const struct message_log *log = screen->log;
    const int columns = screen->size.columns;
    size_t first = log->count;
    int free_rows = bottom - top + 1;
    while (first > 0 && free_rows > 0) {
        const int rows = text_row_count(log->lines[--first], columns);
        free_rows -= rows ? rows : 1;
    }
    int row = top + (free_rows < 0 ? free_rows : 0);
    for (; first < log->count; first++) {
        const char *text = log->lines[first];
        do {
            if (row >= top)
                draw_wrapped_row(text, row, columns, out);
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

static void draw_player(const struct online_screen *screen, int row, rk_side side, FILE *out)
{
    const bool to_move = !screen->over && rk_position_turn(rk_game_position(screen->game)) == side;
    const char *name = screen->names[side];
    text_row_begin(row, out);
    fputs(to_move ? "* " : "  ", out);
    text_row_put(name, text_row_fit(name, screen->size.columns - 24), out);
    if (screen->time_left[side] != INT64_MAX) {
        fputs("  ", out);
        text_row_put_time(screen->time_left[side], out);
    }
    fputs(screen->absent[side] ? "  (left)" : "", out);
    text_row_end(out);
}

static void draw_board(const struct online_screen *screen, int row, FILE *out)
{
    struct board_style style = screen->style;
    board_style_mark(&style, screen->game);
    board_draw_at(rk_game_position(screen->game), &style, row, out);
    move_list_draw(screen->game, row, move_list_columns(screen->size.columns), out);
}

static void draw_pockets(const struct online_screen *screen, FILE *out)
{
    static const uint8_t empty[2][RK_KIND_COUNT];
    const rk_position *pos = rk_game_position(screen->game);
    if (!memcmp(pos->pocket, empty, sizeof empty))
        return;
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        fputs(side == RK_WHITE ? "pockets " : " - ", out);
        for (int kind = 0; kind < RK_KIND_COUNT; kind++)
            for (int i = 0; i < pos->pocket[side][kind]; i++)
                board_draw_piece((rk_piece){(rk_kind)kind, side}, &screen->style, out);
    }
    fputs("  ", out);
}

/* For a window without room for the players' rows. */
static void draw_clocks(const struct online_screen *screen, FILE *out)
{
    if (screen->time_left[RK_WHITE] == INT64_MAX)
        return;
    text_row_put_time(screen->time_left[RK_WHITE], out);
    fputs(" - ", out);
    text_row_put_time(screen->time_left[RK_BLACK], out);
    fputs("  ", out);
}

static void draw_status(const struct online_screen *screen, const struct layout *layout, FILE *out)
{
    text_row_begin(layout->status, out);
    if (screen->game && !layout->upper)
        draw_clocks(screen, out);
    if (screen->game)
        draw_pockets(screen, out);
    text_row_put(screen->status, text_row_fit(screen->status, screen->size.columns), out);
    text_row_end(out);
}

void online_screen_draw(const struct online_screen *screen, FILE *out)
{
    const struct layout layout = compute_layout(screen);
    const rk_side bottom = screen->style.flipped ? RK_BLACK : RK_WHITE;
    fputs("\033[?25l", out);
    if (layout.title)
        draw_text(screen->title, layout.title, screen->size.columns, out);
    if (layout.board)
        draw_board(screen, layout.board, out);
    if (layout.upper) {
        draw_player(screen, layout.upper, rk_side_other(bottom), out);
        draw_player(screen, layout.lower, bottom, out);
    }
    draw_status(screen, &layout, out);
    draw_log(screen, layout.status + 1, screen->size.rows - 1, out);
    text_row_prompt("> ", screen->editor, screen->size.rows, screen->size.columns, out);
    fputs("\033[?25h", out);
}
