/* SPDX-License-Identifier: MIT */
/* Saves the current game to a file after each change, so that it survives a crash, a closed
 * terminal and a power failure. The folder holds a few unfinished games: play.pgn, play-2.pgn and
 * so on. A process locks the file it uses, so that two games at the same time do not overwrite each
 * other; the lock ends with the process, however it ends. */
#ifndef TUI_AUTOSAVE_H
#define TUI_AUTOSAVE_H

#include "tui/game_file.h"

enum { AUTOSAVE_FILES_MAX = 10 };

struct autosave {
    char *folder;  /* NULL: no folder is available */
    char *path;    /* of this game's file; NULL: it has none yet */
    char *offered; /* of the game that autosave_find() found */
    int lock;      /* the open lock file, -1: not open */
    bool failed;   /* the user has been told that the game is not being saved */
};

/* Uses $XDG_STATE_HOME/rookery or ~/.local/state/rookery. If neither variable is set, saving fails
 * with a message. */
void autosave_init(struct autosave *autosave);
void autosave_fini(struct autosave *autosave); /* keeps the file */

/* Finds the latest unfinished game that no other process plays, and reserves it; NULL if there is
 * none. Borrowed until autosave_fini(). */
const char *autosave_find(struct autosave *autosave);

/* From now on the game that was found is the one to save. */
void autosave_continue_found(struct autosave *autosave);

/* Saves the game. The first time it picks a file that is not in use; if all hold unfinished games,
 * it replaces the oldest one. */
bool autosave_write(struct autosave *autosave, const struct game_file_content *content,
                    FILE *errors);

/* Deletes the file of this game, if it has one. */
void autosave_delete(struct autosave *autosave);

#endif
