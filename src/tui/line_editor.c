/* SPDX-License-Identifier: MIT */
#include "tui/line_editor.h"

#include <string.h>

#include "tui/terminal.h"

// A byte that goes on with a character of UTF-8.
static bool is_inside(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

// ---- editing ---------------------------------------------------------------------------------

static void erase(struct line_editor *line, size_t from, size_t to)
{
    memmove(line->text + from, line->text + to, line->size - to + 1);
    line->size -= to - from;
    line->cursor = from;
}

static void insert(struct line_editor *line, char byte)
{
    if (line->size + 1 >= LINE_EDITOR_SIZE)
        return;
    memmove(line->text + line->cursor + 1, line->text + line->cursor,
            line->size - line->cursor + 1);
    line->text[line->cursor++] = byte;
    line->size++;
}

static size_t left_of(const struct line_editor *line, size_t at)
{
    while (at && is_inside(line->text[--at]))
        ;
    return at;
}

static size_t right_of(const struct line_editor *line, size_t at)
{
    if (at < line->size)
        at++;
    while (at < line->size && is_inside(line->text[at]))
        at++;
    return at;
}

static size_t word_before(const struct line_editor *line)
{
    size_t at = line->cursor;
    while (at && line->text[at - 1] == ' ')
        at--;
    while (at && line->text[at - 1] != ' ')
        at--;
    return at;
}

void line_editor_set(struct line_editor *line, const char *text)
{
    line->size = strnlen(text, LINE_EDITOR_SIZE - 1);
    memmove(line->text, text, line->size);
    line->text[line->size] = '\0';
    line->cursor = line->size;
}

// ---- history ---------------------------------------------------------------------------------

static void look_at(struct line_editor *line, size_t at)
{
    if (line->history_at == line->history_count)
        memcpy(line->draft, line->text, LINE_EDITOR_SIZE);
    line->history_at = at;
    line_editor_set(line, at == line->history_count ? line->draft : line->history[at]);
}

static void remember(struct line_editor *line)
{
    if (line->history_count && !strcmp(line->history[line->history_count - 1], line->text))
        return;
    if (line->history_count == LINE_EDITOR_HISTORY_MAX) {
        memmove(line->history[0], line->history[1], sizeof line->history - LINE_EDITOR_SIZE);
        line->history_count--;
    }
    memcpy(line->history[line->history_count++], line->text, LINE_EDITOR_SIZE);
}

void line_editor_finish(struct line_editor *line)
{
    if (line->size)
        remember(line);
    line->history_at = line->history_count;
    line_editor_set(line, "");
}

// ---- keys ------------------------------------------------------------------------------------

static bool move_cursor(struct line_editor *line, int key)
{
    switch (key) {
    case KEY_LEFT:
    case KEY_CTRL('B'):
        line->cursor = left_of(line, line->cursor);
        return true;
    case KEY_RIGHT:
    case KEY_CTRL('F'):
        line->cursor = right_of(line, line->cursor);
        return true;
    case KEY_HOME:
    case KEY_CTRL('A'):
        line->cursor = 0;
        return true;
    case KEY_END:
    case KEY_CTRL('E'):
        line->cursor = line->size;
        return true;
    case KEY_UP:
    case KEY_CTRL('P'):
        if (line->history_at)
            look_at(line, line->history_at - 1);
        return true;
    case KEY_DOWN:
    case KEY_CTRL('N'):
        if (line->history_at < line->history_count)
            look_at(line, line->history_at + 1);
        return true;
    default:
        return false;
    }
}

static bool take_away(struct line_editor *line, int key)
{
    switch (key) {
    case KEY_BACKSPACE:
        erase(line, left_of(line, line->cursor), line->cursor);
        return true;
    case KEY_DELETE:
    case KEY_CTRL('D'):
        erase(line, line->cursor, right_of(line, line->cursor));
        return true;
    case KEY_CTRL('U'):
        erase(line, 0, line->cursor);
        return true;
    case KEY_CTRL('K'):
        erase(line, line->cursor, line->size);
        return true;
    case KEY_CTRL('W'):
        erase(line, word_before(line), line->cursor);
        return true;
    default:
        return false;
    }
}

bool line_editor_handle_key(struct line_editor *line, int key)
{
    if (move_cursor(line, key) || take_away(line, key))
        return true;
    if (key < ' ' || key > 255)
        return false;
    insert(line, (char)key);
    return true;
}

// ---- completing ------------------------------------------------------------------------------

static size_t shared_size(const char *a, const char *b)
{
    size_t size = 0;
    while (a[size] && a[size] == b[size])
        size++;
    return size;
}

void line_editor_complete(struct line_editor *line, const char *words, size_t count, size_t width,
                          FILE *out)
{
    const char *first = NULL;
    size_t shared = 0, found = 0;
    for (size_t i = 0; i < count; i++) {
        const char *word = words + i * width;
        if (strncmp(word, line->text, line->size) != 0)
            continue;
        const size_t agreed = first ? shared_size(first, word) : strlen(word);
        shared = first && shared < agreed ? shared : agreed;
        first = first ? first : word;
        found++;
    }
    const bool helped = shared > line->size;
    line->cursor = line->size;
    for (size_t i = line->size; i < shared; i++)
        insert(line, first[i]);
    if (found < 2 || helped)
        return;
    for (size_t i = 0; i < count; i++)
        if (!strncmp(words + i * width, line->text, line->size))
            fprintf(out, "%s ", words + i * width);
}
