/* SPDX-License-Identifier: MIT */
/* A line being typed: edited, remembered, completed. Knows no terminal. */
#ifndef TUI_LINE_H
#define TUI_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { LINE_SIZE = 256, LINE_HISTORY_MAX = 64 };

/* Begins as all zeros. */
struct line {
    char text[LINE_SIZE];
    size_t size, cursor; /* bytes */
    char history[LINE_HISTORY_MAX][LINE_SIZE];
    size_t history_count, history_at; /* at == count: the line itself */
    char draft[LINE_SIZE];            /* the line itself, while looking at older ones */
};

/* Takes a key of terminal.h; false if it means nothing to a line. */
bool line_take_key(struct line *line, int key);

/* Remembers the line and empties it. */
void line_finish(struct line *line);
void line_set(struct line *line, const char *text);

/* Completes what is typed as far as all words that begin with it agree, and
 * if that leaves a choice, lists it. The words are of `width` bytes each. */
void line_complete(struct line *line, const char *words, size_t count, size_t width, FILE *out);

/* Columns that `size` bytes of text take. */
size_t line_columns(const char *text, size_t size);

#endif
