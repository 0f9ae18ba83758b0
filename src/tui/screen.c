/* SPDX-License-Identifier: MIT */
#include "tui/screen.h"

#include <stdlib.h>
#include <string.h>

#include "tui/move_list.h"
#include "tui/report.h"
#include "tui/text_row.h"

enum {
    ROWS_MIN = BOARD_RANKS + 3,    /* files, status or message, prompt */
    PLAYERS_ROWS = BOARD_RANKS + 6 /* also the players, the status and the message */
};

/* The row of each part, counted from 1; 0: there is no room for it. */
struct layout {
    int upper, board, lower, status, message, message_rows, prompt, move_columns;
};

static struct layout compute_layout(struct terminal_size size)
{
    const bool players = size.rows >= PLAYERS_ROWS;
    struct layout layout = {.board = 1 + players, .prompt = size.rows};
    const int below = layout.board + BOARD_RANKS + 1;
    if (players) {
        layout.upper = 1;
        layout.lower = below;
    }
    layout.status = below + players;
    layout.message_rows = size.rows - layout.status - 1;
    layout.message = layout.message_rows > 0 ? layout.status + 1 : layout.status;
    layout.message_rows += layout.message_rows == 0;
    layout.move_columns = move_list_columns(size.columns);
    return layout;
}

static bool is_too_small(struct terminal_size size)
{
    return size.rows < ROWS_MIN || size.columns < BOARD_WIDTH;
}

// ---- players ---------------------------------------------------------------------------------

static int count_kind(const rk_position *pos, rk_side side, int kind)
{
    int count = 0;
    for (uint64_t set = pos->of[kind] & pos->by[side]; set; set &= set - 1)
        count++;
    return count;
}

static int material(const rk_position *pos, rk_side side)
{
    static const int values[RK_KIND_COUNT] = {[RK_PAWN] = 1, [RK_KNIGHT] = 3, [RK_BISHOP] = 3,
                                              [RK_ROOK] = 5, [RK_QUEEN] = 9,  [RK_AMAZON] = 12};
    int value = 0;
    for (int kind = 0; kind < RK_KIND_COUNT; kind++)
        value += values[kind] * (count_kind(pos, side, kind) + pos->pocket[side][kind]);
    return value;
}

static void draw_pieces(const struct view *view, rk_piece piece, int count, FILE *out)
{
    if (count > 0 && count <= 8)
        for (int i = 0; i < count; i++)
            board_draw_piece(piece, &view->style, out);
    if (count > 8) { // as in horde
        board_draw_piece(piece, &view->style, out);
        fprintf(out, "x%d", count);
    }
}

static void draw_captured(const struct view *view, rk_side side, FILE *out)
{
    const rk_position *pos = rk_game_position(view->session->game);
    const rk_position *start = rk_game_start(view->session->game);
    const rk_side other = rk_side_other(side);
    for (int kind = 0; kind < RK_KIND_COUNT; kind++)
        draw_pieces(view, (rk_piece){(rk_kind)kind, other},
                    count_kind(start, other, kind) - count_kind(pos, other, kind), out);
    const int ahead = material(pos, side) - material(pos, other);
    if (ahead > 0)
        fprintf(out, " +%d", ahead);
}

static void draw_pocket(const struct view *view, rk_side side, FILE *out)
{
    const rk_position *pos = rk_game_position(view->session->game);
    fputs("pocket ", out);
    for (int kind = 0; kind < RK_KIND_COUNT; kind++)
        draw_pieces(view, (rk_piece){(rk_kind)kind, side}, pos->pocket[side][kind], out);
}

static bool has_clock(const struct view *view)
{
    return rk_game_clock(view->session->game)->control.kind != RK_CLOCK_NONE;
}

static void draw_clock(const struct view *view, rk_side side, FILE *out)
{
    const struct session *session = view->session;
    text_row_put_time(rk_clock_left(rk_game_clock(session->game), side, session->stamp.now), out);
}

static void draw_player(const struct view *view, int row, rk_side side, FILE *out)
{
    const rk_position *pos = rk_game_position(view->session->game);
    const unsigned rules = rk_variant_rules((rk_variant)pos->variant);
    const bool to_move =
        pos->turn == side && !rk_status_is_over(rk_game_status(view->session->game));
    text_row_begin(row, out);
    fputs(to_move ? "* " : "  ", out);
    fputs(side == RK_WHITE ? "White " : "Black ", out);
    if (has_clock(view)) {
        draw_clock(view, side, out);
        fputc(' ', out);
    }
    if (rules & RK_CHECKS_COUNT)
        fprintf(out, "checks left %u ", pos->checks_left[side]);
    if (rules & RK_CAPTURES_DROP)
        draw_pocket(view, side, out);
    else
        draw_captured(view, side, out);
    text_row_end(out);
}

// ---- board -----------------------------------------------------------------------------------

static uint64_t bit(rk_square square)
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
    style.cursor = view->cursor->visible ? bit(view->cursor->square) | bit(view->cursor->from) : 0;
    return style;
}

static void draw_board(const struct view *view, int row, FILE *out)
{
    const struct board_style style = marked_style(view);
    board_draw_at(rk_game_position(view->session->game), &style, row, out);
}

// ---- below the board -------------------------------------------------------------------------

static void draw_text(const struct view *view, const char *text, int row, int rows, FILE *out)
{
    const int columns = view->size.columns;
    for (int i = 0; i < rows; i++) {
        text_row_begin(row + i, out);
        text_row_put(text, text_row_fit_words(text, columns), out);
        text = *text ? text_row_next(text, columns) : text;
        text_row_end(out);
    }
}

/* In a small window: the clocks, checks and pockets, which a player must see. */
static void draw_compact_players(const struct view *view, FILE *out)
{
    const rk_position *pos = rk_game_position(view->session->game);
    const unsigned rules = rk_variant_rules((rk_variant)pos->variant);
    if (!has_clock(view) && !(rules & (RK_CHECKS_COUNT | RK_CAPTURES_DROP)))
        return;
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        fputs(side == RK_WHITE ? "  " : " - ", out);
        if (has_clock(view))
            draw_clock(view, side, out);
        if (rules & RK_CHECKS_COUNT)
            fprintf(out, "%u", pos->checks_left[side]);
        if (rules & RK_CAPTURES_DROP)
            draw_pocket(view, side, out);
    }
}

static void draw_status(const struct view *view, const struct layout *layout, FILE *out)
{
    char *text = NULL;
    size_t size;
    FILE *line = open_memstream(&text, &size);
    if (!line)
        return;
    session_print_status(view->session, line);
    if (!layout->upper)
        draw_compact_players(view, line);
    fclose(line);
    draw_text(view, text, layout->status, 1, out);
    free(text);
}

static void draw_message(const struct view *view, const struct layout *layout, FILE *out)
{
    // If they share a row, a message replaces the status until the next one or the next search.
    const bool has_message = *view->message && (!view->session->thinking || view->is_error);
    if (layout->message == layout->status && !has_message)
        return;
    if (view->is_error && view->style.colour)
        fputs("\033[1m", out);
    draw_text(view, view->message, layout->message, layout->message_rows, out);
    fputs("\033[0m", out);
}

static void draw_prompt(const struct view *view, int row, FILE *out)
{
    const rk_position *pos = rk_game_position(view->session->game);
    const bool over = rk_status_is_over(rk_game_status(view->session->game));
    if (!view->question) {
        const bool waits = over || session_opponent_to_move(view->session);
        const char *prompt = waits ? "> " : pos->turn == RK_WHITE ? "White> " : "Black> ";
        text_row_prompt(prompt, view->editor, row, view->size.columns, out);
        return;
    }
    text_row_begin(row, out);
    fwrite(view->question, 1, text_row_fit(view->question, view->size.columns - 2), out);
    fputc(' ', out);
    text_row_end(out);
}

// ---- the whole screen ------------------------------------------------------------------------

bool screen_needs_pages(const struct view *view)
{
    const struct layout layout = compute_layout(view->size);
    return text_row_count(view->message, view->size.columns) > layout.message_rows;
}

int screen_draw_page(const struct view *view, int from, FILE *out)
{
    const int rows = view->size.rows - 1, total = text_row_count(view->message, view->size.columns);
    const char *text = view->message;
    for (int i = 0; i < from; i++)
        text = text_row_next(text, view->size.columns);
    const bool more = from + rows < total;
    fputs("\033[?25l", out);
    draw_text(view, text, 1, rows, out);
    text_row_begin(rows + 1, out);
    fputs(more ? "-- space for more --" : "-- press any key --", out);
    text_row_end(out);
    fputs("\033[?25h", out);
    return more ? from + rows : 0;
}

static void draw_size_error(const struct view *view, FILE *out)
{
    char text[80];
    snprintf(text, sizeof text, "window too small: need at least %dx%d", BOARD_WIDTH, ROWS_MIN);
    draw_text(view, text, 1, view->size.rows - 1, out);
}

void screen_draw(const struct view *view, FILE *out)
{
    const struct layout layout = compute_layout(view->size);
    const rk_side bottom = view->style.flipped ? RK_BLACK : RK_WHITE;
    fputs("\033[?25l", out);
    if (is_too_small(view->size)) {
        fputs("\033[H\033[2J", out);
        draw_size_error(view, out);
    } else {
        draw_board(view, layout.board, out);
        if (layout.upper) {
            draw_player(view, layout.upper, rk_side_other(bottom), out);
            draw_player(view, layout.lower, bottom, out);
        }
        move_list_draw(view->session->game, layout.board, layout.move_columns, out);
        draw_status(view, &layout, out);
        draw_message(view, &layout, out);
    }
    draw_prompt(view, view->size.rows, out);
    fputs("\033[?25h", out);
}
