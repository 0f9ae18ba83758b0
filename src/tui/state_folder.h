/* SPDX-License-Identifier: MIT */
/* The folder for persistent state: unfinished games and the history of commands. */
#ifndef TUI_STATE_FOLDER_H
#define TUI_STATE_FOLDER_H

#include <stdbool.h>
#include <stdio.h>

/* $XDG_STATE_HOME/rookery or ~/.local/state/rookery; NULL if neither variable is set. The caller
 * frees it. */
char *state_folder_path(void);

/* The path of a file in a folder; NULL if there is no memory. The caller frees it. */
char *state_folder_file(const char *folder, const char *name);

/* Creates the folder with its parents, for its owner only. An error is printed, unless `errors` is
 * NULL. */
bool state_folder_create(const char *folder, FILE *errors);

#endif
