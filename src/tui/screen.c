/* SPDX-License-Identifier: MIT */
#include "tui/screen.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tui/report.h"

enum {
    LIST_COLUMN = BOARD_WIDTH + 3,
    LIST_WIDTH = 22,                /* of "123. Nbxd7+ Qa1xh8+" */
    ROWS_MIN = BOARD_RANKS + 3,     /* files, status or message, prompt */
    PLAYERS_ROWS = BOARD_RANKS + 6, /* the players' lines, status and message too */
    TENTHS_BELOW = 20000            /* milliseconds */
};

/* Which row holds what, from 1; 0: there is no room for it. */
struct layout {
    int upper, board, lower, status, message, message_rows, prompt, lists;
};

static struct layout lay_out(struct terminal_size size)
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
    layout.lists = (size.columns - LIST_COLUMN) / LIST_WIDTH;
    return layout;
}

static bool is_too_small(struct terminal_size size)
{
    return size.rows < ROWS_MIN || size.columns < BOARD_WIDTH;
}

// ---- text in a width -------------------------------------------------------------------------

/* The bytes of text that fit in so many columns, up to the end of the line. */
static size_t fit(const char *text, int columns)
{
    size_t size = strcspn(text, "\n");
    while (size && line_columns(text, size) > (size_t)columns)
        size--;
    return size;
}

/* The same, but ending between words if there is more on the line. */
static size_t fit_words(const char *text, int columns)
{
    const size_t size = fit(text, columns);
    size_t cut = size;
    if (!text[size] || text[size] == '\n')
        return size;
    while (cut && text[cut] != ' ')
        cut--;
    return cut ? cut : size;
}

static const char *next_row(const char *text, int columns)
{
    text += fit_words(text, columns);
    return *text == '\n' || *text == ' ' ? text + 1 : text;
}

static int count_rows(const char *text, int columns)
{
    int rows = 0;
    for (; *text; text = next_row(text, columns))
        rows++;
    return rows;
}

// A file's name or a word of a file may hold anything, but shall not command the terminal.
static void put_text(const char *text, size_t size, FILE *out)
{
    for (size_t i = 0; i < size; i++)
        fputc((unsigned char)text[i] < ' ' || text[i] == 127 ? '?' : text[i], out);
}

static void begin_row(int row, FILE *out)
{
    fprintf(out, "\033[%d;1H", row);
}

static void end_row(FILE *out)
{
    fputs("\033[K", out);
}

// ---- the players -----------------------------------------------------------------------------

static int count_kind(const rk_position *pos, rk_side side, int kind)
{
    int count = 0;
    for (uint64_t set = pos->of[kind] & pos->by[side]; set; set &= set - 1)
        count++;
    return count;
}

static int value_of(const rk_position *pos, rk_side side)
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
    if (count > 8) { // a horde
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
    const int ahead = value_of(pos, side) - value_of(pos, other);
    if (ahead > 0)
        fprintf(out, " +%d", ahead);
}

static void draw_pocket(const struct view *view, rk_side side, FILE *out)
{
    const rk_position *pos = rk_game_position(view->session->game);
    fputs("in hand ", out);
    for (int kind = 0; kind < RK_KIND_COUNT; kind++)
        draw_pieces(view, (rk_piece){(rk_kind)kind, side}, pos->pocket[side][kind], out);
}

static void draw_time(int64_t left, FILE *out)
{
    const int64_t shown = left > 0 ? left : 0, seconds = shown / 1000;
    if (shown < TENTHS_BELOW)
        fprintf(out, "%" PRId64 ".%d", seconds, (int)(shown / 100 % 10));
    else if (seconds < 3600)
        fprintf(out, "%" PRId64 ":%02d", seconds / 60, (int)(seconds % 60));
    else
        fprintf(out, "%" PRId64 ":%02d:%02d", seconds / 3600, (int)(seconds / 60 % 60),
                (int)(seconds % 60));
}

static bool has_clock(const struct view *view)
{
    return rk_game_clock(view->session->game)->rule.kind != RK_CLOCK_NONE;
}

static void draw_clock(const struct view *view, rk_side side, FILE *out)
{
    const struct session *session = view->session;
    draw_time(rk_clock_left(rk_game_clock(session->game), side, session->when.now), out);
}

static void draw_player(const struct view *view, int row, rk_side side, FILE *out)
{
    const rk_position *pos = rk_game_position(view->session->game);
    const unsigned rules = rk_variant_rules((rk_variant)pos->variant);
    const bool moves = pos->turn == side && !rk_status_is_over(rk_game_status(view->session->game));
    begin_row(row, out);
    fputs(moves ? "* " : "  ", out);
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
    end_row(out);
}

// ---- the board -------------------------------------------------------------------------------

static uint64_t bit(rk_square square)
{
    return square < RK_SQUARE_COUNT ? UINT64_C(1) << square : 0;
}

static uint64_t last_move(const rk_game *game)
{
    for (size_t i = rk_game_length(game); i-- > 0;) {
        const rk_action *action = rk_game_action(game, i);
        if (action->kind != RK_ACT_MOVE)
            continue;
        const bool dropped = rk_move_dropped(action->move) != RK_NO_KIND;
        return bit(rk_move_to(action->move)) | (dropped ? 0 : bit(rk_move_from(action->move)));
    }
    return 0;
}

static struct board_style style_of(const struct view *view)
{
    const rk_game *game = view->session->game;
    const rk_position *pos = rk_game_position(game);
    struct board_style style = view->style;
    style.marked = last_move(game);
    style.alarm = rk_position_in_check(pos) ? pos->of[RK_KING] & pos->by[pos->turn] : 0;
    style.targets = hand_targets(view->hand, pos);
    style.cursor = view->hand->shown ? bit(view->hand->at) | bit(view->hand->taken) : 0;
    return style;
}

static void draw_board(const struct view *view, int row, FILE *out)
{
    const struct board_style style = style_of(view);
    for (int i = 0; i < BOARD_RANKS; i++) {
        begin_row(row + i, out);
        board_draw_rank(rk_game_position(view->session->game), &style, i, out);
        end_row(out);
    }
    begin_row(row + BOARD_RANKS, out);
    board_draw_files(&style, out);
    end_row(out);
}

// ---- the moves -------------------------------------------------------------------------------

/* The moves stand in pairs of which the first may lack its white half. */
struct move_list {
    int top, rows, lists;
    size_t room, first; /* how many pairs are shown, from which on */
};

static void draw_move(const rk_position *before, rk_move move, const struct move_list *list,
                      size_t pair, FILE *out)
{
    char san[RK_SAN_MAX];
    const size_t place = pair - list->first;
    if (pair < list->first || place >= list->room)
        return;
    const int row = list->top + (int)place % list->rows;
    const int column = LIST_COLUMN + 1 + LIST_WIDTH * ((int)place / list->rows);
    rk_san_write(before, move, san);
    if (before->turn == RK_WHITE)
        fprintf(out, "\033[%d;%dH%3u. %s", row, column, before->move_number, san);
    else
        fprintf(out, "\033[%d;%dH%3u.\033[%d;%dH%s", row, column, before->move_number, row,
                column + 13, san);
}

static size_t pair_of(const struct session *session, const rk_position *before)
{
    return (size_t)(before->move_number - rk_game_start(session->game)->move_number);
}

static void draw_moves(const struct view *view, const struct layout *layout, FILE *out)
{
    const rk_game *game = view->session->game;
    struct move_list list = {.top = layout->board,
                             .rows = BOARD_RANKS + 1,
                             .lists = layout->lists < 3 ? layout->lists : 3};
    if (list.lists < 1)
        return;
    list.room = (size_t)list.rows * (size_t)list.lists;
    const rk_position *pos = rk_game_position(game);
    const size_t pairs = pair_of(view->session, pos) + (pos->turn == RK_BLACK);
    // Full columns move out at the left, so that moves stay where they are.
    while (pairs > list.first + list.room)
        list.first += list.lists > 1 ? (size_t)list.rows : 1;
    for (size_t i = 0; i < rk_game_length(game); i++) {
        const rk_position *before = rk_game_before(game, i);
        if (rk_game_action(game, i)->kind == RK_ACT_MOVE)
            draw_move(before, rk_game_action(game, i)->move, &list, pair_of(view->session, before),
                      out);
    }
}

// ---- below the board -------------------------------------------------------------------------

static void draw_text(const struct view *view, const char *text, int row, int rows, FILE *out)
{
    const int columns = view->size.columns;
    for (int i = 0; i < rows; i++) {
        begin_row(row + i, out);
        put_text(text, fit_words(text, columns), out);
        text = *text ? next_row(text, columns) : text;
        end_row(out);
    }
}

/* What of the players' lines a game cannot be played without. */
static void draw_players_briefly(const struct view *view, FILE *out)
{
    const rk_position *pos = rk_game_position(view->session->game);
    const unsigned rules = rk_variant_rules((rk_variant)pos->variant);
    if (!has_clock(view) && !(rules & (RK_CHECKS_COUNT | RK_CAPTURES_DROP)))
        return;
    for (int side = RK_WHITE; side <= RK_BLACK; side++) {
        fputs(side == RK_WHITE ? "  " : " - ", out);
        if (has_clock(view))
            draw_clock(view, (rk_side)side, out);
        if (rules & RK_CHECKS_COUNT)
            fprintf(out, "%u", pos->checks_left[side]);
        if (rules & RK_CAPTURES_DROP)
            draw_pocket(view, (rk_side)side, out);
    }
}

static void draw_status(const struct view *view, const struct layout *layout, FILE *out)
{
    char *text = NULL;
    size_t size;
    FILE *line = open_memstream(&text, &size);
    if (!line)
        return;
    report_status(view->session->game, line);
    if (!layout->upper)
        draw_players_briefly(view, line);
    fclose(line);
    draw_text(view, text, layout->status, 1, out);
    free(text);
}

static void draw_message(const struct view *view, const struct layout *layout, FILE *out)
{
    // Where status and message share a row, the message stands until the next one.
    if (layout->message == layout->status && !*view->message)
        return;
    if (view->refused && view->style.colour)
        fputs("\033[1m", out);
    draw_text(view, view->message, layout->message, layout->message_rows, out);
    fputs("\033[0m", out);
}

static void draw_prompt(const struct view *view, int row, FILE *out)
{
    const struct line *line = view->line;
    begin_row(row, out);
    if (view->question) {
        fwrite(view->question, 1, fit(view->question, view->size.columns - 2), out);
        fputc(' ', out);
        end_row(out);
        return;
    }
    const rk_position *pos = rk_game_position(view->session->game);
    const bool over = rk_status_is_over(rk_game_status(view->session->game));
    const char *prompt = over ? "> " : pos->turn == RK_WHITE ? "White> " : "Black> ";
    const int room = view->size.columns - (int)strlen(prompt) - 1;
    size_t from = 0; // a line longer than the window shows the part around its cursor
    while (line_columns(line->text + from, line->cursor - from) > (size_t)room)
        from++;
    fputs(prompt, out);
    put_text(line->text + from, fit(line->text + from, room), out);
    end_row(out);
    fprintf(out, "\033[%d;%zuH", row,
            1 + strlen(prompt) + line_columns(line->text + from, line->cursor - from));
}

// ---- the whole -------------------------------------------------------------------------------

bool screen_needs_pages(const struct view *view)
{
    const struct layout layout = lay_out(view->size);
    return count_rows(view->message, view->size.columns) > layout.message_rows;
}

int screen_draw_page(const struct view *view, int from, FILE *out)
{
    const int rows = view->size.rows - 1, total = count_rows(view->message, view->size.columns);
    const char *text = view->message;
    for (int i = 0; i < from; i++)
        text = next_row(text, view->size.columns);
    const bool more = from + rows < total;
    fputs("\033[?25l", out);
    draw_text(view, text, 1, rows, out);
    begin_row(rows + 1, out);
    fputs(more ? "-- space for more --" : "-- any key --", out);
    end_row(out);
    fputs("\033[?25h", out);
    return more ? from + rows : 0;
}

void screen_draw(const struct view *view, FILE *out)
{
    const struct layout layout = lay_out(view->size);
    const rk_side bottom = view->style.flipped ? RK_BLACK : RK_WHITE;
    fputs("\033[?25l", out);
    if (is_too_small(view->size)) {
        fputs("\033[H\033[2J", out);
        draw_text(view, "too small a window", 1, 1, out);
    } else {
        draw_board(view, layout.board, out);
        if (layout.upper) {
            draw_player(view, layout.upper, rk_side_other(bottom), out);
            draw_player(view, layout.lower, bottom, out);
        }
        draw_moves(view, &layout, out);
        draw_status(view, &layout, out);
        draw_message(view, &layout, out);
    }
    draw_prompt(view, view->size.rows, out);
    fputs("\033[?25h", out);
}
