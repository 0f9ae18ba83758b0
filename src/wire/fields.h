/* SPDX-License-Identifier: MIT */
/* Reads a JSON object as flat fields: {"clock":{"limit":300}} has the field
 * "clock.limit" with the value 300, {"moves":["e2e4"]} the field "moves.0". null counts as
 * missing. */
#ifndef WIRE_FIELDS_H
#define WIRE_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#include "rookery/err.h"

enum { FIELDS_MAX = 512, FIELDS_DEPTH_MAX = 4, FIELDS_KEY_MAX = 64 };

enum field_kind { FIELD_TEXT, FIELD_INTEGER, FIELD_REAL, FIELD_BOOL };

struct field {
    char key[FIELDS_KEY_MAX];
    enum field_kind kind;
    const char *text; /* for numbers and booleans: as written in JSON; has no NUL inside */
    int64_t integer;  /* of an integer or a bool */
    double real;      /* of any number */
};

struct fields;

/* Reads one object. Invalid UTF-8, duplicate keys, NUL in a text, too many fields or
 * levels, and anything after the object are errors, reported with their position. The
 * caller owns *out and frees it with fields_destroy(). */
RK_MUST_USE rk_err fields_parse(const char *bytes, size_t size, struct fields **out,
                                rk_fault *fault);
void fields_destroy(struct fields *fields); /* NULL is allowed */

/* Borrowed from the fields; NULL if the key is missing. */
const struct field *fields_find(const struct fields *fields, const char *key);
const char *fields_text(const struct fields *fields, const char *key, const char *fallback);
int64_t fields_integer(const struct fields *fields, const char *key, int64_t fallback);
bool fields_bool(const struct fields *fields, const char *key, bool fallback);

/* Reads the error message from {"error":"message"}, or from the first field in
 * {"error":{"field":["message"]}}, prefixed with the field. False if there is none. */
bool fields_read_error(const char *bytes, size_t size, char *out, size_t out_size);

size_t fields_count(const struct fields *fields);
const struct field *fields_at(const struct fields *fields, size_t index);

#endif
