/* SPDX-License-Identifier: MIT */
/* Lists of ids and names, separated by commas or blanks, as the body or a parameter of a request.
 */
#ifndef API_ID_LIST_H
#define API_ID_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "accounts/identity.h"
#include "core/state.h"

struct id_list {
    const char *at, *end;
};

struct id_list id_list_of(const char *text, size_t size);

/* The next entry, borrowed; false after the last. */
bool id_list_next(struct id_list *list, const char **out, size_t *out_size);

/* The next entry that can be an account's name, as its id; others are skipped. */
bool id_list_next_account(struct id_list *list, char out[IDENTITY_ID_MAX + 1]);

/* The next entry that can be a game's id, or a player's full id; others are skipped. */
bool id_list_next_game(struct id_list *list, char out[GAME_ID_SIZE + 1]);

/* Reads a game's id, or a player's full id, which starts with the game's id. */
bool game_id_read(const char *text, size_t size, char out[GAME_ID_SIZE + 1]);

#endif
