/* SPDX-License-Identifier: MIT */
/* Keeps the history of a line editor in a file, so that it is there after a restart. Each line is
 * appended at once: programs that run at the same time do not overwrite each other's lines. */
#ifndef TUI_HISTORY_H
#define TUI_HISTORY_H

#include "tui/line_editor.h"

struct history {
    char *folder, *path; /* NULL: no folder is available, and no history is saved */
};

/* Reads the file `name` in $XDG_STATE_HOME/rookery or ~/.local/state/rookery into the editor, and
 * shortens it if it has become long. It need not exist. */
void history_open(struct history *history, const char *name, struct line_editor *editor);
void history_close(struct history *history);

/* Appends a line. Creates the file, readable by its owner only; a failure is ignored. */
void history_append(const struct history *history, const char *line);

#endif
