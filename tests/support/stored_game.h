/* SPDX-License-Identifier: MIT */
/* Finished games, written to the store before the server starts. */
#ifndef SUPPORT_STORED_GAME_H
#define SUPPORT_STORED_GAME_H

#include "support/harness.h"

struct stored_game {
    const char *id, *white, *black; /* the players' names; they need no accounts */
    int64_t created_at;
    const char *moves; /* SAN, separated by blanks; then Black resigns */
    const char *clock; /* NULL: "5+3" */
    bool rated, hidden;
};

void stored_game_add(struct fake_store *store, const struct stored_game *game);

#endif
