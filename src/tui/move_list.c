/* SPDX-License-Identifier: MIT */
#include "tui/move_list.h"

#include "rookery/san.h"
#include "tui/board.h"

enum {
    LIST_COLUMN = BOARD_WIDTH + 3,
    LIST_WIDTH = 22 /* of "123. Nbxd7+ Qa1xh8+" */
};

int move_list_columns(int columns)
{
    return (columns - LIST_COLUMN) / LIST_WIDTH;
}

static uint64_t bit(rk_square square)
{
    return UINT64_C(1) << square;
}

uint64_t move_list_last_move(const rk_game *game)
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

static size_t pair_of(const rk_game *game, const rk_position *before)
{
    return (size_t)(before->move_number - rk_game_start(game)->move_number);
}

void move_list_draw(const rk_game *game, int top, int columns, FILE *out)
{
    struct move_list list = {
        .top = top, .rows = BOARD_RANKS + 1, .lists = columns < 3 ? columns : 3};
    if (list.lists < 1)
        return;
    list.room = (size_t)list.rows * (size_t)list.lists;
    const rk_position *pos = rk_game_position(game);
    const size_t pairs = pair_of(game, pos) + (pos->turn == RK_BLACK);
    // Full columns move out at the left, so that moves stay where they are.
    while (pairs > list.first + list.room)
        list.first += list.lists > 1 ? (size_t)list.rows : 1;
    for (size_t i = 0; i < rk_game_length(game); i++) {
        const rk_position *before = rk_game_before(game, i);
        if (rk_game_action(game, i)->kind == RK_ACT_MOVE)
            draw_move(before, rk_game_action(game, i)->move, &list, pair_of(game, before), out);
    }
}
