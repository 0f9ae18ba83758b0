/* SPDX-License-Identifier: MIT */
#include "tui/panel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tui/move_list.h"
#include "tui/report.h"
#include "tui/text_row.h"

enum { LOW_TIME = 20000 }; /* milliseconds */
enum { BADGE_WIDTH = 4 };

// ---- looks -------------------------------------------------------------------------------------

static const struct theme *theme_of(const struct panel *panel)
{
    return theme_for(panel->style->theme, panel->style->display.colours);
}

static bool has_colour(const struct panel *panel)
{
    return panel->style->display.colours;
}

static struct text_style faint_style(const struct panel *panel)
{
    return (struct text_style){.text = has_colour(panel) ? theme_of(panel)->faint : COLOUR_DEFAULT};
}

static struct text_style accent_style(const struct panel *panel)
{
    if (!has_colour(panel))
        return (struct text_style){.bold = true};
    return (struct text_style){
        .text = theme_of(panel)->accent_text, .back = theme_of(panel)->accent, .bold = true};
}

static bool is_to_move(const struct panel *panel, rk_side side)
{
    return !panel->over && rk_position_turn(rk_game_position(panel->game)) == side;
}

// ---- captured pieces ---------------------------------------------------------------------------

static int count_kind(const rk_position *pos, rk_side side, int kind)
{
    int count = 0;
    for (uint64_t set = pos->of[kind] & pos->by[side]; set; set &= set - 1)
        count++;
    return count;
}

static int count_material(const rk_position *pos, rk_side side)
{
    static const int values[RK_KIND_COUNT] = {[RK_PAWN] = 1, [RK_KNIGHT] = 3, [RK_BISHOP] = 3,
                                              [RK_ROOK] = 5, [RK_QUEEN] = 9,  [RK_AMAZON] = 12};
    int value = 0;
    for (int kind = 0; kind < RK_KIND_COUNT; kind++)
        value += values[kind] * (count_kind(pos, side, kind) + pos->pocket[side][kind]);
    return value;
}

/* Beside the board pieces have no square to stand out from: White's are outlined. */
static void add_piece(struct text *text, rk_piece piece, const struct board_style *style)
{
    static const char *const symbols[2][RK_KIND_COUNT] = {{[RK_PAWN] = "\u2659",
                                                           [RK_KNIGHT] = "\u2658",
                                                           [RK_BISHOP] = "\u2657",
                                                           [RK_ROOK] = "\u2656",
                                                           [RK_QUEEN] = "\u2655",
                                                           [RK_KING] = "\u2654"},
                                                          {[RK_PAWN] = "\u265f",
                                                           [RK_KNIGHT] = "\u265e",
                                                           [RK_BISHOP] = "\u265d",
                                                           [RK_ROOK] = "\u265c",
                                                           [RK_QUEEN] = "\u265b",
                                                           [RK_KING] = "\u265a"}};
    const char *symbol = style->display.symbols ? symbols[piece.side][piece.kind] : NULL;
    if (symbol)
        text_add(text, symbol);
    else
        text_put(text, rk_piece_letter(piece));
}

static void add_pieces(struct text *text, rk_piece piece, int count,
                       const struct board_style *style)
{
    for (int i = 0; i < count && count <= 8; i++)
        add_piece(text, piece, style);
    if (count > 8) { // as in horde
        add_piece(text, piece, style);
        text_put(text, 'x');
        text_number(text, (unsigned long)count);
    }
}

static void add_captured(struct text *text, const struct panel *panel, rk_side side)
{
    const rk_position *pos = rk_game_position(panel->game), *start = rk_game_start(panel->game);
    const rk_side other = rk_side_other(side);
    for (int kind = RK_KIND_COUNT - 1; kind >= 0; kind--)
        add_pieces(text, (rk_piece){(rk_kind)kind, other},
                   count_kind(start, other, kind) - count_kind(pos, other, kind), panel->style);
    const int ahead = count_material(pos, side) - count_material(pos, other);
    if (ahead > 0) {
        text_add(text, text->at == text->start ? "+" : " +");
        text_number(text, (unsigned long)ahead);
    }
}

static void add_pocket(struct text *text, const struct panel *panel, rk_side side)
{
    const rk_position *pos = rk_game_position(panel->game);
    text_add(text, "pocket");
    for (int kind = RK_KIND_COUNT - 1; kind >= 0; kind--)
        if (pos->pocket[side][kind]) {
            text_put(text, ' ');
            add_pieces(text, (rk_piece){(rk_kind)kind, side}, pos->pocket[side][kind],
                       panel->style);
        }
}

/* Captured pieces, the pocket or the checks left. Blindfold players see no pieces. */
static void write_possessions(const struct panel *panel, rk_side side, char *out, size_t size)
{
    const rk_position *pos = rk_game_position(panel->game);
    const unsigned rules = rk_variant_rules((rk_variant)pos->variant);
    struct text text = text_in(out, size);
    if (rules & RK_CHECKS_COUNT) {
        text_number(&text, pos->checks_left[side]);
        text_add(&text, pos->checks_left[side] == 1 ? " check to win  " : " checks to win  ");
    }
    if (rules & RK_CAPTURES_DROP)
        add_pocket(&text, panel, side);
    else if (!panel->style->blindfold)
        add_captured(&text, panel, side);
    text_end(&text);
}

// ---- players -----------------------------------------------------------------------------------

/* The king of the side on a square of the board, so that its colour is seen. Without colour, the
 * side to move is marked, and the king is outlined or filled as on a large board. */
static int draw_badge(const struct panel *panel, rk_side side, struct canvas *canvas, int row,
                      int column)
{
    char text[16];
    struct text badge = text_in(text, sizeof text);
    struct text_style style = {.bold = true};
    text_add(&badge, has_colour(panel) ? " " : is_to_move(panel, side) ? "* " : "  ");
    if (has_colour(panel)) {
        style = (struct text_style){.text = theme_of(panel)->pieces[side],
                                    .back = theme_of(panel)->squares[MARK_NONE][1]};
        text_add(&badge, board_piece_text((rk_piece){RK_KING, side}, panel->style).text);
        text_put(&badge, ' ');
    } else if (panel->style->display.symbols)
        add_piece(&badge, (rk_piece){RK_KING, side}, panel->style);
    text_end(&badge);
    canvas_put(canvas, row, column, BADGE_WIDTH, text, style);
    return has_colour(panel) || panel->style->display.symbols ? BADGE_WIDTH : 2;
}

static int draw_clock(const struct panel *panel, rk_side side, struct canvas *canvas, int row,
                      int end)
{
    char *text = NULL;
    size_t size;
    const int64_t left = panel->players[side].time_left;
    FILE *out = left == INT64_MAX ? NULL : open_memstream(&text, &size);
    if (!out)
        return 0;
    fputc(' ', out);
    text_row_put_time(left, out);
    fputc(' ', out);
    fclose(out);
    struct text_style style = is_to_move(panel, side) ? accent_style(panel) : faint_style(panel);
    if (left < LOW_TIME && is_to_move(panel, side) && has_colour(panel))
        style.back = theme_of(panel)->warning;
    const int width = (int)strlen(text);
    canvas_put(canvas, row, end - width, width, text, style);
    free(text);
    return width;
}

/* Draws the name and the clock; returns the columns the name takes with its badge. */
static int draw_name(const struct panel *panel, rk_side side, struct canvas *canvas, int row,
                     int column, int width)
{
    const struct panel_player *player = &panel->players[side];
    const bool named = strcmp(player->name, report_side_names[side]) != 0;
    const struct text_style style = {.bold = is_to_move(panel, side)};
    int at = column + draw_badge(panel, side, canvas, row, column);
    const int end = column + width - draw_clock(panel, side, canvas, row, column + width) - 1;
    at += canvas_put(canvas, row, at, end - at, player->name, style);
    if (named && !has_colour(panel)) {
        at += canvas_put(canvas, row, at, end - at, " - ", faint_style(panel));
        at += canvas_put(canvas, row, at, end - at, report_side_names[side], faint_style(panel));
    }
    if (*player->note) {
        at += canvas_put(canvas, row, at, end - at, "  ", style);
        at += canvas_put(canvas, row, at, end - at, player->note, faint_style(panel));
    }
    return at - column;
}

void panel_draw_player(const struct panel *panel, rk_side side, struct canvas *canvas, int row,
                       int column, int width)
{
    char possessions[200];
    const int used = draw_name(panel, side, canvas, row, column, width) + 2;
    write_possessions(panel, side, possessions, sizeof possessions);
    const int clock = panel->players[side].time_left == INT64_MAX ? 0 : 10;
    canvas_put(canvas, row, column + used, width - used - clock, possessions,
               (struct text_style){.bold = false});
}

// ---- the panel ---------------------------------------------------------------------------------

static const char *fitting_title(const struct panel *panel, int width)
{
    const bool fits = text_row_width(panel->title, strlen(panel->title)) <= (size_t)width;
    return fits || !panel->short_title ? panel->title : panel->short_title;
}

static void draw_title(const struct panel *panel, struct canvas *canvas, int row, int column,
                       int width)
{
    const char *line = panel->style->display.utf8 ? "\u2500" : "-";
    canvas_fill(canvas, row, column, width, line, faint_style(panel));
    if (*panel->title) {
        canvas_fill(canvas, row, column + 1, 1, " ", faint_style(panel));
        const int used =
            canvas_put(canvas, row, column + 2, width - 4, fitting_title(panel, width - 4),
                       (struct text_style){.bold = false});
        canvas_fill(canvas, row, column + 2 + used, 1, " ", faint_style(panel));
    }
}

/* The line below the moves has the name of the opening. */
static void draw_opening(const struct panel *panel, struct canvas *canvas, int row, int column,
                         int width)
{
    char title[160] = "";
    const rk_opening_line line = rk_game_opening(panel->game);
    if (line.ply)
        snprintf(title, sizeof title, "%s %s", line.opening.eco, line.opening.name);
    const struct panel titled = {.game = panel->game,
                                 .style = panel->style,
                                 .title = title,
                                 .short_title = line.ply ? line.opening.name : NULL,
                                 .over = panel->over};
    draw_title(&titled, canvas, row, column, width);
}

static void draw_possessions(const struct panel *panel, rk_side side, struct canvas *canvas,
                             int row, int column, int width)
{
    char possessions[200];
    const int indent = has_colour(panel) || panel->style->display.symbols ? BADGE_WIDTH : 2;
    write_possessions(panel, side, possessions, sizeof possessions);
    canvas_put(canvas, row, column + indent, width - indent, possessions,
               (struct text_style){.bold = false});
}

void panel_draw(const struct panel *panel, struct canvas *canvas, int row, int column, int rows,
                int width)
{
    const rk_side bottom = panel->style->flipped ? RK_BLACK : RK_WHITE;
    const int last = row + rows - 1;
    draw_name(panel, rk_side_other(bottom), canvas, row, column, width);
    draw_possessions(panel, rk_side_other(bottom), canvas, row + 1, column, width);
    draw_title(panel, canvas, row + 2, column, width);
    const struct move_list moves = {.game = panel->game,
                                    .row = row + 3,
                                    .column = column,
                                    .rows = rows - 6,
                                    .width = width,
                                    .number = faint_style(panel),
                                    .last_move = accent_style(panel)};
    move_list_draw(&moves, canvas);
    draw_opening(panel, canvas, last - 2, column, width);
    draw_possessions(panel, bottom, canvas, last - 1, column, width);
    draw_name(panel, bottom, canvas, last, column, width);
}
