/* SPDX-License-Identifier: MIT */
/* How the reader of games builds one: tags first, then the start position, then the moves. */
#ifndef GAME_PGN_GAME_H
#define GAME_PGN_GAME_H

#include "rookery/pgn_game.h"

/* Returns a game without a tree; NULL if memory runs out. */
rk_pgn_game *pgn_game_create_empty(void);

/* Sets a tag of any name, replacing one of the same name. Returns RK_NO_MEMORY, also if all tags
 * together are too large. */
RK_MUST_USE rk_err pgn_game_set_tag(rk_pgn_game *game, const char *name, size_t name_size,
                                    const char *value, size_t value_size);

/* Creates the tree. Call it once. Fails like rk_tree_create(). */
RK_MUST_USE rk_err pgn_game_set_start(rk_pgn_game *game, const rk_position *start);

/* Sets the result after the moves; anything but the four results is that of the Result tag. Call it
 * after the tags are set. */
void pgn_game_end(rk_pgn_game *game, const char *result, size_t size);

#endif
