/* SPDX-License-Identifier: MIT */
#include "base/accept_list.h"

#include <string.h>
#include <strings.h>

static size_t skip_blanks(const char *text)
{
    return strspn(text, " \t");
}

/* Reads "0.5" as 500. */
static int read_quality(const char *text, size_t size)
{
    static const int places[] = {100, 10, 1};
    if (!size || (text[0] != '0' && text[0] != '1') || (size > 1 && text[1] != '.') || size > 5)
        return 0;
    int quality = (text[0] - '0') * ACCEPT_QUALITY_MAX;
    for (size_t i = 2; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 0;
        quality += (text[i] - '0') * places[i - 2];
    }
    return quality <= ACCEPT_QUALITY_MAX ? quality : 0;
}

/* The quality of an element such as "br;q=0.5", whose name has `name_size` bytes. */
static int element_quality(const char *element, size_t size, size_t name_size)
{
    size_t at = name_size + skip_blanks(element + name_size);
    if (at >= size)
        return ACCEPT_QUALITY_MAX;
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

bool accept_list_next(const char **list, struct accept_element *out)
{
    const char *element = *list + strspn(*list, " \t,");
    const size_t size = strcspn(element, ",");
    const size_t name_size = strcspn(element, " \t;,");
    *list = element + size;
    *out = (struct accept_element){element, name_size, element_quality(element, size, name_size)};
    return size;
}

bool accept_element_is(const struct accept_element *element, const char *name)
{
    return strlen(name) == element->name_size &&
           !strncasecmp(element->name, name, element->name_size);
}
