/* SPDX-License-Identifier: MIT */
/* The language of mails and of the pages without scripts, which cannot use the catalogue of the web
 * client. */
#ifndef WIRE_PAGE_LANGUAGE_H
#define WIRE_PAGE_LANGUAGE_H

#include "base/text.h"

enum page_language { PAGE_ENGLISH, PAGE_GERMAN, PAGE_SPANISH, PAGE_LANGUAGES };

/* The language that an Accept-Language header prefers; English if it names none of ours. */
enum page_language page_language_choose(const char *accept_language);

/* For the lang attribute: "en", "de", "es". */
const char *page_language_code(enum page_language language);

/* The translation of an English text; the text itself if page_texts.def does not have it. */
const char *page_language_text(enum page_language language, const char *english);

/* Writes the translation and replaces each "%" by the next text, as it is. End the texts with
 * NULL. */
void page_language_fill(struct text *out, enum page_language language, const char *english, ...);

#endif
