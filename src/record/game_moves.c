/* SPDX-License-Identifier: MIT */
#include "record/game_moves.h"

#include "base/text.h"
#include "record/game_info.h"
#include "rookery/san.h"

size_t game_plies(const rk_game *game)
{
    // Every game has a clock, even if it only counts moves.
    const rk_clock *clock = rk_game_clock(game);
    return (size_t)clock->moves[RK_WHITE] + clock->moves[RK_BLACK];
}

size_t game_move_write(const struct game_info *info, const rk_position *before, rk_move move,
                       char *out)
{
    if (!info->settings.from_position || rk_move_type(move) != RK_CASTLING)
        return rk_uci_write(before, move, out);
    const rk_square squares[] = {rk_move_from(move), rk_move_to(move)};
    struct text text = text_in(out, RK_UCI_MAX);
    for (int i = 0; i < 2; i++) {
        text_put(&text, (char)('a' + rk_square_file(squares[i])));
        text_put(&text, (char)('1' + rk_square_rank(squares[i])));
    }
    return text_end(&text);
}

size_t game_moves_write(const struct game_info *info, const rk_game *game, size_t plies,
                        struct buffer *out)
{
    char uci[RK_UCI_MAX];
    size_t written = 0;
    for (size_t i = 0; i < rk_game_length(game) && written < plies; i++) {
        const rk_action *action = rk_game_action(game, i);
        if (action->kind != RK_ACT_MOVE)
            continue;
        if (written++)
            buffer_put(out, ' ');
        buffer_add(out, uci,
                   game_move_write(info, rk_game_position_before(game, i), action->move, uci));
    }
    return written;
}
