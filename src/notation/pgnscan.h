/* SPDX-License-Identifier: MIT */
/* A lexer for PGN: a window that slides over the input. */
#ifndef NOTATION_PGNSCAN_H
#define NOTATION_PGNSCAN_H

#include "rookery/pgn.h"

enum { PGN_WINDOW = 4 * RK_PGN_TOKEN_MAX, PGN_AHEAD = PGN_WINDOW / 2 };

/* The text from `at` to `end` is still to be read. Except at the start of the file,
 * at least one byte before `at` is kept, to detect the start of a line. */
struct scan {
    const char *start, *at, *end;
    const char *counted; /* lines up to here are in `lines` */
    uint64_t lines;      /* before `counted` */
    uint64_t offset;     /* of `start` in the file */
    rk_pgn_source *source;
    void *source_data;
    char *window; /* the source's bytes; NULL for text in memory */
    bool drained; /* the source has ended */
    bool failed;
};

struct scan scan_text(const char *text, size_t size, rk_pgn_place before);

/* `window` must have room for PGN_WINDOW bytes. */
struct scan scan_source(rk_pgn_source *source, void *data, char *window);

/* Discards what was read and fills the window. */
void scan_refill(struct scan *s);

/* Returns the line number of `at`, from 1. Call it with increasing places only. */
uint64_t scan_line(struct scan *s, const char *at);

/* Ensures that the whole next token is in the window, if it is not too long. Pointers
 * into the window stay valid until the next call. */
RK_INLINE void scan_ahead(struct scan *s)
{
    if (!s->drained && s->end - s->at < PGN_AHEAD)
        scan_refill(s);
}

RK_INLINE uint64_t scan_offset(const struct scan *s, const char *at)
{
    return s->offset + (uint64_t)(at - s->start);
}

enum { PGN_BLANK = 1, PGN_NEWLINE = 2, PGN_END = 4, PGN_DIGIT = 8 };

/* The classes of each byte. All bytes up to ' ' are blanks. A word ends before PGN_END; a control
 * character does not end it. */
extern const uint8_t pgn_classes[256];

RK_INLINE unsigned class_of(char c)
{
    return pgn_classes[(unsigned char)c];
}

RK_INLINE bool at_line_start(const struct scan *s, const char *at)
{
    return at == s->start || class_of(at[-1]) & PGN_NEWLINE;
}

RK_INLINE const char *past_blanks(const char *at, const char *end)
{
    while (at < end && class_of(*at) & PGN_BLANK)
        at++;
    return at;
}

/* Skips spaces and tabs, but not newlines. */
RK_INLINE const char *past_spaces(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

RK_INLINE const char *line_end(const char *at, const char *end)
{
    while (at < end && !(class_of(*at) & PGN_NEWLINE))
        at++;
    return at;
}

/* Returns the end of the longest allowed token; a token that reaches it is too long. */
RK_INLINE const char *token_limit(const struct scan *s)
{
    return s->end - s->at > RK_PGN_TOKEN_MAX ? s->at + RK_PGN_TOKEN_MAX + 1 : s->end;
}

/* Skips to the end of the line, however long it is. */
void scan_skip_line(struct scan *s);

/* Returns the end of the word at `at`. */
const char *scan_word(const char *at, const char *end);

/* Returns true if a tag, `[Name "value"]`, starts at `at`. */
bool scan_is_tag(const char *at, const char *end);

/* Returns true if the text of a malformed tag, up to the limit of tokens or the end of its line, is
 * that of a tag which is too long. */
bool scan_is_long_tag(rk_pgn_text text);
#define PGN_LONG_TAG_TEXT "this tag is longer than 64 KiB, and left out"

/* Parses a tag. Returns its end; NULL if it is malformed or too long. */
const char *scan_tag(const char *at, const char *end, rk_pgn_text *name, rk_pgn_text *value);

#endif
