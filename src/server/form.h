/* SPDX-License-Identifier: MIT */
/* The parameters of a request, wherever they stand: the query, a form, a JSON
 * object (flat or nested). What the body says goes before what the query says.
 * A body of any other type, or of none, is the handler's to read. */
#ifndef SERVER_FORM_H
#define SERVER_FORM_H

#include <stdbool.h>
#include <stdint.h>

#include "core/transport.h"
#include "rookery/err.h"

enum { FORM_FIELDS_MAX = 64 };

struct form;

/* The caller owns *out and ends it with form_destroy(). */
RK_MUST_USE rk_err form_create(const struct request *request, struct form **out, rk_fault *fault);
void form_destroy(struct form *form); /* NULL is allowed */

/* Borrowed from the form; NULL: not said. Of a key that is said twice, the first. */
const char *form_text(const struct form *form, const char *key);
/* 1, true, True, yes and on are true, all else is false; `otherwise` if not said. */
bool form_bool(const struct form *form, const char *key, bool otherwise);
bool is_true(const char *word);
/* False if it is said and no whole number within bounds; *out is untouched if not said. */
bool form_integer(const struct form *form, const char *key, int64_t least, int64_t most,
                  int64_t *out);
/* The same of a number with up to six decimals, in thousandths (more is cut off). */
bool form_thousandths(const struct form *form, const char *key, int64_t least, int64_t most,
                      int64_t *out);

/* Undoes %41 and, where it says so, +. False at a bad escape, a NUL, bad UTF-8, or if it does not
 * fit. */
bool unescape(const char *text, size_t size, bool plus_is_blank, char *out, size_t out_size);

#endif
