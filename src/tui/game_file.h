/* SPDX-License-Identifier: MIT */
/* Saves and loads games as PGN files that include the clocks, and knows where an unfinished game is
 * kept. Errors are printed as a sentence on `errors`. */
#ifndef TUI_GAME_FILE_H
#define TUI_GAME_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "rookery/game.h"

/* The time of saving: on the game's clock, and as a PGN date, "2026.11.15". */
struct game_file_stamp {
    int64_t now;
    char date[16];
};

/* Prints the game as PGN. False if it cannot be written. */
bool game_file_print(const rk_game *game, const struct game_file_stamp *stamp, FILE *out);

/* Writes a temporary file and renames it, so that the file is never half written. */
bool game_file_write(const rk_game *game, const struct game_file_stamp *stamp, const char *path,
                     FILE *errors);

struct loaded_game {
    rk_game *game; /* owned by the caller */
    rk_game_setup setup;
    int64_t now; /* on the game's clock, when the game continues */
};
bool game_file_exists(const char *path);

/* Reads the first game of a file. */
bool game_file_read(const char *path, struct loaded_game *out, FILE *errors);

/* $XDG_STATE_HOME/rookery/play.pgn or ~/.local/state/rookery/play.pgn; NULL if neither variable is
 * set. The caller frees it. */
char *game_file_unfinished_path(void);

/* Creates the folders of a path, accessible to the user only. */
bool game_file_make_folders(const char *path, FILE *errors);

#endif
