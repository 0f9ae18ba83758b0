/* SPDX-License-Identifier: MIT */
/* Self-play games: arbitrary bytes are either malformed or a game of legal moves, which is the same
 * after it has been encoded and decoded again. */
#include "selfplay/game_file.h"

#include "fuzz.h"

static void check_moves(const struct selfplay_game *game)
{
    rk_position pos = game->start;
    for (unsigned i = 0; i < game->count; i++) {
        rk_undo undo;
        CHECK(rk_moves_legal(&pos, game->moves[i]));
        rk_position_apply(&pos, game->moves[i], &undo);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct selfplay_game game, again;
    struct buffer bytes = {0};
    const size_t used = selfplay_game_decode(data, size, &game);
    CHECK(used <= size);
    if (!used)
        return 0;
    check_moves(&game);
    selfplay_game_encode(&bytes, &game);
    CHECK(selfplay_game_decode((const uint8_t *)bytes.bytes, bytes.size, &again) == bytes.size);
    CHECK(again.result == game.result && again.count == game.count);
    CHECK(!memcmp(again.moves, game.moves, game.count * sizeof *game.moves));
    CHECK(!memcmp(again.scores, game.scores, game.count * sizeof *game.scores));
    buffer_fini(&bytes);
    return 0;
}
