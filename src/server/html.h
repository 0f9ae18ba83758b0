/* SPDX-License-Identifier: MIT */
/* Pages that need no script: what every one of them is made of. All text that
 * comes from outside goes through html_text(). */
#ifndef SERVER_HTML_H
#define SERVER_HTML_H

#include "base/buffer.h"
#include "rookery/position.h"

/* Escaped for content and for quoted attributes. */
void html_text(struct buffer *out, const char *text);
void html_number(struct buffer *out, int64_t number);

/* Markup and texts in turn: "%" is replaced by the next text, escaped. The pattern
 * is ours and has as many of them as there are texts; NULL ends those. */
void html_add(struct buffer *out, const char *pattern, ...);

/* A command to be typed, in a box of its own, likewise. Where the line is too short for it, it goes
 * on behind a blank of the pattern, never within an option. */
void html_command(struct buffer *out, const char *pattern, ...);

/* The beginning and the end of a page; it asks for itself again after `refresh`
 * seconds, 0 for never. */
void html_begin(struct buffer *out, const char *title, unsigned refresh);
void html_end(struct buffer *out);

struct html_board {
    const rk_position *position;
    rk_move last; /* marked; RK_NO_MOVE for none */
    bool flipped; /* Black below */
    bool small;   /* one of many: without coordinates, and not told in words */
};

/* A board as a table, and what stands on it in words for those who do not see it. */
void html_board(struct buffer *out, const struct html_board *board);

/* What a side has beside the board: pieces in hand, checks to give; nothing in most variants. */
void html_beside(struct buffer *out, const rk_position *position, rk_side side);

/* A whole page that says why there is no other. */
void html_refusal(struct buffer *out, const char *words);

/* What a clock shows: 2 d 23 h, 1:02:03, 4:05, and 0:07.3 below ten seconds. */
void html_clock(struct buffer *out, int64_t milliseconds);

/* The style sheet of all pages. Static storage. */
const char *html_style(void);

#endif
