/* SPDX-License-Identifier: MIT */
/* Games as files: PGN that keeps the clock too, and the place where an
 * unfinished game waits for its players. What goes wrong is said in a
 * sentence on `complaint`. */
#ifndef TUI_SAVED_H
#define TUI_SAVED_H

#include <stdbool.h>
#include <stdio.h>

#include "rookery/game.h"

/* When it is: in the game's time, which tells how long the mover thinks already,
 * and as PGN writes a day, "2026.11.15". */
struct saved_when {
    int64_t now;
    char date[16];
};

/* The game as PGN. False if it could not be written. */
bool saved_print(const rk_game *game, const struct saved_when *when, FILE *out);

/* Writes the file whole or not at all: under another name first. */
bool saved_write(const rk_game *game, const struct saved_when *when, const char *path,
                 FILE *complaint);

/* Reads the first game of a file; the caller owns it. `now` is the game's time
 * at which it goes on. */
struct saved_game {
    rk_game *game;
    rk_game_setup setup;
    int64_t now;
};
bool saved_exists(const char *path);
bool saved_read(const char *path, struct saved_game *out, FILE *complaint);

/* $XDG_STATE_HOME/rookery/play.pgn or ~/.local/state/rookery/play.pgn, to be
 * freed; NULL if neither is known. saved_make_folder() makes the folders above
 * a file, for the user alone. */
char *saved_state_path(void);
bool saved_make_folder(const char *path, FILE *complaint);

#endif
