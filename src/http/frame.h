/* SPDX-License-Identifier: MIT */
/* The frame of every HTML page. With the web client it loads its scripts, which replace the content
 * between frame_begin() and frame_send(); without scripts, that content is the page. */
#ifndef HTTP_FRAME_H
#define HTTP_FRAME_H

#include "http/exchange.h"

/* Title and description are in the language of the page. */
struct frame {
    unsigned status;         /* 0: 200 */
    const char *title;       /* the server's name follows; NULL: the server's name alone */
    const char *description; /* for search engines and previews of links; NULL: none */
    const char *path;        /* of the page that a preview leads to; NULL: no preview */
    unsigned refresh;        /* without scripts, reload after this many seconds; 0: never */
    bool is_form;            /* a form that needs no scripts, and loads none */
    bool has_secret; /* such as the code of a link: not compressed, as sizes could betray it */
};

/* A text of wire/page_texts.def in the language of the page. */
const char *frame_text(const struct exchange *exchange, const char *english);

/* Begins a page in exchange->body; what was written there is dropped. */
void frame_begin(struct exchange *exchange, const struct frame *frame);
/* Ends the page and responds. A form sends its own headers. */
void frame_send(struct exchange *exchange, const struct frame *frame);

/* Responds with a page that says what is wrong, as wire/refusal_texts.def has it. */
void frame_refuse(struct exchange *exchange, unsigned status, const char *message);

#endif
