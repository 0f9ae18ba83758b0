/* SPDX-License-Identifier: MIT */
/* A short description of a running game, and its message between nodes. */
#ifndef RUNNING_RUNNING_GAME_H
#define RUNNING_RUNNING_GAME_H

#include "accounts/identity.h"
#include "base/buffer.h"
#include "base/byte_reader.h"
#include "core/state.h"

struct running_game {
    char id[GAME_ID_SIZE + 1];
    char players[2][IDENTITY_ID_MAX + 1]; /* by side */
    int64_t created_at;
    bool has_clock; /* it is not a correspondence game */
    bool is_public;
    bool by_engine;     /* one of the players is the engine */
    bool is_active;     /* against the engine: the game is active */
    bool is_present[2]; /* whether the players are watching; correspondence games only */
};

/* What may change while it is played, as a number to compare. */
unsigned running_game_flags(const struct running_game *game);

/* It runs, or (is_over) no longer does on that node. */
void running_game_write(const struct running_game *game, bool is_over, struct buffer *out);
/* Returns whether it is over; then only its id is read. If it cannot be read, the reader fails. */
bool running_game_read(struct byte_reader *in, struct running_game *out);

#endif
