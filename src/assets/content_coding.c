/* SPDX-License-Identifier: MIT */
#include "assets/content_coding.h"

#include "base/accept_list.h"

enum { UNSET = -1 };

static const char *const names[] = {
    [CODING_BROTLI] = "br", [CODING_GZIP] = "gzip", [CODING_IDENTITY] = "identity"};

const char *content_coding_name(enum content_coding coding)
{
    return names[coding];
}

/* Sets the quality of the coding that an element names; `others` is that of "*". */
static void set_quality(const struct accept_element *element, int *qualities, int *others)
{
    if (accept_element_is(element, "*"))
        *others = element->quality;
    for (int coding = 0; coding < CODING_COUNT; coding++)
        if (accept_element_is(element, names[coding]))
            qualities[coding] = element->quality;
    if (accept_element_is(element, "x-gzip"))
        qualities[CODING_GZIP] = element->quality;
}

enum content_coding content_coding_choose(const char *accept, unsigned available)
{
    int qualities[CODING_COUNT] = {UNSET, UNSET, UNSET}, others = UNSET;
    struct accept_element element;
    while (accept_list_next(&accept, &element))
        set_quality(&element, qualities, &others);
    enum content_coding best = CODING_IDENTITY;
    int best_quality = 0;
    for (int coding = 0; coding < CODING_IDENTITY; coding++) {
        const int quality = qualities[coding] == UNSET ? others : qualities[coding];
        if (available >> coding & 1 && quality > best_quality) {
            best = (enum content_coding)coding;
            best_quality = quality;
        }
    }
    // A client that prefers the uncompressed file gives it a higher quality.
    return qualities[CODING_IDENTITY] > best_quality ? CODING_IDENTITY : best;
}
