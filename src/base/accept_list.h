/* SPDX-License-Identifier: MIT */
/* The value of a header such as Accept-Encoding or Accept-Language: names, each with a quality, as
 * in "de, en;q=0.5". */
#ifndef BASE_ACCEPT_LIST_H
#define BASE_ACCEPT_LIST_H

#include <stdbool.h>
#include <stddef.h>

enum { ACCEPT_QUALITY_MAX = 1000 };

struct accept_element {
    const char *name; /* borrowed from the list */
    size_t name_size;
    int quality; /* 0 to ACCEPT_QUALITY_MAX; 0, which means "do not use", if malformed */
};

/* Reads the next element and advances *list; false at its end. */
bool accept_list_next(const char **list, struct accept_element *out);

/* Compares the name, ignoring case. */
bool accept_element_is(const struct accept_element *element, const char *name);

#endif
