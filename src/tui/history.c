/* SPDX-License-Identifier: MIT */
#include "tui/history.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/state_folder.h"

enum { KEPT_MAX = 8 * LINE_EDITOR_HISTORY_MAX }; /* lines of the file before it is shortened */

// ---- reading ---------------------------------------------------------------------------------

/* The file may have been edited, so control characters must not reach the terminal. */
static bool is_printable(const char *line)
{
    for (; *line; line++)
        if ((unsigned char)*line < ' ' || *line == 127)
            return false;
    return true;
}

/* Returns the number of lines in the file. */
static size_t read_lines(FILE *file, struct line_editor *editor)
{
    char *line = NULL;
    size_t size = 0, count = 0;
    while (getline(&line, &size, file) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        count++;
        if (!is_printable(line) || strlen(line) >= LINE_EDITOR_SIZE)
            continue;
        line_editor_set(editor, line);
        line_editor_finish(editor);
    }
    free(line);
    return count;
}

/* Replaces the file by what the editor has read of it. */
static void shorten_file(const char *path, const struct line_editor *editor)
{
    const int descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    for (size_t i = 0; file && i < editor->history_count; i++)
        fprintf(file, "%s\n", editor->history[i]);
    if (file)
        fclose(file);
}

void history_open(struct history *history, const char *name, struct line_editor *editor)
{
    history->folder = state_folder_path();
    history->path = history->folder ? state_folder_file(history->folder, name) : NULL;
    FILE *file = history->path ? fopen(history->path, "re") : NULL;
    const size_t count = file ? read_lines(file, editor) : 0;
    if (file)
        fclose(file);
    if (count > KEPT_MAX)
        shorten_file(history->path, editor);
}

void history_close(struct history *history)
{
    free(history->path);
    free(history->folder);
    *history = (struct history){.path = NULL};
}

// ---- writing ---------------------------------------------------------------------------------

void history_append(const struct history *history, const char *line)
{
    char text[LINE_EDITOR_SIZE + 1];
    const int size = snprintf(text, sizeof text, "%s\n", line);
    if (!history->path || size >= (int)sizeof text || !state_folder_create(history->folder, NULL))
        return;
    const int descriptor = open(history->path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return;
    // A single write, so that lines of several programs do not mix.
    (void)!write(descriptor, text, (size_t)size);
    close(descriptor);
}
