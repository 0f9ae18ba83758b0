/* SPDX-License-Identifier: MIT */
#include "wire/text_codes.h"

#include <assert.h>
#include <string.h>

static const struct {
    const char *code, *text;
} rows[] = {
#define ROW(refusal, word, status, text) {(word), (text)},
#include "wire/refusals.def"
#define ROW(code, text) {(code), (text)},
#include "wire/refusal_texts.def"
#define ROW(reason, key, text) {"decline-" key, (text)},
#include "wire/decline_reasons.def"
#define ROW(code, text) {(code), (text)},
#include "wire/fault_texts.def"
#define ROW(fault, bit, text) {#fault, (text)},
#include "rookery/position_faults.def"
};

// ---- finding the code ------------------------------------------------------------------------

/* The size of the first part of `text` that is followed by `literal`; 0 if there is none. */
static size_t size_before(const char *text, const char *literal, size_t size)
{
    for (size_t at = 1; *text && text[at]; at++)
        if (!strncmp(text + at, literal, size))
            return at;
    return 0;
}

/* The size of a parameter's value at the start of `text`, where `rest` is what follows the
 * parameter in the pattern. 0: the text does not match. */
static size_t measure_value(const char *text, const char *rest)
{
    const size_t literal = strcspn(rest, "{");
    if (rest[literal])
        return size_before(text, rest, literal);
    const size_t size = strlen(text);
    return size > literal && !strcmp(text + size - literal, rest) ? size - literal : 0;
}

bool text_code_match(const char *pattern, const char *text, struct text_code *out)
{
    out->count = 0;
    while (*pattern) {
        if (*pattern != '{') {
            if (*pattern++ != *text++)
                return false;
            continue;
        }
        const char *name = pattern + 1;
        const size_t name_size = strcspn(name, "}");
        pattern = name + name_size + 1;
        const size_t size = measure_value(text, pattern);
        if (!size)
            return false;
        assert(out->count < TEXT_CODE_PARAMETERS_MAX);
        out->parameters[out->count].name = (struct text_part){name, name_size};
        out->parameters[out->count++].value = (struct text_part){text, size};
        text += size;
    }
    return !*text;
}

struct text_code text_code_find(const char *text)
{
    struct text_code found = {.code = NULL};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (text_code_match(rows[i].text, text, &found)) {
            found.code = rows[i].code;
            return found;
        }
    return (struct text_code){.code = NULL};
}

// ---- writing it ------------------------------------------------------------------------------

void text_code_put_json(const struct text_code *code, struct json *json)
{
    if (!code->code)
        return;
    json_put_text(json, "code", code->code);
    if (!code->count)
        return;
    json_put_object(json, "parameters");
    for (size_t i = 0; i < code->count; i++) {
        char name[32];
        const struct text_part part = code->parameters[i].name;
        assert(part.size < sizeof name);
        memcpy(name, part.at, part.size);
        name[part.size] = '\0';
        json_key(json, name);
        json_text_bytes(json, code->parameters[i].value.at, code->parameters[i].value.size);
    }
    json_end_object(json);
}

/* A form that is written until it is full. */
struct form_writer {
    char *at;
    const char *end; /* keeps a byte for the NUL */
    bool full;
};

static void put_char(struct form_writer *form, char c)
{
    if (form->at < form->end)
        *form->at++ = c;
    else
        form->full = true;
}

static void put_encoded(struct form_writer *form, struct text_part part)
{
    static const char digits[] = "0123456789ABCDEF";
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    for (size_t i = 0; i < part.size; i++) {
        const unsigned char c = (unsigned char)part.at[i];
        if (strchr(plain, c)) {
            put_char(form, (char)c);
            continue;
        }
        put_char(form, '%');
        put_char(form, digits[c >> 4]);
        put_char(form, digits[c & 15]);
    }
}

bool text_code_write_form(const struct text_code *code, char out[TEXT_CODE_FORM_SIZE])
{
    struct form_writer form = {out, out + TEXT_CODE_FORM_SIZE - 1, false};
    for (size_t i = 0; i < code->count; i++) {
        if (i)
            put_char(&form, '&');
        put_encoded(&form, code->parameters[i].name);
        put_char(&form, '=');
        put_encoded(&form, code->parameters[i].value);
    }
    *form.at = '\0';
    return !form.full;
}
