/* SPDX-License-Identifier: MIT */
/* What is known of a game from its beginning: who plays, on which terms. It is
 * kept as JSON in the game's row, beside the log. */
#ifndef ROUNDS_HEAD_H
#define ROUNDS_HEAD_H

#include "accounts/identity.h"
#include "core/state.h"
#include "rounds/terms.h"

enum source { SOURCE_LOBBY, SOURCE_FRIEND, SOURCE_API, SOURCE_AI };

struct head {
    char id[GAME_ID_SIZE + 1];
    struct identity players[2]; /* by side */
    char keys[2][5];            /* four letters that with the id make a player's full id */
    struct terms terms;
    enum source source;
    int64_t created_at;
    char rematch_of[GAME_ID_SIZE + 1]; /* "" if it is none */
};

void head_write(const struct head *head, struct buffer *out);
RK_MUST_USE rk_err head_read(const char *id, const char *json, size_t size, struct head *out,
                             rk_fault *fault);

const char *source_name(enum source source); /* "lobby", "friend", "api", "ai" */

/* The side an identity plays; RK_SIDE_COUNT (2) if none. */
unsigned head_side_of(const struct head *head, const char *id);
/* The side the engine plays; RK_SIDE_COUNT (2) if two people do. */
unsigned head_engine_side(const struct head *head);

#endif
