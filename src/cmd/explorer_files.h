/* SPDX-License-Identifier: MIT */
/* The opening databases of a server that its operator has named: [NAME=]FILE. */
#ifndef CMD_EXPLORER_FILES_H
#define CMD_EXPLORER_FILES_H

#include "cmd/settings.h"
#include "core/environment.h"
#include "explorer/database.h"

enum { EXPLORER_NAME_MAX = 40 };

struct explorer_files {
    struct database databases[EXPLORERS_MAX];
    char names[EXPLORERS_MAX][EXPLORER_NAME_MAX + 1];
    struct named_database named[EXPLORERS_MAX];
    size_t count;
};

/* Opens them. Without a name, that of the file without folder and extension is used. On failure it
 * prints the error and returns the exit status for it; those that are open stay open. */
int explorer_files_open(struct explorer_files *out, const char *const *values, size_t count);
void explorer_files_close(struct explorer_files *files);

#endif
