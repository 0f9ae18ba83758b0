/* SPDX-License-Identifier: MIT */
/* Parses untrusted JSON with jansson, and reports errors as rk_fault. */
#ifndef WIRE_JSON_PARSE_H
#define WIRE_JSON_PARSE_H

#include <jansson.h>

#include "rookery/err.h"

/* Fills in the fault, which may be NULL: RK_BAD_SYNTAX, `what` and, if not NULL, the
 * printable characters of `name` in quotes. Returns the error. */
rk_err json_parse_fail(rk_fault *fault, size_t offset, const char *what, const char *name);

/* Parses one object and nothing after it; duplicate keys and NUL in a text are errors.
 * The caller owns *out and frees it with json_decref(). */
RK_MUST_USE rk_err json_parse_object(const char *bytes, size_t size, json_t **out, rk_fault *fault);

#endif
