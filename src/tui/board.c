/* SPDX-License-Identifier: MIT */
#include "tui/board.h"

#include <stdlib.h>
#include <string.h>

#include "platform/tty.h"
#include "tui/report.h"
#include "tui/text_row.h"

static const char *const symbols[RK_KIND_COUNT] = {
    [RK_PAWN] = "\u265f", [RK_KNIGHT] = "\u265e", [RK_BISHOP] = "\u265d",
    [RK_ROOK] = "\u265c", [RK_QUEEN] = "\u265b",  [RK_KING] = "\u265a"};

struct board_style board_style_for(FILE *out)
{
    const char *no_colour = getenv("NO_COLOR");
    const bool can_draw = tty_can_draw(fileno(out));
    return (struct board_style){.unicode = can_draw && tty_is_utf8(),
                                .colour = can_draw && !(no_colour && *no_colour)};
}

static uint64_t bit(rk_square square)
{
    return UINT64_C(1) << square;
}

static uint64_t last_move_squares(const rk_game *game)
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

void board_style_mark(struct board_style *style, const rk_game *game)
{
    const rk_position *pos = rk_game_position(game);
    style->highlighted = last_move_squares(game);
    style->check = rk_position_in_check(pos) ? pos->of[RK_KING] & pos->by[pos->turn] : 0;
}

/* Medium colours of the 256-colour palette: white and black pieces both have a contrast of at least
 * three to one on each of them. */
struct square_colours {
    int light, dark;
};

static const struct square_colours normal = {137, 94}, highlighted = {65, 29}, check = {160, 124},
                                   target = {67, 60}, cursor = {33, 26};

static int background_colour(const struct board_style *style, rk_square square)
{
    const bool light = (rk_square_file(square) + rk_square_rank(square)) % 2;
    const uint64_t here = bit(square);
    const struct square_colours *colours = style->cursor & here        ? &cursor
                                           : style->check & here       ? &check
                                           : style->targets & here     ? &target
                                           : style->highlighted & here ? &highlighted
                                                                       : &normal;
    return light ? colours->light : colours->dark;
}

void board_draw_piece(rk_piece piece, const struct board_style *style, FILE *out)
{
    const char *symbol = style->unicode && piece.kind < RK_KIND_COUNT ? symbols[piece.kind] : NULL;
    if (symbol && style->colour)
        fputs(symbol, out);
    else
        fputc(rk_piece_letter(piece), out);
}

static void draw_content(rk_piece piece, const struct board_style *style, FILE *out)
{
    if (piece.kind == RK_NO_KIND)
        fputs(style->colour ? " " : ".", out);
    else
        board_draw_piece(piece, style, out);
}

// Without colour, a character before the square marks it.
static char marker(const struct board_style *style, rk_square square)
{
    const uint64_t here = bit(square);
    if (style->cursor & here)
        return '>';
    if (style->targets & here)
        return '+';
    return (style->highlighted | style->check) & here ? '*' : ' ';
}

static void draw_square(const rk_position *pos, rk_square square, const struct board_style *style,
                        FILE *out)
{
    const rk_piece piece = rk_position_at(pos, square);
    if (style->colour) {
        const int piece_colour = piece.side == RK_WHITE ? 231 : 16;
        fprintf(out, "\033[48;5;%d;38;5;%dm ", background_colour(style, square), piece_colour);
        draw_content(piece, style, out);
        fputs(" \033[0m", out);
        return;
    }
    fputc(marker(style, square), out);
    draw_content(piece, style, out);
}

rk_square board_square(const struct board_style *style, int row, int column)
{
    return style->flipped ? rk_square_at(7 - column, row) : rk_square_at(column, 7 - row);
}

void board_draw_rank(const rk_position *pos, const struct board_style *style, int row, FILE *out)
{
    fprintf(out, "%d ", 1 + rk_square_rank(board_square(style, row, 0)));
    for (int column = 0; column < 8; column++)
        draw_square(pos, board_square(style, row, column), style, out);
}

void board_draw_files(const struct board_style *style, FILE *out)
{
    fputs("  ", out);
    for (int i = 0; i < 8; i++)
        fprintf(out, style->colour ? " %c " : " %c", style->flipped ? 'h' - i : 'a' + i);
}

void board_draw_at(const rk_position *pos, const struct board_style *style, int row, FILE *out)
{
    for (int i = 0; i < BOARD_RANKS; i++) {
        text_row_begin(row + i, out);
        board_draw_rank(pos, style, i, out);
        text_row_end(out);
    }
    text_row_begin(row + BOARD_RANKS, out);
    board_draw_files(style, out);
    text_row_end(out);
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

void board_draw(const rk_position *pos, const struct board_style *style, FILE *out)
{
    const unsigned rules = rk_variant_rules((rk_variant)pos->variant);
    for (int row = 0; row < BOARD_RANKS; row++) {
        board_draw_rank(pos, style, row, out);
        fputc('\n', out);
    }
    board_draw_files(style, out);
    fputc('\n', out);
    if (rules & RK_CAPTURES_DROP) {
        draw_pocket(pos, RK_WHITE, out);
        draw_pocket(pos, RK_BLACK, out);
    }
    if (rules & RK_CHECKS_COUNT)
        fprintf(out, "checks left to give: White %u, Black %u\n", pos->checks_left[RK_WHITE],
                pos->checks_left[RK_BLACK]);
}
