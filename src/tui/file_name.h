/* SPDX-License-Identifier: MIT */
/* File names as people type them: ~ for the home folder, and completion. */
#ifndef TUI_FILE_NAME_H
#define TUI_FILE_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { FILE_NAME_MAX = 1024 }; /* bytes, NUL included */

/* Replaces ~ at the start, alone or before a slash, with $HOME. False if the result is too long. */
bool file_name_expand(const char *typed, char out[FILE_NAME_MAX]);

/* The names in a folder that continue what was typed. `folder_size` bytes of the typed text are the
 * folder; a name that is a folder ends with a slash. Sorted; hidden files only if a dot was typed.
 */
struct file_names {
    size_t folder_size, count;
    char **names;
};

/* Lists nothing if the folder cannot be read. */
void file_names_list(const char *typed, struct file_names *out);
void file_names_fini(struct file_names *names);

#endif
