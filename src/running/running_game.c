/* SPDX-License-Identifier: MIT */
#include "running/running_game.h"

#include <string.h>

unsigned running_game_flags(const struct running_game *game)
{
    return (unsigned)game->has_clock | (unsigned)game->is_public << 1 |
           (unsigned)game->by_engine << 2 | (unsigned)game->is_active << 3 |
           (unsigned)game->is_present[0] << 4 | (unsigned)game->is_present[1] << 5;
}

static void set_flags(struct running_game *game, uint64_t flags)
{
    game->has_clock = flags & 1;
    game->is_public = flags & 2;
    game->by_engine = flags & 4;
    game->is_active = flags & 8;
    game->is_present[0] = flags & 16;
    game->is_present[1] = flags & 32;
}

void running_game_write(const struct running_game *game, bool is_over, struct buffer *out)
{
    buffer_varint(out, is_over);
    buffer_add(out, game->id, GAME_ID_SIZE);
    if (is_over)
        return;
    for (int side = 0; side < 2; side++)
        buffer_counted(out, game->players[side], strlen(game->players[side]));
    buffer_varint(out, (uint64_t)game->created_at);
    buffer_varint(out, running_game_flags(game));
}

bool running_game_read(struct byte_reader *in, struct running_game *out)
{
    memset(out, 0, sizeof *out);
    const bool is_over = byte_reader_bool(in);
    const char *id = byte_reader_bytes(in, GAME_ID_SIZE);
    if (!id || memchr(id, '\0', GAME_ID_SIZE)) {
        in->failed = true;
        return true;
    }
    memcpy(out->id, id, GAME_ID_SIZE);
    if (is_over)
        return true;
    for (int side = 0; side < 2; side++)
        byte_reader_text(in, out->players[side], sizeof out->players[side]);
    out->created_at = (int64_t)byte_reader_number(in, INT64_MAX);
    set_flags(out, byte_reader_number(in, 63));
    return false;
}
