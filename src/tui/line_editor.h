/* SPDX-License-Identifier: MIT */
/* A line being typed: edited, remembered, completed. Knows no terminal. */
#ifndef TUI_LINE_EDITOR_H
#define TUI_LINE_EDITOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { LINE_EDITOR_SIZE = 256, LINE_EDITOR_HISTORY_MAX = 64 };

/* Begins as all zeros. */
struct line_editor {
    char text[LINE_EDITOR_SIZE];
    size_t size, cursor; /* bytes */
    char history[LINE_EDITOR_HISTORY_MAX][LINE_EDITOR_SIZE];
    size_t history_count, history_at; /* at == count: the line itself */
    char draft[LINE_EDITOR_SIZE];     /* the line itself, while looking at older ones */
};

/* Takes a key of terminal.h; false if it means nothing to a line. */
bool line_editor_handle_key(struct line_editor *line, int key);

/* Remembers the line and empties it. */
void line_editor_finish(struct line_editor *line);
void line_editor_set(struct line_editor *line, const char *text);

/* Completes what is typed as far as all words that begin with it agree, and
 * if that leaves a choice, lists it. The words are of `width` bytes each. */
void line_editor_complete(struct line_editor *line, const char *words, size_t count, size_t width,
                          FILE *out);

#endif
