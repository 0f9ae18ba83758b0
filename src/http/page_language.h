/* SPDX-License-Identifier: MIT */
/* The language of the pages with a form, which need no scripts and so cannot use the catalogue of
 * the web client. The other pages are in English until the scripts have translated them. */
#ifndef HTTP_PAGE_LANGUAGE_H
#define HTTP_PAGE_LANGUAGE_H

enum page_language { PAGE_ENGLISH, PAGE_GERMAN, PAGE_SPANISH, PAGE_LANGUAGES };

/* The language that an Accept-Language header prefers; English if it names none of ours. */
enum page_language page_language_choose(const char *accept_language);

/* For the lang attribute: "en", "de", "es". */
const char *page_language_code(enum page_language language);

/* The translation of an English text; the text itself if page_texts.def does not have it. */
const char *page_language_text(enum page_language language, const char *english);

#endif
