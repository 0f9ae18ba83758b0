/* SPDX-License-Identifier: MIT */
/* Files that get their name only when they are complete. Until then each has a temporary name in
 * the same folder, so that a failed or interrupted run leaves an older file alone and no new one
 * behind. One thread works with them; other threads must block signals. */
#ifndef PGNTOOLS_TEMPORARY_FILE_H
#define PGNTOOLS_TEMPORARY_FILE_H

#include <stdbool.h>

struct temporary_file;

/* Creates an empty file that is going to have this name, or that of the file which a symbolic link
 * of this name leads to. It has the permissions of that file, if it exists. Removes the temporary
 * files of this name whose process no longer exists, because it was killed. Returns NULL if that
 * fails; errno says why. */
struct temporary_file *temporary_file_create(const char *name);

/* Opens it for appending, as open(2) does. */
int temporary_file_open(const struct temporary_file *file);

/* Opens it for reading and writing at any place, as open(2) does. */
int temporary_file_open_for_update(const struct temporary_file *file);

const char *temporary_file_name(const struct temporary_file *file); /* the final one */

/* Gives the file its name, replacing an older file, and frees it. If that fails, it returns false
 * and sets errno; the file stays temporary. */
bool temporary_file_commit(struct temporary_file *file);

/* Removes the file and frees it; NULL is allowed. */
void temporary_file_discard(struct temporary_file *file);

/* For signal handlers that end the program: removes all files. Returns whether there were any. */
bool temporary_files_remove(void);

#endif
