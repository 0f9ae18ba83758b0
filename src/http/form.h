/* SPDX-License-Identifier: MIT */
/* The parameters of a request: from the query, a form (URL-encoded or multipart), or a JSON
 * object (flat or nested). Parameters of the body take precedence over those of the query. The
 * handler reads a plain text body itself. */
#ifndef HTTP_FORM_H
#define HTTP_FORM_H

#include <stdbool.h>
#include <stdint.h>

#include "core/transport.h"
#include "rookery/err.h"

enum { FORM_FIELDS_MAX = 64 };

struct form;

/* The caller frees *out with form_destroy(). */
RK_MUST_USE rk_err form_create(const struct request *request, struct form **out, rk_fault *fault);
void form_destroy(struct form *form); /* NULL is allowed */

/* Borrowed from the form; NULL if missing. Of a duplicate key, the first one counts. */
const char *form_text(const struct form *form, const char *key);
const char *form_text_or_empty(const struct form *form, const char *key); /* "" if missing */
/* The number of parameters, and the key of one; borrowed from the form. */
size_t form_count(const struct form *form);
const char *form_key(const struct form *form, size_t index);
/* 1, true, True, yes and on are true, anything else is false; `fallback` if missing. */
bool form_bool(const struct form *form, const char *key, bool fallback);
bool form_is_true(const char *text);
/* False if it is there but not an integer within bounds. Leaves *out alone if it is missing. */
bool form_integer(const struct form *form, const char *key, int64_t min, int64_t max, int64_t *out);
/* The same for a number with up to six decimals, in thousandths, rounded down. */
bool form_thousandths(const struct form *form, const char *key, int64_t min, int64_t max,
                      int64_t *out);

/* Decodes %41 and, with `plus_is_space`, +. False for a bad escape, a NUL, invalid UTF-8, or if it
 * does not fit. */
bool form_unescape(const char *text, size_t size, bool plus_is_space, char *out, size_t out_size);

#endif
