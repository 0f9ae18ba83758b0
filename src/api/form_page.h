/* SPDX-License-Identifier: MIT */
/* Pages with a form: login, registration, consent, password reset, set-up. They need no scripts,
 * cannot be embedded in other sites, and are not cached by the browser. Titles, labels and messages
 * are given in English and shown in the language of the page. */
#ifndef API_FORM_PAGE_H
#define API_FORM_PAGE_H

#include "http/exchange.h"

/* Whether a form without scripts was sent, or a browser opens a page; scripts ask for JSON. */
bool form_page_is_wanted(const struct exchange *exchange);
/* Responds to a form that was accepted: the browser opens the home page. */
void form_page_go_home(struct exchange *exchange);

/* Begins a page in exchange->body; a refusal that was written there is dropped. */
void form_page_begin(struct exchange *exchange, const char *title);
/* The title as a heading. */
void form_page_add_heading(struct exchange *exchange, const char *heading);
/* Sends it. `form_target` is another source that the form may lead to, or NULL. */
void form_page_send(struct exchange *exchange, unsigned status, const char *form_target);

/* A labelled field; `type` is that of an <input>, `autocomplete` what browsers fill in. */
struct form_page_field {
    const char *label, *name, *type, *value, *autocomplete;
    bool optional;
};
void form_page_add_field(struct exchange *exchange, const struct form_page_field *field);
void form_page_add_hidden(struct buffer *page, const char *name, const char *value);
/* A message above the form; nothing for "". */
void form_page_add_error(struct exchange *exchange, const char *message);

/* Responds with a page that only has a heading and a text. */
void form_page_send_message(struct exchange *exchange, unsigned status, const char *heading,
                            const char *text);

#endif
