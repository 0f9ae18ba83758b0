/* SPDX-License-Identifier: MIT */
/* Building blocks for HTML pages without scripts. All untrusted text goes through
 * html_text(). */
#ifndef HTTP_HTML_H
#define HTTP_HTML_H

#include "base/buffer.h"
#include "rookery/position.h"
#include "wire/page_language.h"

/* Writes text, escaped for content and for quoted attributes. */
void html_text(struct buffer *out, const char *text);
void html_number(struct buffer *out, int64_t number);

/* Writes the pattern and replaces each "%" by the next text, escaped. End the texts with NULL. */
void html_add(struct buffer *out, const char *pattern, ...);

/* Writes a shell command in its own box, with a pattern like html_add(). A long command wraps
 * only at the spaces of the pattern, never inside an option. */
void html_command(struct buffer *out, const char *pattern, ...);

struct html_board {
    const rk_position *position;
    rk_move last; /* highlighted; RK_NO_MOVE for none */
    bool flipped; /* Black at the bottom */
    bool small;   /* without coordinates and without a text description */
    enum page_language language;
};

/* Writes a board as a table, with a text description for screen readers. */
void html_board(struct buffer *out, const struct html_board *board);

/* Writes a side's pocket pieces and remaining checks; nothing in most variants. */
void html_side_extras(struct buffer *out, const rk_position *position, rk_side side,
                      enum page_language language);

/* Writes a clock: 2 d 23 h, 1:02:03, 4:05, and 0:07.3 below ten seconds. */
void html_clock(struct buffer *out, int64_t milliseconds);

/* Writes the style sheet for all pages. */
void html_style(struct buffer *out);

#endif
