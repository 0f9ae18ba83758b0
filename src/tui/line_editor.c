/* SPDX-License-Identifier: MIT */
#include "tui/line_editor.h"

#include <string.h>

#include "tui/keys.h"

// A byte inside a UTF-8 sequence.
static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

// ---- editing ---------------------------------------------------------------------------------

static void erase_bytes(struct line_editor *editor, size_t from, size_t to)
{
    memmove(editor->text + from, editor->text + to, editor->size - to + 1);
    editor->size -= to - from;
    editor->cursor = from;
}

static void insert_byte(struct line_editor *editor, char byte)
{
    if (editor->size + 1 >= LINE_EDITOR_SIZE)
        return;
    memmove(editor->text + editor->cursor + 1, editor->text + editor->cursor,
            editor->size - editor->cursor + 1);
    editor->text[editor->cursor++] = byte;
    editor->size++;
}

static size_t previous_character(const struct line_editor *editor, size_t at)
{
    while (at && is_continuation(editor->text[--at]))
        ;
    return at;
}

static size_t next_character(const struct line_editor *editor, size_t at)
{
    if (at < editor->size)
        at++;
    while (at < editor->size && is_continuation(editor->text[at]))
        at++;
    return at;
}

static size_t previous_word(const struct line_editor *editor)
{
    size_t at = editor->cursor;
    while (at && editor->text[at - 1] == ' ')
        at--;
    while (at && editor->text[at - 1] != ' ')
        at--;
    return at;
}

void line_editor_set(struct line_editor *editor, const char *text)
{
    editor->size = strnlen(text, LINE_EDITOR_SIZE - 1);
    memmove(editor->text, text, editor->size);
    editor->text[editor->size] = '\0';
    editor->cursor = editor->size;
}

// ---- history ---------------------------------------------------------------------------------

static void show_history(struct line_editor *editor, size_t at)
{
    if (editor->history_at == editor->history_count)
        memcpy(editor->draft, editor->text, LINE_EDITOR_SIZE);
    editor->history_at = at;
    line_editor_set(editor, at == editor->history_count ? editor->draft : editor->history[at]);
}

static void add_to_history(struct line_editor *editor)
{
    if (editor->history_count && !strcmp(editor->history[editor->history_count - 1], editor->text))
        return;
    if (editor->history_count == LINE_EDITOR_HISTORY_MAX) {
        memmove(editor->history[0], editor->history[1], sizeof editor->history - LINE_EDITOR_SIZE);
        editor->history_count--;
    }
    memcpy(editor->history[editor->history_count++], editor->text, LINE_EDITOR_SIZE);
}

void line_editor_finish(struct line_editor *editor)
{
    if (editor->size)
        add_to_history(editor);
    editor->history_at = editor->history_count;
    line_editor_set(editor, "");
}

// ---- keys ------------------------------------------------------------------------------------

static bool move_cursor(struct line_editor *editor, int key)
{
    switch (key) {
    case KEY_LEFT:
    case KEY_CTRL('B'):
        editor->cursor = previous_character(editor, editor->cursor);
        return true;
    case KEY_RIGHT:
    case KEY_CTRL('F'):
        editor->cursor = next_character(editor, editor->cursor);
        return true;
    case KEY_HOME:
    case KEY_CTRL('A'):
        editor->cursor = 0;
        return true;
    case KEY_END:
    case KEY_CTRL('E'):
        editor->cursor = editor->size;
        return true;
    case KEY_UP:
    case KEY_CTRL('P'):
        if (editor->history_at)
            show_history(editor, editor->history_at - 1);
        return true;
    case KEY_DOWN:
    case KEY_CTRL('N'):
        if (editor->history_at < editor->history_count)
            show_history(editor, editor->history_at + 1);
        return true;
    default:
        return false;
    }
}

static bool delete_text(struct line_editor *editor, int key)
{
    switch (key) {
    case KEY_BACKSPACE:
        erase_bytes(editor, previous_character(editor, editor->cursor), editor->cursor);
        return true;
    case KEY_DELETE:
    case KEY_CTRL('D'):
        erase_bytes(editor, editor->cursor, next_character(editor, editor->cursor));
        return true;
    case KEY_CTRL('U'):
        erase_bytes(editor, 0, editor->cursor);
        return true;
    case KEY_CTRL('K'):
        erase_bytes(editor, editor->cursor, editor->size);
        return true;
    case KEY_CTRL('W'):
        erase_bytes(editor, previous_word(editor), editor->cursor);
        return true;
    default:
        return false;
    }
}

bool line_editor_handle_key(struct line_editor *editor, int key)
{
    if (move_cursor(editor, key) || delete_text(editor, key))
        return true;
    if (key < ' ' || key > 255)
        return false;
    insert_byte(editor, (char)key);
    return true;
}

// ---- completion ------------------------------------------------------------------------------

static size_t common_prefix_size(const char *a, const char *b)
{
    size_t size = 0;
    while (a[size] && a[size] == b[size])
        size++;
    return size;
}

void line_editor_complete(struct line_editor *editor, const char *words, size_t count, size_t width,
                          FILE *out)
{
    const char *first = NULL;
    size_t shared = 0, found = 0;
    for (size_t i = 0; i < count; i++) {
        const char *word = words + i * width;
        if (strncmp(word, editor->text, editor->size) != 0)
            continue;
        const size_t common = first ? common_prefix_size(first, word) : strlen(word);
        shared = first && shared < common ? shared : common;
        first = first ? first : word;
        found++;
    }
    const bool completed = shared > editor->size;
    editor->cursor = editor->size;
    for (size_t i = editor->size; i < shared; i++)
        insert_byte(editor, first[i]);
    if (found < 2 || completed)
        return;
    for (size_t i = 0; i < count; i++)
        if (!strncmp(words + i * width, editor->text, editor->size))
            fprintf(out, "%s ", words + i * width);
}

void line_editor_complete_from(struct line_editor *editor, size_t at, const char *words,
                               size_t count, size_t width, FILE *out)
{
    struct line_editor part = {.size = 0};
    line_editor_set(&part, editor->text + at);
    const size_t typed = part.size;
    line_editor_complete(&part, words, count, width, out);
    editor->cursor = editor->size;
    for (size_t i = typed; i < part.size; i++)
        insert_byte(editor, part.text[i]);
}
