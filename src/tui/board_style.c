/* SPDX-License-Identifier: MIT */
#include "tui/board_style.h"

struct board_style board_style_for(FILE *out)
{
    return (struct board_style){.display = display_detect(fileno(out))};
}

// ---- marks -------------------------------------------------------------------------------------

static uint64_t square_bit(rk_square square)
{
    return UINT64_C(1) << square;
}

static uint64_t last_move_squares(const rk_game *game)
{
    for (size_t i = rk_game_length(game); i-- > 0;) {
        const rk_action *action = rk_game_action(game, i);
        if (action->kind == RK_ACT_MOVE)
            return rk_move_squares(action->move);
    }
    return 0;
}

void board_style_mark(struct board_style *style, const rk_game *game)
{
    const rk_position *pos = rk_game_position(game);
    style->highlighted = last_move_squares(game);
    style->check = rk_position_in_check(pos) ? pos->of[RK_KING] & pos->by[pos->turn] : 0;
}

enum square_mark board_style_mark_of(const struct board_style *style, rk_square square)
{
    const uint64_t here = square_bit(square);
    return style->cursor & here                         ? MARK_CURSOR
           : style->check & here && !style->blindfold   ? MARK_CHECK
           : style->targets & here && !style->blindfold ? MARK_TARGET
           : style->highlighted & here                  ? MARK_LAST_MOVE
                                                        : MARK_NONE;
}

// ---- pieces ------------------------------------------------------------------------------------

rk_piece board_style_piece(const struct board_style *style, const rk_position *pos,
                           rk_square square)
{
    return style->blindfold ? (rk_piece){.kind = RK_NO_KIND} : rk_position_at(pos, square);
}

/* Without colour both sides would look the same as filled symbols, and which of the outlined ones
 * is White depends on the background: letters are clear. */
struct piece_text board_piece_text(rk_piece piece, const struct board_style *style)
{
    static const struct piece_text symbols[RK_KIND_COUNT] = {
        [RK_PAWN] = {"\u265f"}, [RK_KNIGHT] = {"\u265e"}, [RK_BISHOP] = {"\u265d"},
        [RK_ROOK] = {"\u265c"}, [RK_QUEEN] = {"\u265b"},  [RK_KING] = {"\u265a"}};
    if (style->display.symbols && style->display.colours && piece.kind < RK_KIND_COUNT &&
        *symbols[piece.kind].text)
        return symbols[piece.kind];
    return (struct piece_text){{rk_piece_letter(piece)}};
}

rk_square board_square(bool flipped, int row, int column)
{
    return flipped ? rk_square_at(7 - column, row) : rk_square_at(column, 7 - row);
}
