/* SPDX-License-Identifier: MIT */
/* Whether a text starts with another one. Case matters. */
#ifndef BASE_PREFIX_H
#define BASE_PREFIX_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static inline bool starts_with(const char *text, const char *prefix)
{
    return !strncmp(text, prefix, strlen(prefix));
}

/* The same for bytes that need not end with a NUL. */
static inline bool bytes_start_with(const char *bytes, size_t size, const char *prefix)
{
    const size_t prefix_size = strlen(prefix);
    return size >= prefix_size && !memcmp(bytes, prefix, prefix_size);
}

#endif
