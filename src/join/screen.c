/* SPDX-License-Identifier: MIT */
#include "join/screen.h"

#include <stdlib.h>
#include <string.h>

#include "tui/choice_box.h"
#include "tui/key_line.h"
#include "tui/prompt.h"
#include "tui/screen_layout.h"
#include "tui/text_row.h"

enum { TEXT_ROWS = 4 }; /* the status and a few messages */

static bool compute_layout(const struct online_screen *screen, struct screen_layout *out)
{
    if (screen->game && screen_layout_compute(&screen->style, screen->size, TEXT_ROWS, out))
        return true;
    screen_layout_without_board(screen->size, out);
    return false;
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

/* Draws the newest message at the bottom. A long message takes several rows; if it does not fit,
 * its last rows are drawn. */
static void draw_log(const struct online_screen *screen, const struct screen_layout *layout,
                     int top, struct canvas *canvas)
{
    const struct message_log *log = screen->log;
    const int columns = layout->text_width;
    size_t first = log->count;
    int free_rows = layout->prompt - top;
    while (first > 0 && free_rows > 0) {
        const int rows = text_row_count(log->lines[--first], columns);
        free_rows -= rows ? rows : 1;
    }
    int row = top + (free_rows < 0 ? free_rows : 0);
    for (; first < log->count; first++) {
        const char *text = log->lines[first];
        do {
            if (row >= top)
                screen_layout_draw_text(layout, text, row, 1, (struct text_style){.bold = false},
                                        canvas);
            text = text_row_next(text, columns);
            row++;
        } while (*text && row < layout->prompt);
    }
}

// ---- the game --------------------------------------------------------------------------------

static struct panel_player player_of(const struct online_screen *screen, rk_side side)
{
    return (struct panel_player){.name = screen->names[side],
                                 .note = screen->absent[side] ? "left" : "",
                                 .time_left = screen->time_left[side]};
}

static void draw_game(const struct online_screen *screen, const struct screen_layout *layout,
                      struct canvas *canvas)
{
    struct board_style style = screen->style;
    board_style_mark(&style, screen->game);
    if (screen->cursor->from != RK_NO_SQUARE) {
        style.targets = cursor_targets(screen->cursor, rk_game_position(screen->game));
        style.cursor = UINT64_C(1) << screen->cursor->from;
    }
    const struct panel panel = {
        .game = screen->game,
        .style = &style,
        .players = {player_of(screen, RK_WHITE), player_of(screen, RK_BLACK)},
        .title = screen->title,
        .short_title = screen->short_title,
        .over = screen->over};
    screen_layout_draw_game(layout, &panel, canvas);
}

static struct choice_box choices_of(const struct online_screen *screen,
                                    const struct screen_layout *layout)
{
    return (struct choice_box){.board = &layout->board,
                               .style = &screen->style,
                               .side = rk_position_turn(rk_game_position(screen->game)),
                               .kinds = screen->choices,
                               .title =
                                   screen->cursor->from == RK_NO_SQUARE ? "Drop" : "Promote to"};
}

/* Prints the letters of the pieces, if there are any, after a blank if the clock is before them. */
static void print_pocket(const rk_position *pos, rk_side side, const char *blank, FILE *out)
{
    const char *before = blank;
    for (int kind = 0; kind < RK_KIND_COUNT; kind++)
        for (int i = 0; i < pos->pocket[side][kind]; i++) {
            fprintf(out, "%s%c", before, rk_piece_letter((rk_piece){(rk_kind)kind, side}));
            before = "";
        }
}

/* For a window without room for the players. */
static void print_compact_players(const struct online_screen *screen, FILE *out)
{
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        const bool has_clock = screen->time_left[side] != INT64_MAX;
        if (has_clock)
            text_row_put_time(screen->time_left[side], out);
        print_pocket(rk_game_position(screen->game), side, has_clock ? " " : "", out);
        fputs(!has_clock ? " " : side == RK_WHITE ? " - " : "  ", out);
    }
}

static void draw_status(const struct online_screen *screen, const struct screen_layout *layout,
                        bool is_compact, struct canvas *canvas)
{
    char *text = NULL;
    size_t size;
    FILE *line = open_memstream(&text, &size);
    if (!line)
        return;
    if (is_compact)
        print_compact_players(screen, line);
    fputs(screen->status, line);
    fclose(line);
    screen_layout_draw_text(layout, text, layout->text, 1, (struct text_style){.bold = true},
                            canvas);
    free(text);
}

// ---- the whole screen --------------------------------------------------------------------------

static const struct key_hint hints[] = {{"Enter", "run", KEY_ENTER},   {"F1", "help", KEY_F(1)},
                                        {"F4", "flip", KEY_F(4)},      {"F7", "theme", KEY_F(7)},
                                        {"F8", "blindfold", KEY_F(8)}, {"F10", "quit", KEY_F(10)},
                                        {NULL, NULL, KEY_NONE}};

static void draw_title(const struct online_screen *screen, struct screen_layout *layout,
                       struct canvas *canvas)
{
    screen_layout_draw_text(layout, screen->title, layout->text, 1,
                            (struct text_style){.bold = false}, canvas);
    layout->text++;
    layout->text_rows--;
}

void online_screen_draw(const struct online_screen *screen, struct canvas *canvas)
{
    struct screen_layout layout;
    const bool has_board = compute_layout(screen, &layout);
    const bool is_compact = has_board && layout.panel_column < 0 && layout.upper_player < 0;
    if (has_board)
        draw_game(screen, &layout, canvas);
    if (has_board && screen->choices) {
        const struct choice_box box = choices_of(screen, &layout);
        choice_box_draw(&box, canvas);
    }
    if (!is_compact && layout.panel_column < 0)
        draw_title(screen, &layout, canvas);
    draw_status(screen, &layout, is_compact, canvas);
    draw_log(screen, &layout, layout.text + 1, canvas);
    prompt_draw("> ", screen->editor, canvas, layout.prompt, layout.left);
    if (layout.keys >= 0)
        key_line_draw(hints, &screen->style, canvas, layout.keys, layout.left);
}

struct online_target online_screen_target_at(const struct online_screen *screen, int row,
                                             int column)
{
    struct screen_layout layout;
    struct online_target spot = {.square = RK_NO_SQUARE, .key = KEY_NONE};
    const bool has_board = compute_layout(screen, &layout);
    if (row == layout.keys)
        spot.key = key_line_code_at(hints, screen->size.columns, layout.left, column);
    else if (has_board && screen->choices) {
        const struct choice_box box = choices_of(screen, &layout);
        spot.key = choice_box_key_at(&box, row, column);
    } else if (has_board)
        spot.square = board_view_square(&layout.board, screen->style.flipped, row, column);
    return spot;
}
