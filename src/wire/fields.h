/* SPDX-License-Identifier: MIT */
/* A JSON object from outside, read as flat fields: in {"clock":{"limit":300}}
 * stands "clock.limit" = 300. What is null is absent; arrays are refused. */
#ifndef WIRE_FIELDS_H
#define WIRE_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#include "rookery/err.h"

enum { FIELDS_MAX = 64, FIELDS_DEPTH_MAX = 4, FIELDS_KEY_MAX = 64 };

enum field_kind { FIELD_TEXT, FIELD_INTEGER, FIELD_REAL, FIELD_BOOL };

struct field {
    char key[FIELDS_KEY_MAX];
    enum field_kind kind;
    const char *text; /* also of numbers and truths, as they would be written; no NUL inside */
    int64_t integer;  /* of an integer or a bool */
    double real;      /* of any number */
};

struct fields;

/* Reads one object and nothing behind it: bad UTF-8, a key twice, NUL in a text,
 * too many fields or levels are refused with the reason and the place. The caller
 * owns *out and ends it with fields_destroy(). */
RK_MUST_USE rk_err fields_parse(const char *bytes, size_t size, struct fields **out,
                                rk_fault *fault);
void fields_destroy(struct fields *fields); /* NULL is allowed */

/* Borrowed from the fields; NULL if there is none of that key. */
const struct field *fields_find(const struct fields *fields, const char *key);
const char *fields_text(const struct fields *fields, const char *key, const char *otherwise);
int64_t fields_integer(const struct fields *fields, const char *key, int64_t otherwise);
bool fields_bool(const struct fields *fields, const char *key, bool otherwise);

/* The words of a refusal: of {"error":"in words"}, or of the first field that is at fault in
 * {"error":{"field":["in words"]}}, with the field before them. False if there are none. */
bool fields_read_error(const char *bytes, size_t size, char *out, size_t out_size);

size_t fields_count(const struct fields *fields);
const struct field *fields_at(const struct fields *fields, size_t index);

#endif
