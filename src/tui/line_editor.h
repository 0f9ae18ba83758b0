/* SPDX-License-Identifier: MIT */
/* Edits a line of input, with history and completion. Independent of the terminal. */
#ifndef TUI_LINE_EDITOR_H
#define TUI_LINE_EDITOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { LINE_EDITOR_SIZE = 256, LINE_EDITOR_HISTORY_MAX = 64 };

/* Initialize with zeros. */
struct line_editor {
    char text[LINE_EDITOR_SIZE];
    size_t size, cursor; /* bytes */
    char history[LINE_EDITOR_HISTORY_MAX][LINE_EDITOR_SIZE];
    size_t history_count, history_at; /* at == count: the new line */
    char draft[LINE_EDITOR_SIZE];     /* the new line, while an older one is shown */
};

/* Handles a key of keys.h; false if the key does not edit the line. */
bool line_editor_handle_key(struct line_editor *editor, int key);

/* Adds the line to the history and clears it. */
void line_editor_finish(struct line_editor *editor);
void line_editor_set(struct line_editor *editor, const char *text);

/* Completes the line as far as all words that start with it agree. If that adds nothing and several
 * words match, prints them. Each word takes `width` bytes. */
void line_editor_complete(struct line_editor *editor, const char *words, size_t count, size_t width,
                          FILE *out);

/* The same for the part of the line from byte `at` on. */
void line_editor_complete_from(struct line_editor *editor, size_t at, const char *words,
                               size_t count, size_t width, FILE *out);

#endif
