/* SPDX-License-Identifier: MIT */
#include "tui/legal_moves.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 78 };

static int compare_words(const void *a, const void *b)
{
    return strcmp(a, b);
}

size_t legal_moves_list(const rk_game *game, char (*out)[RK_SAN_MAX])
{
    rk_move moves[RK_MOVES_MAX];
    const rk_position *pos = rk_game_position(game);
    const size_t count = rk_status_is_over(rk_game_status(game)) ? 0 : rk_moves_list(pos, moves);
    for (size_t i = 0; i < count; i++)
        rk_san_write(pos, moves[i], out[i]);
    qsort(out, count, sizeof *out, compare_words);
    return count;
}

void legal_moves_print(const rk_game *game, const char *title, FILE *out)
{
    char texts[RK_MOVES_MAX][RK_SAN_MAX];
    const size_t count = legal_moves_list(game, texts);
    int column = 0;
    for (size_t i = 0; i < count; i++) {
        if (!i)
            column = fprintf(out, "%s:", title);
        if (column + 1 + (int)strlen(texts[i]) > LINE_WIDTH)
            column = fprintf(out, "\n ") - 1;
        column += fprintf(out, " %s", texts[i]);
    }
    if (count)
        fputc('\n', out);
}
