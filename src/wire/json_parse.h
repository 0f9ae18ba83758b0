/* SPDX-License-Identifier: MIT */
/* JSON from outside as jansson's tree, with the faults in our words. */
#ifndef WIRE_JSON_PARSE_H
#define WIRE_JSON_PARSE_H

#include <jansson.h>

#include "rookery/err.h"

/* Fills in the fault, if one is wanted: RK_BAD_SYNTAX, `what` and, in quotes, the
 * name of the thing, if not NULL, as far as it prints. Returns the error. */
rk_err json_parse_fail(rk_fault *fault, size_t offset, const char *what, const char *name);

/* Reads one object and nothing behind it; a key twice and NUL in a text are
 * refused. The caller owns *out and ends it with json_decref(). */
RK_MUST_USE rk_err json_parse_object(const char *bytes, size_t size, json_t **out, rk_fault *fault);

#endif
