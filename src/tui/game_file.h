/* SPDX-License-Identifier: MIT */
/* Saves and loads games as PGN files that include the players, the clocks and an open draw offer.
 * Errors are printed as a sentence on `errors`. */
#ifndef TUI_GAME_FILE_H
#define TUI_GAME_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "rookery/game.h"
#include "tui/players.h"

/* The time of saving: on the game's clock, and as a PGN date, "2026.11.15". */
struct game_file_stamp {
    int64_t now;
    char date[16];
};

/* A game with what is saved besides its log. Everything is borrowed. */
struct game_file_content {
    const rk_game *game;
    const struct players *players;
    const struct game_file_stamp *stamp;
};

/* Prints the game as PGN. False if it cannot be written. */
bool game_file_print(const struct game_file_content *content, FILE *out);

/* Writes a temporary file, flushes it to disk and renames it, so that the file is never half
 * written, not even after a power failure. */
bool game_file_write(const struct game_file_content *content, const char *path, FILE *errors);

struct loaded_game {
    rk_game *game; /* owned by the caller */
    rk_game_setup setup;
    struct players players;
    char date[16]; /* empty: not known */
    int64_t now;   /* on the game's clock, when the game continues */
};
bool game_file_exists(const char *path);

/* Reads the first game of a file. */
bool game_file_read(const char *path, struct loaded_game *out, FILE *errors);

#endif
