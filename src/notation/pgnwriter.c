/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "rookery/pgn.h"
#include "rookery/san.h"

enum { WIDTH_DEFAULT = 79, NUMBER_MAX = 24, COMMAND_MAX = 64 };

static const struct {
    const char *name, *unknown;
} roster[] = {{"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"}, {"Round", "?"},
              {"White", "?"}, {"Black", "?"}, {"Result", "*"}};
enum { ROSTER_COUNT = sizeof roster / sizeof *roster };

static void put_bytes(rk_pgn_writer *w, const char *bytes, size_t size)
{
    if (size)
        w->put(w->data, bytes, size);
}

// ---- tags ------------------------------------------------------------------------------------

/* A tag in `tags` is stored as two 16-bit sizes, then name and value. */
struct stored_tag {
    rk_pgn_text name, value;
};

static size_t read_size(const char *at)
{
    return (size_t)((unsigned char)at[0] | (unsigned char)at[1] << 8);
}

static void write_size(char *at, size_t size)
{
    at[0] = (char)(size & 255);
    at[1] = (char)(size >> 8);
}

static const char *next_tag(const char *at, struct stored_tag *tag)
{
    tag->name = (rk_pgn_text){at + 4, read_size(at)};
    tag->value = (rk_pgn_text){at + 4 + tag->name.size, read_size(at + 2)};
    return tag->value.at + tag->value.size;
}

static int roster_index(rk_pgn_text name)
{
    for (int i = 0; i < ROSTER_COUNT; i++)
        if (name.size == strlen(roster[i].name) && !memcmp(name.at, roster[i].name, name.size))
            return i;
    return -1;
}

// Escapes quotes and backslashes. A value cannot contain a newline.
static void put_value(rk_pgn_writer *w, rk_pgn_text value)
{
    for (size_t i = 0; i < value.size; i++) {
        const char c = value.at[i];
        if (c == '"' || c == '\\')
            put_bytes(w, "\\", 1);
        put_bytes(w, (unsigned char)c < ' ' ? " " : &c, 1);
    }
}

static void put_tag(rk_pgn_writer *w, rk_pgn_text name, rk_pgn_text value)
{
    put_bytes(w, "[", 1);
    put_bytes(w, name.at, name.size);
    put_bytes(w, " \"", 2);
    put_value(w, value);
    put_bytes(w, "\"]\n", 3);
}

static void put_roster(rk_pgn_writer *w, int place)
{
    const char *name = roster[place].name, *unknown = roster[place].unknown;
    struct stored_tag tag, found = {{name, strlen(name)}, {unknown, strlen(unknown)}};
    for (const char *at = w->tags; at < w->tags + w->tags_size;) {
        at = next_tag(at, &tag);
        if (roster_index(tag.name) == place)
            found = tag;
    }
    put_tag(w, found.name, found.value);
}

/* Returns true if a tag of this name follows. If a tag was given twice, the last one counts, as it
 * does when a game is read. */
static bool is_given_again(const rk_pgn_writer *w, const char *at, rk_pgn_text name)
{
    struct stored_tag tag;
    while (at < w->tags + w->tags_size) {
        at = next_tag(at, &tag);
        if (tag.name.size == name.size && !memcmp(tag.name.at, name.at, name.size))
            return true;
    }
    return false;
}

static void put_tags(rk_pgn_writer *w)
{
    for (int i = 0; i < ROSTER_COUNT; i++)
        put_roster(w, i);
    struct stored_tag tag;
    for (const char *at = w->tags; at < w->tags + w->tags_size;) {
        at = next_tag(at, &tag);
        if (roster_index(tag.name) < 0 && !is_given_again(w, at, tag.name))
            put_tag(w, tag.name, tag.value);
    }
    put_bytes(w, "\n", 1);
}

void rk_pgn_write_tag(rk_pgn_writer *w, rk_pgn_text name, rk_pgn_text value)
{
    const size_t room = sizeof w->tags - w->tags_size;
    if (name.size > room || value.size > room || name.size + value.size + 4 > room)
        return;
    char *at = w->tags + w->tags_size;
    write_size(at, name.size);
    write_size(at + 2, value.size);
    memcpy(at + 4, name.at, name.size);
    if (value.size)
        memcpy(at + 4 + name.size, value.at, value.size);
    w->tags_size += 4 + name.size + value.size;
}

// ---- moves -----------------------------------------------------------------------------------

static void begin_moves(rk_pgn_writer *w)
{
    if (w->in_moves)
        return;
    put_tags(w);
    w->in_moves = w->needs_number = w->no_space = true;
    w->column = 0;
}

/* Writes a space, or a line break if there is no room for a word of this size. */
static void put_separator(rk_pgn_writer *w, size_t size)
{
    const size_t needed = w->column + size + !w->no_space;
    if (w->column && w->width && needed > w->width) {
        put_bytes(w, "\n", 1);
        w->column = 0;
    } else if (!w->no_space) {
        put_bytes(w, " ", 1);
        w->column++;
    }
}

/* Writes a space or a line break, then a word that must not be broken. */
static void put_word(rk_pgn_writer *w, const char *bytes, size_t size)
{
    put_separator(w, size);
    put_bytes(w, bytes, size);
    w->column += (unsigned)size;
    w->no_space = false;
}

/* Writes a word of a comment, together with the braces beside it. */
static void put_comment_word(rk_pgn_writer *w, rk_pgn_text word, bool is_first, bool is_last)
{
    const size_t size = word.size + is_first + is_last;
    put_separator(w, size);
    put_bytes(w, "{", is_first);
    put_bytes(w, word.at, word.size);
    put_bytes(w, "}", is_last);
    w->column += (unsigned)size;
    w->no_space = false;
}

/* Black's move needs a number only if it does not directly follow White's. */
static void put_number(rk_pgn_writer *w, const rk_position *before)
{
    const bool white = rk_position_turn(before) == RK_WHITE;
    if (!white && !w->needs_number)
        return;
    char number[NUMBER_MAX];
    struct text text = text_in(number, sizeof number);
    text_number(&text, before->move_number);
    text_add(&text, white ? "." : "...");
    put_word(w, number, text_end(&text));
}

void rk_pgn_write_move(rk_pgn_writer *w, const rk_position *before, rk_move move)
{
    begin_moves(w);
    put_number(w, before);
    w->needs_number = false;
    char san[RK_SAN_MAX];
    put_word(w, san, rk_san_write(before, move, san));
}

// A closing brace would end the comment.
static bool is_between_words(char c)
{
    return (unsigned char)c <= ' ' || c == '}';
}

/* Copies a command such as [%clk 0:01:02], together with adjacent text, as one word:
 * some programs cannot read one that is wrapped. Collapses runs of blanks and advances
 * *from. Returns the size; 0 if there is no command here or it does not fit. */
static size_t copy_command(const char **from, const char *end, char *out)
{
    const char *at = *from;
    size_t size = 0;
    bool closed = false;
    if (end - at < 2 || at[0] != '[' || at[1] != '%')
        return 0;
    for (; at < end && size < COMMAND_MAX; at++) {
        const bool blank = is_between_words(*at);
        if (blank && closed)
            break;
        if (!blank || out[size - 1] != ' ')
            out[size++] = blank ? ' ' : *at;
        closed |= *at == ']';
    }
    if (!closed || size == COMMAND_MAX)
        return 0;
    *from = at;
    return size;
}

/* Takes the next word of a comment, or a command, which is copied to `command`, and the blanks
 * behind it. */
static rk_pgn_text next_comment_word(const char **from, const char *end, char *command)
{
    const char *start = *from, *at = *from;
    const size_t command_size = copy_command(&at, end, command);
    while (!command_size && at < end && !is_between_words(*at))
        at++;
    const rk_pgn_text word = command_size ? (rk_pgn_text){command, command_size}
                                          : (rk_pgn_text){start, (size_t)(at - start)};
    while (at < end && is_between_words(*at))
        at++;
    *from = at;
    return word;
}

void rk_pgn_write_comment(rk_pgn_writer *w, rk_pgn_text text)
{
    begin_moves(w);
    const char *at = text.at, *const end = text.size ? text.at + text.size : text.at;
    bool is_first = true;
    while (at < end && is_between_words(*at))
        at++;
    do {
        char command[COMMAND_MAX];
        const rk_pgn_text word = next_comment_word(&at, end, command);
        put_comment_word(w, word, is_first, at >= end);
        is_first = false;
    } while (at < end);
    w->needs_number = true;
}

void rk_pgn_write_nag(rk_pgn_writer *w, unsigned nag)
{
    begin_moves(w);
    char word[NUMBER_MAX];
    struct text text = text_in(word, sizeof word);
    text_put(&text, '$');
    text_number(&text, nag);
    put_word(w, word, text_end(&text));
}

void rk_pgn_write_begin_variation(rk_pgn_writer *w)
{
    begin_moves(w);
    put_word(w, "(", 1);
    w->no_space = w->needs_number = true;
}

void rk_pgn_write_end_variation(rk_pgn_writer *w)
{
    begin_moves(w);
    w->no_space = true;
    put_word(w, ")", 1);
    w->needs_number = true;
}

static void begin_game(rk_pgn_writer *w)
{
    w->tags_size = 0;
    w->column = 0;
    w->in_moves = w->needs_number = w->no_space = false;
}

void rk_pgn_write_end(rk_pgn_writer *w, rk_pgn_text result)
{
    begin_moves(w);
    put_word(w, result.size ? result.at : "*", result.size ? result.size : 1);
    put_bytes(w, "\n\n", 2);
    begin_game(w);
}

void rk_pgn_writer_init(rk_pgn_writer *w, rk_pgn_put *write, void *data)
{
    w->put = write;
    w->data = data;
    w->width = WIDTH_DEFAULT;
    begin_game(w);
}

void rk_pgn_writer_set_width(rk_pgn_writer *w, unsigned columns)
{
    w->width = columns;
}
