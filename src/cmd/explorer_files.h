/* SPDX-License-Identifier: MIT */
/* The opening databases of a server that its operator has named: [NAME=]FILE. */
#ifndef CMD_EXPLORER_FILES_H
#define CMD_EXPLORER_FILES_H

#include "base/log.h"
#include "cmd/settings.h"
#include "core/environment.h"

enum { EXPLORER_NAME_MAX = 40 };

struct explorer_files {
    const char *paths[EXPLORERS_MAX]; /* borrowed */
    char names[EXPLORERS_MAX][EXPLORER_NAME_MAX + 1];
    struct named_database named[EXPLORERS_MAX];
    size_t count;
};

/* Opens them; the values are borrowed. Without a name, that of the file without folder and
 * extension is used. On failure it prints the error and returns the exit status for it; those that
 * are open stay open. */
int explorer_files_open(struct explorer_files *out, const char *const *values, size_t count);

/* Opens the files again, because they may have been replaced: new queries read the new ones. A file
 * that cannot be opened stays as it was, and the log says why. */
void explorer_files_reload(struct explorer_files *files, const struct log *log);
void explorer_files_log(const struct explorer_files *files, const struct log *log);
void explorer_files_close(struct explorer_files *files);

#endif
