/* SPDX-License-Identifier: MIT */
#include "wire/json_parse.h"

#include <string.h>

#include "base/text.h"

enum { NAME_SHOWN_MAX = 40 };

static void add_printable(struct text *out, const char *text, size_t max)
{
    for (size_t i = 0; i < max && text[i]; i++)
        text_put(out, text[i] >= ' ' && text[i] < 0x7f ? text[i] : '?');
}

rk_err json_parse_fail(rk_fault *fault, size_t offset, const char *what, const char *name)
{
    if (!fault)
        return RK_BAD_SYNTAX;
    *fault = (rk_fault){.err = RK_BAD_SYNTAX, .offset = offset};
    struct text text = text_in(fault->text, sizeof fault->text);
    text_add(&text, what);
    if (name) {
        text_add(&text, " \"");
        add_printable(&text, name, NAME_SHOWN_MAX);
        text_put(&text, '"');
    }
    text_end(&text);
    return RK_BAD_SYNTAX;
}

/* Reports jansson's message, without the part of the input that it quotes. */
static rk_err fail_to_load(rk_fault *fault, size_t size, const json_error_t *error)
{
    const enum json_error_code code = json_error_code(error);
    if (code == json_error_out_of_memory)
        return RK_NO_MEMORY;
    if (code == json_error_null_character || code == json_error_null_byte_in_key)
        return json_parse_fail(fault, 0, "NUL in a text", NULL);
    const size_t place = error->position < 0 ? 0 : (size_t)error->position;
    char message[JSON_ERROR_TEXT_LENGTH];
    struct text text = text_in(message, sizeof message);
    text_add(&text, "invalid JSON: ");
    const char *near = strstr(error->text, " near ");
    add_printable(&text, error->text, near ? (size_t)(near - error->text) : sizeof message);
    text_end(&text);
    return json_parse_fail(fault, place < size ? place : size, message, NULL);
}

rk_err json_parse_object(const char *bytes, size_t size, json_t **out, rk_fault *fault)
{
    json_error_t error;
    json_t *tree = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &error);
    if (!tree)
        return fail_to_load(fault, size, &error);
    if (!json_is_object(tree)) {
        json_decref(tree);
        return json_parse_fail(fault, 0, "expected a JSON object", NULL);
    }
    *out = tree;
    return RK_OK;
}
