/* SPDX-License-Identifier: MIT */
/* The parts of a body of type multipart/form-data (RFC 7578), which browsers send for FormData. */
#ifndef HTTP_MULTIPART_H
#define HTTP_MULTIPART_H

#include <stdbool.h>
#include <stddef.h>

enum { MULTIPART_BOUNDARY_MAX = 70 }; /* RFC 2046 */

struct multipart {
    const char *at, *end;                       /* what is left of the body */
    char delimiter[4 + MULTIPART_BOUNDARY_MAX]; /* between parts: CR LF, two dashes, the boundary */
    size_t delimiter_size;
};

/* Not terminated; borrowed from the body. */
struct multipart_part {
    const char *name, *value;
    size_t name_size, value_size;
};

enum multipart_result { MULTIPART_PART, MULTIPART_END, MULTIPART_MALFORMED };

/* False if the type names no boundary, or the body does not start with it. */
bool multipart_begin(struct multipart *multipart, const char *content_type, const char *body,
                     size_t size);
enum multipart_result multipart_next(struct multipart *multipart, struct multipart_part *out);

#endif
