/* SPDX-License-Identifier: MIT */
/* The facts about a game that are fixed when it starts: players, settings and source. The store
 * keeps it as JSON in the game's row. */
#ifndef RECORD_GAME_INFO_H
#define RECORD_GAME_INFO_H

#include "accounts/identity.h"
#include "core/state.h"
#include "ratings/ratings.h"
#include "record/game_settings.h"

enum game_source { SOURCE_LOBBY, SOURCE_FRIEND, SOURCE_API, SOURCE_AI, SOURCE_POOL, SOURCE_IMPORT };

struct game_info {
    char id[GAME_ID_SIZE + 1];
    struct identity players[2];     /* by side */
    struct shown_rating ratings[2]; /* at the start of the game */
    char keys[2][5];                /* the id and these 4 letters are a player's full id */
    struct game_settings settings;
    enum game_source source;
    int64_t created_at;
    char rematch_of[GAME_ID_SIZE + 1]; /* "": not a rematch */
};

void game_info_write(const struct game_info *info, struct buffer *out);
RK_MUST_USE rk_err game_info_read(const char *id, const char *json, size_t size,
                                  struct game_info *out, rk_fault *fault);

const char *game_source_name(enum game_source source); /* "lobby", "friend"... */
/* Whether the server paired the players, who may not know each other. */
bool game_source_is_paired(enum game_source source);

/* The side that person plays; RK_NO_SIDE: not a player. */
rk_side game_info_side(const struct game_info *info, const char *id);
/* The side the engine plays; RK_NO_SIDE: a game between people. */
rk_side game_info_engine_side(const struct game_info *info);

#endif
