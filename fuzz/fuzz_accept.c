/* SPDX-License-Identifier: MIT */
/* Headers such as Accept-Language: every element lies in the list and has a quality within bounds,
 * and a language and a coding are chosen. */
#include "assets/content_coding.h"
#include "base/accept_list.h"
#include "fuzz.h"
#include "wire/page_language.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    CHECK(text);
    memcpy(text, data, size);
    text[size] = '\0';
    const char *list = text;
    struct accept_element element;
    while (accept_list_next(&list, &element)) {
        CHECK(element.name >= text && element.name + element.name_size <= list);
        CHECK(element.quality >= 0 && element.quality <= ACCEPT_QUALITY_MAX);
    }
    CHECK(page_language_choose(text) < PAGE_LANGUAGES);
    CHECK(content_coding_choose(text, 1 << CODING_GZIP) != CODING_BROTLI);
    free(text);
    return 0;
}
