/* SPDX-License-Identifier: MIT */
#include "notation/pgnscan.h"

#include <string.h>

enum { TAG_HEAD_MAX = 1024 }; /* bytes before a value */

/* Between words a control character is a blank. It does not end a word, so that one inside a move
 * is an error instead of another move. */
enum { CONTROL = PGN_BLANK, SPACE = PGN_BLANK | PGN_END, NEWLINE = SPACE | PGN_NEWLINE };

const uint8_t pgn_classes[256] = {
    [0] = CONTROL,     [1] = CONTROL,     [2] = CONTROL,     [3] = CONTROL,     [4] = CONTROL,
    [5] = CONTROL,     [6] = CONTROL,     [7] = CONTROL,     [8] = CONTROL,     ['\t'] = SPACE,
    [11] = SPACE,      [12] = SPACE,      [14] = CONTROL,    [15] = CONTROL,    [16] = CONTROL,
    [17] = CONTROL,    [18] = CONTROL,    [19] = CONTROL,    [20] = CONTROL,    [21] = CONTROL,
    [22] = CONTROL,    [23] = CONTROL,    [24] = CONTROL,    [25] = CONTROL,    [26] = CONTROL,
    [27] = CONTROL,    [28] = CONTROL,    [29] = CONTROL,    [30] = CONTROL,    [31] = CONTROL,
    [' '] = SPACE,     ['\n'] = NEWLINE,  ['\r'] = NEWLINE,  ['{'] = PGN_END,   ['}'] = PGN_END,
    ['('] = PGN_END,   [')'] = PGN_END,   ['['] = PGN_END,   [']'] = PGN_END,   [';'] = PGN_END,
    ['!'] = PGN_END,   ['?'] = PGN_END,   ['$'] = PGN_END,   ['*'] = PGN_END,   ['0'] = PGN_DIGIT,
    ['1'] = PGN_DIGIT, ['2'] = PGN_DIGIT, ['3'] = PGN_DIGIT, ['4'] = PGN_DIGIT, ['5'] = PGN_DIGIT,
    ['6'] = PGN_DIGIT, ['7'] = PGN_DIGIT, ['8'] = PGN_DIGIT, ['9'] = PGN_DIGIT};

// ---- the window ------------------------------------------------------------------------------

// Some editors start a file with the UTF-8 byte order mark.
static void skip_byte_order_mark(struct scan *s)
{
    if (s->end - s->at >= 3 && !memcmp(s->at, "\xef\xbb\xbf", 3))
        s->at += 3;
}

struct scan scan_text(const char *text, size_t size, rk_pgn_place before)
{
    struct scan s = {.start = text, .at = text, .counted = text, .drained = true};
    s.end = size ? text + size : text;
    s.lines = before.line;
    s.offset = before.offset;
    skip_byte_order_mark(&s);
    if (s.at > s.start) { // the text after the mark is at the start of a line
        s.offset += 3;
        s.start = s.counted = s.at;
    }
    return s;
}

struct scan scan_source(rk_pgn_source *source, void *data, char *window)
{
    struct scan s = {.start = window, .at = window, .end = window, .counted = window};
    s.source = source;
    s.source_data = data;
    s.window = window;
    scan_refill(&s);
    skip_byte_order_mark(&s);
    if (s.at > s.start) {
        s.offset = 3;
        s.start = s.counted = s.at;
    }
    return s;
}

void scan_refill(struct scan *s)
{
    scan_line(s, s->at);
    // Keep one byte to detect the start of a line.
    const char *from = s->at > s->start ? s->at - 1 : s->at;
    const size_t kept = (size_t)(s->end - from);
    size_t size = kept;
    memmove(s->window, from, kept);
    while (!s->drained && size < PGN_WINDOW) {
        const size_t more = s->source(s->source_data, s->window + size, PGN_WINDOW - size);
        s->failed = more == SIZE_MAX;
        s->drained = !more || s->failed;
        size += s->failed ? 0 : more;
    }
    s->offset += (uint64_t)(from - s->start);
    s->at = s->counted = s->window + (s->at - from);
    s->start = s->window;
    s->end = s->window + size;
}

// A line ends with LF, CR or both.
uint64_t scan_line(struct scan *s, const char *at)
{
    const char *c = s->counted;
    if (c >= at)
        return s->lines + 1;
    uint64_t lines = *c == '\r' || (*c == '\n' && !(c > s->start && c[-1] == '\r'));
    for (c++; c < at; c++)
        lines += (*c == '\r') | ((*c == '\n') & (c[-1] != '\r'));
    s->counted = at;
    return (s->lines += lines) + 1;
}

void scan_skip_line(struct scan *s)
{
    do {
        scan_ahead(s);
        s->at = line_end(s->at, s->end);
    } while (s->at == s->end && !s->drained);
}

// ---- words and tags --------------------------------------------------------------------------

const char *scan_word(const char *at, const char *end)
{
    while (at < end && !(class_of(*at) & PGN_END))
        at++;
    // The only word that contains parentheses: a promotion such as "e8(Q)".
    if (end - at >= 3 && *at == '(' && at[2] == ')' && strchr("NBRQ", at[1]) && at[1])
        at += 3;
    return at;
}

static bool is_name_start(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

static const char *name_end(const char *at, const char *end)
{
    while (at < end && !(class_of(*at) & PGN_BLANK) && *at != '"' && *at != '[' && *at != ']')
        at++;
    return at;
}

bool scan_is_tag(const char *at, const char *end)
{
    if (at == end || *at != '[')
        return false;
    if (end - at > TAG_HEAD_MAX)
        end = at + TAG_HEAD_MAX;
    at = past_spaces(at + 1, end);
    if (at == end || !is_name_start(*at))
        return false;
    at = past_spaces(name_end(at, end), end);
    return at < end && *at == '"';
}

bool scan_is_long_tag(rk_pgn_text text)
{
    return text.size > RK_PGN_TOKEN_MAX && scan_is_tag(text.at, text.at + text.size);
}

// Returns the end of the tag after its value. A missing bracket is accepted at the end of a line.
static const char *tag_end(const char *at, const char *end)
{
    at = past_spaces(at, end);
    if (at == end || class_of(*at) & PGN_NEWLINE)
        return at;
    return *at == ']' ? at + 1 : NULL;
}

/* Finds the quote that closes a value. Be lenient: some files do not escape quotes
 * inside a value, or a backslash at its end. */
static const char *closing_quote(const char *at, const char *end)
{
    const char *last = NULL;
    for (; at < end && !(class_of(*at) & PGN_NEWLINE); at++) {
        if (*at == '\\' && end - at > 1 && (at[1] == '"' || at[1] == '\\')) {
            at++;
            if (*at == '"' && tag_end(at + 1, end))
                last = at;
        } else if (*at == '"' && tag_end(at + 1, end)) {
            return at;
        }
    }
    return last;
}

const char *scan_tag(const char *at, const char *end, rk_pgn_text *name, rk_pgn_text *value)
{
    if (!scan_is_tag(at, end))
        return NULL;
    name->at = past_spaces(at + 1, end);
    at = name_end(name->at, end);
    name->size = (size_t)(at - name->at);
    value->at = past_spaces(at, end) + 1;
    const char *quote = closing_quote(value->at, end);
    if (!quote)
        return NULL;
    value->size = (size_t)(quote - value->at);
    return tag_end(quote + 1, end);
}

size_t rk_pgn_unescape(rk_pgn_text value, char *out, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; i < value.size && length < size; i++) {
        const bool escapes = value.at[i] == '\\' && i + 1 < value.size &&
                             (value.at[i + 1] == '"' || value.at[i + 1] == '\\');
        i += escapes;
        out[length++] = value.at[i];
    }
    return length;
}
