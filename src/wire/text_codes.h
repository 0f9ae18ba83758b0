/* SPDX-License-Identifier: MIT */
/* The codes of the sentences that the server sends to people. A client in another language shows
 * its own translation of the code. As in gettext, the English sentence is written in the code that
 * sends it; the tables refusal_texts.def and fault_texts.def map it to a code. */
#ifndef WIRE_TEXT_CODES_H
#define WIRE_TEXT_CODES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"

enum { TEXT_CODE_PARAMETERS_MAX = 5, TEXT_CODE_FORM_SIZE = 801 };

/* A part of a text; not NUL-terminated. */
struct text_part {
    const char *at;
    size_t size;
};

struct text_code {
    const char *code; /* static storage; NULL if the sentence has none */
    size_t count;
    struct {
        struct text_part name;  /* static storage */
        struct text_part value; /* in the sentence */
    } parameters[TEXT_CODE_PARAMETERS_MAX];
};

/* The code of a sentence, with the values of its parameters, which point into `text`. */
struct text_code text_code_find(const char *text);

/* Whether `text` is the sentence of `pattern`, in which {name} stands for a parameter. */
bool text_code_match(const char *pattern, const char *text, struct text_code *out);

/* Puts "code" and, if there are any, "parameters" into a JSON object; nothing if there is no code.
 */
void text_code_put_json(const struct text_code *code, struct json *json);

/* Writes the parameters as a form: "piece=bishop&square=b4". False if they do not fit. */
bool text_code_write_form(const struct text_code *code, char out[TEXT_CODE_FORM_SIZE]);

#endif
