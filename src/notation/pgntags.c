/* SPDX-License-Identifier: MIT */
#include "notation/pgntags.h"

/* Returns true if there is an empty line directly before `at`. */
static bool follows_blank_line(const char *start, const char *at)
{
    unsigned lines = 0;
    for (; at > start && class_of(at[-1]) & PGN_BLANK; at--)
        lines += at[-1] == '\n' || (at[-1] == '\r' && *at != '\n');
    return lines > 1;
}

bool tag_section_has(const struct tag_section *section, uint64_t key)
{
    for (unsigned i = 0; i < section->count; i++)
        if (section->keys[i] == key)
            return true;
    return false;
}

bool tag_section_restarts_at(const struct tag_section *section, uint64_t key, const char *start,
                             const char *at)
{
    return follows_blank_line(start, at) && (is_event_key(key) || tag_section_has(section, key));
}

/* Skips one comment or escaped line. Returns its start if there is none, or it does not end. */
static const char *past_comment(const char *start, const char *at, const char *end)
{
    const bool at_start = at == start || class_of(at[-1]) & PGN_NEWLINE;
    if (*at == ';' || (*at == '%' && at_start))
        return line_end(at, end);
    if (*at != '{')
        return at;
    const size_t size = end - at > RK_PGN_TOKEN_MAX ? RK_PGN_TOKEN_MAX : (size_t)(end - at);
    const char *close = memchr(at, '}', size);
    return close ? close + 1 : at;
}

const char *tag_section_past_comments(const char *start, const char *at, const char *limit)
{
    for (;;) {
        at = past_blanks(at, limit);
        const char *next = at < limit ? past_comment(start, at, limit) : at;
        if (next == at)
            return at;
        at = next;
    }
}

// ---- splitting files -------------------------------------------------------------------------

/* Returns the start of a brace comment that ends before `end` and starts its line; NULL if there
 * is none. */
static const char *comment_before(const char *text, const char *end)
{
    const char *const first = end - text > RK_PGN_TOKEN_MAX ? end - RK_PGN_TOKEN_MAX : text;
    if (end == text || end[-1] != '}')
        return NULL;
    for (const char *at = end - 1; at > first && at[-1] != '}'; at--)
        if (at[-1] == '{')
            return at - 1 == text || class_of(at[-2]) & PGN_NEWLINE ? at - 1 : NULL;
    return NULL;
}

/* Returns the start of the last line before `line` that is not blank or a comment; NULL if none. */
static const char *line_before(const char *text, const char *line)
{
    for (;;) {
        while (line > text && class_of(line[-1]) & PGN_BLANK)
            line--;
        if (line == text)
            return NULL;
        const char *comment = comment_before(text, line);
        if (comment) {
            line = comment;
            continue;
        }
        while (line > text && !(class_of(line[-1]) & PGN_NEWLINE))
            line--;
        if (*line != ';' && *line != '%')
            return line;
    }
}

/* Returns true if the line starts with a bracket or contains a tag. */
static bool has_tag(const char *line, const char *end)
{
    bool found = *past_blanks(line, end) == '[';
    for (; !found && line < end && !(class_of(*line) & PGN_NEWLINE); line++)
        found = scan_is_tag(line, end);
    return found;
}

/* Returns a line at or before this one, which starts with a tag, where a game certainly starts: the
 * first of the tag section, or an Event tag after a blank line. */
static const char *find_certain_start(const char *text, const char *line, const char *end)
{
    for (;;) {
        rk_pgn_text name, value;
        if (scan_tag(line, end, &name, &value) && is_event_key(tag_key(name)) &&
            follows_blank_line(text, line))
            return line;
        const char *before = line_before(text, line);
        if (!before || !has_tag(before, end))
            return line;
        line = before;
    }
}

/* Skips what starts with a bracket, but is not a tag, as the reader does: its line, or between
 * games, unless it looks like a tag, up to the next tag on the line. */
static const char *past_malformed_tag(const char *at, const char *end, bool in_game)
{
    const bool skips_line = in_game || scan_is_tag(at, end);
    for (at++; at < end && !(class_of(*at) & PGN_NEWLINE); at++)
        if (!skips_line && scan_is_tag(at, end))
            break;
    return at;
}

/* Reads the tag section from `*at` as the reader does, where a game starts. Returns the first line
 * from `from` on where a game starts; NULL, and the end of the section in *at, if there is none. */
static const char *find_start_in_section(const char *text, const char **at, const char *from,
                                         const char *end)
{
    struct tag_section section;
    tag_section_init(&section);
    for (const char *tag = *at;;) {
        tag = tag_section_past_comments(text, tag, end);
        *at = tag;
        if (tag == end || *tag != '[')
            return NULL;
        rk_pgn_text name, value;
        const char *after = scan_tag(tag, end, &name, &value);
        if (!after) {
            tag = past_malformed_tag(tag, end, section.count > 0);
            continue;
        }
        if (tag_section_ends_at(&section, tag_key(name), text, tag))
            tag_section_init(&section);
        const bool starts_line = tag == text || class_of(tag[-1]) & PGN_NEWLINE;
        if (!section.count && starts_line && tag >= from)
            return tag;
        tag_section_add(&section, tag_key(name));
        tag = after;
    }
}

/* Returns the first line from `at` on that starts with a tag; `end` if there is none. */
static const char *find_tag_line(const char *text, const char *at, const char *end)
{
    while (at < end) {
        const bool at_start = at == text || class_of(at[-1]) & PGN_NEWLINE;
        if (at_start && scan_is_tag(at, end))
            return at;
        const char *next = memchr(at + 1, '[', (size_t)(end - at - 1));
        if (!next)
            return end;
        at = next;
    }
    return end;
}

size_t rk_pgn_next_game(const char *text, size_t size, size_t from)
{
    if (from >= size)
        return size;
    const char *const end = text + size;
    for (const char *at = text + from; at < end;) {
        const char *line = find_tag_line(text, at, end);
        if (line == end)
            break;
        at = find_certain_start(text, line, end);
        const char *start = find_start_in_section(text, &at, text + from, end);
        if (start)
            return (size_t)(start - text);
        at = at > line ? at : line + 1;
    }
    return size;
}
