/* SPDX-License-Identifier: MIT */
#include "http/multipart.h"

#include <string.h>
#include <strings.h>

enum { DELIMITER_START = 4 }; /* CR LF and two dashes */

static const char *find(const char *at, const char *end, const char *text, size_t size)
{
    for (; (size_t)(end - at) >= size; at++) {
        at = memchr(at, text[0], (size_t)(end - at) - size + 1);
        if (!at)
            return NULL;
        if (!memcmp(at, text, size))
            return at;
    }
    return NULL;
}

static bool skip(struct multipart *multipart, const char *text, size_t size)
{
    const bool found =
        (size_t)(multipart->end - multipart->at) >= size && !memcmp(multipart->at, text, size);
    multipart->at += found ? size : 0;
    return found;
}

/* The value of a parameter such as `; name="rated"`, with or without quotes. NULL: it has none. */
static const char *find_parameter(const char *at, const char *end, const char *name, size_t *size)
{
    const size_t name_size = strlen(name);
    while ((at = memchr(at, ';', (size_t)(end - at)))) {
        for (at++; at < end && (*at == ' ' || *at == '\t');)
            at++;
        if ((size_t)(end - at) <= name_size || strncasecmp(at, name, name_size) != 0 ||
            at[name_size] != '=')
            continue;
        at += name_size + 1;
        const bool is_quoted = at < end && *at == '"';
        at += is_quoted;
        const char *stop = memchr(at, is_quoted ? '"' : ';', (size_t)(end - at));
        *size = (size_t)((stop ? stop : end) - at);
        return is_quoted && !stop ? NULL : at;
    }
    return NULL;
}

bool multipart_begin(struct multipart *multipart, const char *content_type, const char *body,
                     size_t size)
{
    size_t boundary_size;
    const char *type_end = content_type + strlen(content_type);
    const char *boundary = find_parameter(content_type, type_end, "boundary", &boundary_size);
    if (!boundary || !boundary_size || boundary_size > MULTIPART_BOUNDARY_MAX)
        return false;
    *multipart = (struct multipart){.at = body,
                                    .end = body + size,
                                    .delimiter = "\r\n--",
                                    .delimiter_size = DELIMITER_START + boundary_size};
    memcpy(multipart->delimiter + DELIMITER_START, boundary, boundary_size);
    return skip(multipart, multipart->delimiter + 2, multipart->delimiter_size - 2);
}

/* Reads the name from the headers of a part, and skips them and the empty line after them. */
static bool read_headers(struct multipart *multipart, struct multipart_part *out)
{
    static const char disposition[] = "Content-Disposition:";
    const size_t size = sizeof disposition - 1;
    while (!skip(multipart, "\r\n", 2)) {
        const char *line = multipart->at;
        const char *end = find(line, multipart->end, "\r\n", 2);
        if (!end)
            return false;
        if ((size_t)(end - line) > size && !strncasecmp(line, disposition, size))
            out->name = find_parameter(line + size, end, "name", &out->name_size);
        multipart->at = end + 2;
    }
    return out->name;
}

enum multipart_result multipart_next(struct multipart *multipart, struct multipart_part *out)
{
    *out = (struct multipart_part){0};
    if (skip(multipart, "--", 2))
        return MULTIPART_END;
    if (!skip(multipart, "\r\n", 2) || !read_headers(multipart, out))
        return MULTIPART_MALFORMED;
    out->value = multipart->at;
    const char *end =
        find(multipart->at, multipart->end, multipart->delimiter, multipart->delimiter_size);
    if (!end)
        return MULTIPART_MALFORMED;
    out->value_size = (size_t)(end - multipart->at);
    multipart->at = end + multipart->delimiter_size;
    return MULTIPART_PART;
}
