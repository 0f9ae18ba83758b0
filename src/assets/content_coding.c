/* SPDX-License-Identifier: MIT */
#include "assets/content_coding.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum { QUALITY_MAX = 1000, UNSET = -1 };

static const char *const names[] = {
    [CODING_BROTLI] = "br", [CODING_GZIP] = "gzip", [CODING_IDENTITY] = "identity"};

const char *content_coding_name(enum content_coding coding)
{
    return names[coding];
}

static size_t skip_blanks(const char *text)
{
    return strspn(text, " \t");
}

/* Reads "0.5" as 500. A malformed value counts as 0, so that the client gets an uncompressed
 * response rather than one it may not be able to read. */
static int read_quality(const char *text, size_t size)
{
    static const int places[] = {100, 10, 1};
    if (!size || (text[0] != '0' && text[0] != '1') || (size > 1 && text[1] != '.') || size > 5)
        return 0;
    int quality = (text[0] - '0') * QUALITY_MAX;
    for (size_t i = 2; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 0;
        quality += (text[i] - '0') * places[i - 2];
    }
    return quality <= QUALITY_MAX ? quality : 0;
}

/* The quality of an element such as "br;q=0.5", whose name has `name_size` bytes. */
static int element_quality(const char *element, size_t size, size_t name_size)
{
    size_t at = name_size + skip_blanks(element + name_size);
    if (at >= size)
        return QUALITY_MAX;
    if (element[at] != ';')
        return 0;
    at++;
    at += skip_blanks(element + at);
    if (at + 2 > size || (element[at] != 'q' && element[at] != 'Q') || element[at + 1] != '=')
        return 0;
    at += 2;
    while (size > at && (element[size - 1] == ' ' || element[size - 1] == '\t'))
        size--;
    return at < size ? read_quality(element + at, size - at) : 0;
}

static bool is_name(const char *element, size_t size, const char *name)
{
    return strlen(name) == size && !strncasecmp(element, name, size);
}

/* Sets the qualities of the coding that an element names; `others` is that of "*". */
static void read_element(const char *element, size_t size, int *qualities, int *others)
{
    const size_t name_size = strcspn(element, " \t;,");
    if (!name_size || name_size > size)
        return;
    const int quality = element_quality(element, size, name_size);
    if (is_name(element, name_size, "*"))
        *others = quality;
    for (int coding = 0; coding < CODING_COUNT; coding++)
        if (is_name(element, name_size, names[coding]))
            qualities[coding] = quality;
    if (is_name(element, name_size, "x-gzip"))
        qualities[CODING_GZIP] = quality;
}

enum content_coding content_coding_choose(const char *accept, unsigned available)
{
    int qualities[CODING_COUNT] = {UNSET, UNSET, UNSET}, others = UNSET;
    while (*accept) {
        accept += strspn(accept, " \t,");
        const size_t size = strcspn(accept, ",");
        read_element(accept, size, qualities, &others);
        accept += size;
    }
    enum content_coding best = CODING_IDENTITY;
    int best_quality = 0;
    for (int coding = 0; coding < CODING_IDENTITY; coding++) {
        const int quality = qualities[coding] == UNSET ? others : qualities[coding];
        if (available >> coding & 1 && quality > best_quality) {
            best = (enum content_coding)coding;
            best_quality = quality;
        }
    }
    // Who prefers the file as it is says so with a greater quality.
    return qualities[CODING_IDENTITY] > best_quality ? CODING_IDENTITY : best;
}
