/* SPDX-License-Identifier: MIT */
/* Games as files: PGN that keeps the clock too, and the place where an
 * unfinished game waits for its players. What goes wrong is said in a
 * sentence on `complaint`. */
#ifndef TUI_GAME_FILE_H
#define TUI_GAME_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "rookery/game.h"

/* When it is: in the game's time, which tells how long the mover thinks already,
 * and as PGN writes a day, "2026.11.15". */
struct game_file_stamp {
    int64_t now;
    char date[16];
};

/* The game as PGN. False if it could not be written. */
bool game_file_print(const rk_game *game, const struct game_file_stamp *when, FILE *out);

/* Writes the file whole or not at all: under another name first. */
bool game_file_write(const rk_game *game, const struct game_file_stamp *when, const char *path,
                     FILE *complaint);

/* Reads the first game of a file; the caller owns it. `now` is the game's time
 * at which it goes on. */
struct loaded_game {
    rk_game *game;
    rk_game_setup setup;
    int64_t now;
};
bool game_file_exists(const char *path);
bool game_file_read(const char *path, struct loaded_game *out, FILE *complaint);

/* $XDG_STATE_HOME/rookery/play.pgn or ~/.local/state/rookery/play.pgn, to be
 * freed; NULL if neither is known. game_file_make_folders() makes the folders above
 * a file, for the user alone. */
char *game_file_unfinished_path(void);
bool game_file_make_folders(const char *path, FILE *complaint);

#endif
