/* SPDX-License-Identifier: MIT */
#include "tui/move_list.h"

#include <string.h>

#include "rookery/san.h"

enum {
    COLUMN_WIDTH = 22, /* for "123. Nbxd7+  Qa1xh8+ " */
    NUMBER_WIDTH = 5,
    MOVE_WIDTH = 8,
    COLUMNS_MAX = 3
};

/* A pair is a move of White and the reply; the first pair may lack the move of White. */
struct layout {
    int columns;
    size_t max_pairs, first_pair; /* drawn */
};

static size_t pair_index(const rk_game *game, const rk_position *before)
{
    return (size_t)(before->move_number - rk_game_start(game)->move_number);
}

static struct layout compute_layout(const struct move_list *list)
{
    const int fitting = list->width / COLUMN_WIDTH;
    struct layout layout = {.columns = fitting < 1             ? 1
                                       : fitting > COLUMNS_MAX ? COLUMNS_MAX
                                                               : fitting};
    layout.max_pairs = (size_t)list->rows * (size_t)layout.columns;
    const rk_position *pos = rk_game_position(list->game);
    const size_t pairs = pair_index(list->game, pos) + (pos->turn == RK_BLACK);
    // Whole columns scroll out on the left, so that the other moves keep their rows.
    while (pairs > layout.first_pair + layout.max_pairs)
        layout.first_pair += layout.columns > 1 ? (size_t)list->rows : 1;
    return layout;
}

static void draw_move(const struct move_list *list, const struct layout *layout, size_t index,
                      bool is_last, struct canvas *canvas)
{
    char san[RK_SAN_MAX];
    const rk_position *before = rk_game_position_before(list->game, index);
    const size_t pair = pair_index(list->game, before), place = pair - layout->first_pair;
    if (pair < layout->first_pair || place >= layout->max_pairs)
        return;
    const int row = list->row + (int)place % list->rows;
    const int column = list->column + COLUMN_WIDTH * ((int)place / list->rows);
    const bool is_reply = before->turn == RK_BLACK;
    rk_san_write(before, rk_game_action(list->game, index)->move, san);
    canvas_print(canvas, row, column, list->number, "%3u.", before->move_number);
    canvas_put(canvas, row, column + NUMBER_WIDTH + is_reply * (MOVE_WIDTH + 1), MOVE_WIDTH, san,
               is_last ? list->last_move : list->move);
}

static size_t last_move_index(const rk_game *game)
{
    size_t index = rk_game_length(game);
    while (index > 0 && rk_game_action(game, index - 1)->kind != RK_ACT_MOVE)
        index--;
    return index - 1;
}

void move_list_draw(const struct move_list *list, struct canvas *canvas)
{
    if (list->rows < 1 || list->width < NUMBER_WIDTH + 2 * MOVE_WIDTH)
        return;
    const struct layout layout = compute_layout(list);
    const size_t last = last_move_index(list->game);
    for (size_t i = 0; i < rk_game_length(list->game); i++)
        if (rk_game_action(list->game, i)->kind == RK_ACT_MOVE)
            draw_move(list, &layout, i, i == last, canvas);
}
