/* SPDX-License-Identifier: MIT */
#include "tui/screen.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tui/choice_box.h"
#include "tui/panel.h"
#include "tui/prompt.h"
#include "tui/report.h"
#include "tui/screen_layout.h"
#include "tui/text_row.h"

enum { TEXT_ROWS = 2 }; /* the status and a message */

static bool compute_layout(const struct view *view, struct screen_layout *out)
{
    return screen_layout_compute(&view->style, view->size, TEXT_ROWS, out);
}

static const struct theme *theme_of(const struct view *view)
{
    return theme_for(view->style.theme, view->style.display.colours);
}

// ---- the game ----------------------------------------------------------------------------------

static int64_t time_left(const struct session *session, rk_side side)
{
    const rk_clock *clock = rk_game_clock(session->game);
    return clock->control.kind == RK_CLOCK_NONE ? INT64_MAX
                                                : rk_clock_left(clock, side, session->stamp.now);
}

static struct panel_player player_of(const struct view *view, rk_side side)
{
    const struct session *session = view->session;
    const bool is_engine = session->opponent && session->opponent->side == side;
    return (struct panel_player){.name = players_display_name(&session->players, side),
                                 .note = is_engine && session->thinking ? "thinking" : "",
                                 .time_left = time_left(session, side)};
}

/* "Three-check, 5+3" */
static void write_title(const struct session *session, char *out, size_t size)
{
    char clock[RK_CLOCK_TEXT_MAX];
    struct text text = text_in(out, size);
    const rk_time_control *control = &rk_game_clock(session->game)->control;
    text_add(&text, rk_variant_name((rk_variant)rk_game_start(session->game)->variant));
    if (control->kind != RK_CLOCK_NONE) {
        rk_time_control_write(control, clock);
        text_add(&text, ", ");
        text_add(&text, clock);
    }
    text_end(&text);
    *out = (char)toupper((unsigned char)*out);
}

static uint64_t square_bit(rk_square square)
{
    return square < RK_SQUARE_COUNT ? UINT64_C(1) << square : 0;
}

static struct board_style marked_style(const struct view *view)
{
    const rk_game *game = view->session->game;
    const rk_position *pos = rk_game_position(game);
    struct board_style style = view->style;
    board_style_mark(&style, game);
    style.targets = cursor_targets(view->cursor, pos);
    style.cursor = view->cursor->visible
                       ? square_bit(view->cursor->square) | square_bit(view->cursor->from)
                       : 0;
    return style;
}

static void draw_game(const struct view *view, const struct screen_layout *layout,
                      struct canvas *canvas)
{
    char title[100];
    const struct board_style style = marked_style(view);
    const struct session *session = view->session;
    write_title(session, title, sizeof title);
    const struct panel panel = {.game = session->game,
                                .style = &style,
                                .players = {player_of(view, RK_WHITE), player_of(view, RK_BLACK)},
                                .title = title,
                                .over = rk_status_is_over(rk_game_status(session->game))};
    screen_layout_draw_game(layout, &panel, canvas);
}

// ---- choosing a piece --------------------------------------------------------------------------

static struct choice_box choices_of(const struct view *view, const struct screen_layout *layout)
{
    return (struct choice_box){.board = &layout->board,
                               .style = &view->style,
                               .side = rk_game_position(view->session->game)->turn,
                               .kinds = view->choices,
                               .title = view->cursor->from == RK_NO_SQUARE ? "Drop" : "Promote to"};
}

// ---- below the board ---------------------------------------------------------------------------

/* In a small window: the clocks, checks and pockets, which a player must see. */
static void print_compact_players(const struct view *view, FILE *out)
{
    const rk_position *pos = rk_game_position(view->session->game);
    const unsigned rules = rk_variant_rules((rk_variant)pos->variant);
    const bool has_clock = time_left(view->session, RK_WHITE) != INT64_MAX;
    if (!has_clock && !(rules & (RK_CHECKS_COUNT | RK_CAPTURES_DROP)))
        return;
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        fputs(side == RK_WHITE ? "  " : " - ", out);
        if (has_clock)
            text_row_put_time(time_left(view->session, side), out);
        if (rules & RK_CHECKS_COUNT)
            fprintf(out, "%u", pos->checks_left[side]);
        for (int kind = 0; kind < RK_KIND_COUNT && rules & RK_CAPTURES_DROP; kind++)
            for (int i = 0; i < pos->pocket[side][kind]; i++)
                fputc(rk_piece_letter((rk_piece){(rk_kind)kind, side}), out);
    }
}

static void draw_status(const struct view *view, const struct screen_layout *layout,
                        struct canvas *canvas)
{
    char *text = NULL;
    size_t size;
    FILE *line = open_memstream(&text, &size);
    if (!line)
        return;
    session_print_status(view->session, line);
    if (layout->panel_column < 0 && layout->upper_player < 0)
        print_compact_players(view, line);
    fclose(line);
    screen_layout_draw_text(layout, text, layout->text, 1, (struct text_style){.bold = true},
                            canvas);
    free(text);
}

static struct text_style message_style(const struct view *view)
{
    const bool has_colour = view->style.display.colours;
    return (struct text_style){.text = view->is_error && has_colour ? theme_of(view)->warning
                                                                    : COLOUR_DEFAULT,
                               .bold = view->is_error};
}

/* If they share a row, a message replaces the status until the next one or the next search. */
static void draw_text(const struct view *view, const struct screen_layout *layout,
                      struct canvas *canvas)
{
    const bool has_message = *view->message && (!view->session->thinking || view->is_error);
    const bool shared = layout->text_rows < TEXT_ROWS;
    if (!shared || !has_message)
        draw_status(view, layout, canvas);
    if (!shared || has_message)
        screen_layout_draw_text(layout, view->message, layout->text + !shared,
                                shared ? 1 : layout->text_rows - 1, message_style(view), canvas);
}

static void draw_prompt(const struct view *view, const struct screen_layout *layout,
                        struct canvas *canvas)
{
    const rk_position *pos = rk_game_position(view->session->game);
    const bool over = rk_status_is_over(rk_game_status(view->session->game));
    const bool waits = over || session_opponent_to_move(view->session);
    const char *prompt = waits ? "> " : pos->turn == RK_WHITE ? "White> " : "Black> ";
    if (view->question)
        prompt_draw_question(view->question, canvas, layout->prompt, layout->left);
    else
        prompt_draw(prompt, view->editor, canvas, layout->prompt, layout->left);
    if (layout->keys >= 0)
        key_line_draw(view->keys, &view->style, canvas, layout->keys, layout->left);
}

// ---- the whole screen --------------------------------------------------------------------------

bool screen_needs_pages(const struct view *view)
{
    struct screen_layout layout;
    if (!compute_layout(view, &layout))
        return text_row_count(view->message, view->size.columns) > 1;
    const int rows = layout.text_rows < TEXT_ROWS ? 1 : layout.text_rows - 1;
    return text_row_count(view->message, layout.text_width) > rows;
}

int screen_draw_page(const struct view *view, int from, struct canvas *canvas)
{
    const struct screen_layout page = {.text_width = view->size.columns};
    const int rows = view->size.rows - 1, total = text_row_count(view->message, page.text_width);
    const char *text = view->message;
    for (int i = 0; i < from; i++)
        text = text_row_next(text, page.text_width);
    const bool more = from + rows < total;
    screen_layout_draw_text(&page, text, 0, rows, (struct text_style){.bold = false}, canvas);
    prompt_draw_question(more ? "-- space for more --" : "-- press any key --", canvas, rows, 0);
    return more ? from + rows : 0;
}

void screen_draw(const struct view *view, struct canvas *canvas)
{
    struct screen_layout layout;
    if (!compute_layout(view, &layout)) {
        screen_layout_draw_too_small(canvas);
        layout = (struct screen_layout){.prompt = view->size.rows - 1, .keys = -1};
    } else {
        draw_game(view, &layout, canvas);
        draw_text(view, &layout, canvas);
        if (view->choices) {
            const struct choice_box box = choices_of(view, &layout);
            choice_box_draw(&box, canvas);
        }
    }
    draw_prompt(view, &layout, canvas);
}

struct click_target screen_target_at(const struct view *view, int row, int column)
{
    struct screen_layout layout;
    struct click_target spot = {.square = RK_NO_SQUARE, .key = KEY_NONE};
    if (!compute_layout(view, &layout))
        return spot;
    if (row == layout.keys)
        spot.key = key_line_code_at(view->keys, view->size.columns, layout.left, column);
    else if (view->choices) {
        const struct choice_box box = choices_of(view, &layout);
        spot.key = choice_box_key_at(&box, row, column);
    } else
        spot.square = board_view_square(&layout.board, view->style.flipped, row, column);
    return spot;
}
