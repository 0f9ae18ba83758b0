/* SPDX-License-Identifier: MIT */
#include "wire/page_language.h"

#include <stdarg.h>
#include <string.h>

#include "base/accept_list.h"

static const char *const codes[PAGE_LANGUAGES] = {"en", "de", "es"};

static const char *const texts[][PAGE_LANGUAGES] = {
#define ROW(english, german, spanish) {english, german, spanish},
#include "wire/page_texts.def"
};

const char *page_language_code(enum page_language language)
{
    return codes[language];
}

/* "de" and "de-AT" are both German. */
static bool is_language(struct accept_element element, const char *code)
{
    const char *region = memchr(element.name, '-', element.name_size);
    if (region)
        element.name_size = (size_t)(region - element.name);
    return accept_element_is(&element, code);
}

enum page_language page_language_choose(const char *accept_language)
{
    enum page_language best = PAGE_ENGLISH;
    int best_quality = 0;
    struct accept_element element;
    while (accept_list_next(&accept_language, &element))
        for (unsigned language = 0; language < PAGE_LANGUAGES; language++)
            if (element.quality > best_quality && is_language(element, codes[language])) {
                best = language;
                best_quality = element.quality;
            }
    return best;
}

const char *page_language_text(enum page_language language, const char *english)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!strcmp(texts[i][PAGE_ENGLISH], english))
            return texts[i][language];
    return english;
}

void page_language_fill(struct text *out, enum page_language language, const char *english, ...)
{
    va_list fillings;
    va_start(fillings, english);
    for (const char *at = page_language_text(language, english); *at; at++) {
        const char *text = *at == '%' ? va_arg(fillings, const char *) : NULL;
        if (text)
            text_add(out, text);
        else
            text_put(out, *at);
    }
    va_end(fillings);
}
