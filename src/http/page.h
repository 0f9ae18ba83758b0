/* SPDX-License-Identifier: MIT */
/* The parts that all HTML pages share: head, header and footer. In a browser with scripts the web
 * client replaces the content between page_begin() and page_send(); without scripts, that content
 * is the page. */
#ifndef HTTP_PAGE_H
#define HTTP_PAGE_H

#include "http/exchange.h"

/* The head of a page. Title and description are in the language of the page. */
struct page_head {
    unsigned status;         /* 0: 200 */
    const char *title;       /* the server's name follows; NULL: the server's name alone */
    const char *description; /* for search engines and previews of links; NULL: none */
    const char *path;        /* of the page that a preview leads to; NULL: no preview */
    unsigned refresh;        /* without scripts, reload after this many seconds; 0: never */
    bool is_form;            /* a form that needs no scripts, and loads none */
    bool has_secret; /* do not compress: the size could reveal a secret, such as a link's code */
};

/* A text of wire/page_texts.def in the language of the page. */
const char *page_text(const struct exchange *exchange, const char *english);

/* Begins a page in exchange->body; what was written there is dropped. */
void page_begin(struct exchange *exchange, const struct page_head *head);
/* Ends the page and responds. A form sends its own headers. */
void page_send(struct exchange *exchange, const struct page_head *head);

/* Responds with an error page for a message of wire/refusal_texts.def. */
void page_refuse(struct exchange *exchange, unsigned status, const char *message);

#endif
