/* SPDX-License-Identifier: MIT */
/* The text of a PGN file as a window that moves along it. */
#ifndef NOTATION_PGNSCAN_H
#define NOTATION_PGNSCAN_H

#include "rookery/pgn.h"

enum { PGN_WINDOW = 4 * RK_PGN_TOKEN_MAX, PGN_AHEAD = PGN_WINDOW / 2 };

/* What lies between `at` and `end` is still to be read; `start` is the beginning
 * of the file, or there is a byte before `at`. */
struct scan {
    const char *start, *at, *end;
    const char *counted; /* up to here `lines` is right */
    uint64_t lines;      /* before `counted` */
    uint64_t offset;     /* of `start` in the file */
    rk_pgn_source *source;
    void *source_data;
    char *window; /* where the source's bytes go; NULL for text in memory */
    bool drained; /* there is nothing more than what is here */
    bool failed;
};

struct scan scan_text(const char *text, size_t size, rk_pgn_place before);

/* `window` has room for PGN_WINDOW bytes. */
struct scan scan_source(rk_pgn_source *source, void *data, char *window);

/* Makes room and reads on. */
void scan_refill(struct scan *s);

/* The number of the line on which `at` stands, from 1; never before the last asked for. */
uint64_t scan_line(struct scan *s, const char *at);

/* The whole of the next token is here, if it is no longer than allowed. What is
 * found stays where it is until the next call. */
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

/* Blanks are all bytes up to ' '. PGN_END: a word ends before it. */
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

/* Past blanks of this line. */
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

/* No token goes beyond this: one that reaches it is too long. */
RK_INLINE const char *token_limit(const struct scan *s)
{
    return s->end - s->at > RK_PGN_TOKEN_MAX ? s->at + RK_PGN_TOKEN_MAX + 1 : s->end;
}

/* To the end of the line, however long it is. */
void scan_skip_line(struct scan *s);

/* Where the word that starts at `at` ends. */
const char *scan_word(const char *at, const char *end);

/* A tag, `[Name "value"]`, starts at `at`. */
bool scan_is_tag(const char *at, const char *end);

/* Takes a tag apart. Returns where it ends; NULL if it is none that can be read. */
const char *scan_tag(const char *at, const char *end, rk_pgn_text *name, rk_pgn_text *value);

#endif
