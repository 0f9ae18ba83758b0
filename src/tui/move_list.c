/* SPDX-License-Identifier: MIT */
#include "tui/move_list.h"

#include "rookery/san.h"
#include "tui/board.h"

enum {
    LIST_COLUMN = BOARD_WIDTH + 3,
    LIST_WIDTH = 22 /* for "123. Nbxd7+ Qa1xh8+" */
};

int move_list_columns(int window_columns)
{
    return (window_columns - LIST_COLUMN) / LIST_WIDTH;
}

/* A pair is a move of White and the reply; the first pair may lack the move of White. */
struct layout {
    int top, rows, columns;
    size_t max_pairs, first_pair; /* drawn */
};

static void draw_move(const rk_position *before, rk_move move, const struct layout *layout,
                      size_t pair, FILE *out)
{
    char san[RK_SAN_MAX];
    const size_t index = pair - layout->first_pair;
    if (pair < layout->first_pair || index >= layout->max_pairs)
        return;
    const int row = layout->top + (int)index % layout->rows;
    const int column = LIST_COLUMN + 1 + LIST_WIDTH * ((int)index / layout->rows);
    rk_san_write(before, move, san);
    if (before->turn == RK_WHITE)
        fprintf(out, "\033[%d;%dH%3u. %s", row, column, before->move_number, san);
    else
        fprintf(out, "\033[%d;%dH%3u.\033[%d;%dH%s", row, column, before->move_number, row,
                column + 13, san);
}

static size_t pair_index(const rk_game *game, const rk_position *before)
{
    return (size_t)(before->move_number - rk_game_start(game)->move_number);
}

void move_list_draw(const rk_game *game, int top, int columns, FILE *out)
{
    struct layout layout = {
        .top = top, .rows = BOARD_RANKS + 1, .columns = columns < 3 ? columns : 3};
    if (layout.columns < 1)
        return;
    layout.max_pairs = (size_t)layout.rows * (size_t)layout.columns;
    const rk_position *pos = rk_game_position(game);
    const size_t pairs = pair_index(game, pos) + (pos->turn == RK_BLACK);
    // Whole columns scroll out on the left, so that the other moves keep their rows.
    while (pairs > layout.first_pair + layout.max_pairs)
        layout.first_pair += layout.columns > 1 ? (size_t)layout.rows : 1;
    for (size_t i = 0; i < rk_game_length(game); i++) {
        const rk_position *before = rk_game_position_before(game, i);
        if (rk_game_action(game, i)->kind == RK_ACT_MOVE)
            draw_move(before, rk_game_action(game, i)->move, &layout, pair_index(game, before),
                      out);
    }
}
