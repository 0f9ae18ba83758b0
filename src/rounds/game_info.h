/* SPDX-License-Identifier: MIT */
/* What is known of a game from its beginning: who plays, on which settings. It is
 * kept as JSON in the game's row, beside the log. */
#ifndef ROUNDS_HEAD_H
#define ROUNDS_HEAD_H

#include "accounts/identity.h"
#include "core/state.h"
#include "rounds/game_settings.h"

enum game_source { SOURCE_LOBBY, SOURCE_FRIEND, SOURCE_API, SOURCE_AI };

struct game_info {
    char id[GAME_ID_SIZE + 1];
    struct identity players[2]; /* by side */
    char keys[2][5];            /* four letters that with the id make a player's full id */
    struct game_settings settings;
    enum game_source source;
    int64_t created_at;
    char rematch_of[GAME_ID_SIZE + 1]; /* "" if it is none */
};

void game_info_write(const struct game_info *info, struct buffer *out);
RK_MUST_USE rk_err game_info_read(const char *id, const char *json, size_t size,
                                  struct game_info *out, rk_fault *fault);

const char *game_source_name(enum game_source source); /* "lobby", "friend", "api", "ai" */

/* The side an identity plays; RK_SIDE_COUNT (2) if none. */
unsigned game_info_side(const struct game_info *info, const char *id);
/* The side the engine plays; RK_SIDE_COUNT (2) if two people do. */
unsigned game_info_engine_side(const struct game_info *info);

#endif
