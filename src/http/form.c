/* SPDX-License-Identifier: MIT */
#include "http/form.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/fault.h"
#include "base/utf8.h"
#include "http/multipart.h"
#include "wire/fields.h"

enum { DECIMALS_MAX = 6 };

struct parameter {
    const char *key, *value; /* in `texts` */
};

struct form {
    struct parameter parameters[FORM_FIELDS_MAX]; /* of the body, then of the query */
    size_t count;
    struct fields *fields; /* of a JSON body; else NULL */
    char *at;              /* where the next text is written */
    char texts[];
};

// ---- texts -----------------------------------------------------------------------------------

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool form_unescape(const char *text, size_t size, bool plus_is_space, char *out, size_t out_size)
{
    size_t used = 0;
    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        if (c == '%') {
            const int high = i + 2 < size ? hex_digit(text[i + 1]) : -1;
            const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
            if (low < 0)
                return false;
            c = (char)(high << 4 | low);
            i += 2;
        } else if (c == '+' && plus_is_space) {
            c = ' ';
        }
        if (!c || used + 1 >= out_size)
            return false;
        out[used++] = c;
    }
    if (!out_size)
        return false;
    out[used] = '\0';
    return utf8_is_valid(out, used);
}

// ---- reading ---------------------------------------------------------------------------------

/* Unescapes a text into the form's memory; NULL if it is invalid. */
static const char *copy_unescaped(struct form *form, const char *text, size_t size)
{
    char *copy = form->at;
    if (!form_unescape(text, size, true, copy, size + 1))
        return NULL;
    form->at += size + 1;
    return copy;
}

/* "a=1&b=two" */
static rk_err read_pairs(struct form *form, const char *text, size_t size, rk_fault *fault)
{
    for (size_t at = 0; at < size;) {
        const char *start = text + at;
        const char *end = memchr(start, '&', size - at);
        const size_t length = end ? (size_t)(end - start) : size - at;
        const char *sign = memchr(start, '=', length);
        const size_t key_size = sign ? (size_t)(sign - start) : length;
        if (length) {
            if (form->count == FORM_FIELDS_MAX)
                return fault_set(fault, RK_BAD_SYNTAX, at, "too many parameters");
            struct parameter *parameter = &form->parameters[form->count];
            parameter->key = copy_unescaped(form, start, key_size);
            parameter->value = sign ? copy_unescaped(form, sign + 1, length - key_size - 1) : "";
            if (!parameter->key || !parameter->value)
                return fault_set(fault, RK_BAD_SYNTAX, at, "invalid escape in a parameter");
            form->count++;
        }
        at += length + 1;
    }
    return RK_OK;
}

/* Copies a text into the form's memory; NULL if it is invalid. */
static const char *copy_text(struct form *form, const char *text, size_t size)
{
    char *copy = form->at;
    if (memchr(text, '\0', size) || !utf8_is_valid(text, size))
        return NULL;
    memcpy(copy, text, size);
    copy[size] = '\0';
    form->at += size + 1;
    return copy;
}

static rk_err read_parts(struct form *form, const struct request *request, rk_fault *fault)
{
    static const char malformed[] = "malformed multipart form";
    struct multipart multipart;
    struct multipart_part part;
    enum multipart_result result;
    if (!multipart_begin(&multipart, request->content_type, request->body, request->body_size))
        return fault_set(fault, RK_BAD_SYNTAX, 0, malformed);
    while ((result = multipart_next(&multipart, &part)) == MULTIPART_PART) {
        if (form->count == FORM_FIELDS_MAX)
            return fault_set(fault, RK_BAD_SYNTAX, 0, "too many parameters");
        struct parameter *parameter = &form->parameters[form->count];
        parameter->key = copy_text(form, part.name, part.name_size);
        parameter->value = copy_text(form, part.value, part.value_size);
        if (!parameter->key || !parameter->value)
            return fault_set(fault, RK_BAD_SYNTAX, 0, malformed);
        form->count++;
    }
    return result == MULTIPART_END ? RK_OK : fault_set(fault, RK_BAD_SYNTAX, 0, malformed);
}

static bool has_type(const struct request *request, const char *type)
{
    const size_t size = strlen(type);
    const char next =
        strncasecmp(request->content_type, type, size) ? 'x' : request->content_type[size];
    return !next || next == ';' || next == ' ';
}

/* Some handlers read lists of names from a plain text body. */
static bool is_plain(const struct request *request)
{
    return !*request->content_type || has_type(request, "text/plain") ||
           has_type(request, "application/octet-stream");
}

static rk_err read_body(struct form *form, const struct request *request, rk_fault *fault)
{
    if (!request->body_size)
        return RK_OK;
    if (has_type(request, "application/x-www-form-urlencoded"))
        return read_pairs(form, request->body, request->body_size, fault);
    if (has_type(request, "multipart/form-data"))
        return read_parts(form, request, fault);
    if (has_type(request, "application/json"))
        return fields_parse(request->body, request->body_size, &form->fields, fault);
    // Don't ignore a body of another type: the client expects it to be used.
    return is_plain(request)
               ? RK_OK
               : fault_set(fault, RK_BAD_SYNTAX, 0,
                           "unsupported Content-Type: use JSON, a form or plain text");
}

rk_err form_create(const struct request *request, struct form **out, rk_fault *fault)
{
    const size_t query_size = strlen(request->query);
    /* Unescaped texts are never longer, and each gets its NUL in place of & or =. */
    struct form *form = calloc(1, sizeof *form + query_size + request->body_size + 4);
    if (!form)
        return fault_set(fault, RK_NO_MEMORY, 0, "out of memory");
    form->at = form->texts;
    rk_err err = read_body(form, request, fault);
    if (!err)
        err = read_pairs(form, request->query, query_size, fault);
    if (err) {
        form_destroy(form);
        return err;
    }
    *out = form;
    return RK_OK;
}

void form_destroy(struct form *form)
{
    if (!form)
        return;
    fields_destroy(form->fields);
    free(form);
}

// ---- values ----------------------------------------------------------------------------------

const char *form_text(const struct form *form, const char *key)
{
    const char *value = form->fields ? fields_text(form->fields, key, NULL) : NULL;
    for (size_t i = 0; i < form->count && !value; i++)
        if (!strcmp(form->parameters[i].key, key))
            value = form->parameters[i].value;
    return value;
}

const char *form_text_or_empty(const struct form *form, const char *key)
{
    const char *text = form_text(form, key);
    return text ? text : "";
}

size_t form_count(const struct form *form)
{
    return form->count + (form->fields ? fields_count(form->fields) : 0);
}

const char *form_key(const struct form *form, size_t index)
{
    return index < form->count ? form->parameters[index].key
                               : fields_at(form->fields, index - form->count)->key;
}

bool form_is_true(const char *text)
{
    static const char *const true_texts[] = {"1", "true", "True", "yes", "on"};
    for (size_t i = 0; i < sizeof true_texts / sizeof *true_texts; i++)
        if (!strcmp(text, true_texts[i]))
            return true;
    return false;
}

bool form_bool(const struct form *form, const char *key, bool fallback)
{
    const char *value = form_text(form, key);
    return value ? form_is_true(value) : fallback;
}

/* Reads up to 15 digits; returns where they end, NULL if there are more. */
static const char *read_digits(const char *at, int64_t *number)
{
    const char *start = at;
    for (*number = 0; *at >= '0' && *at <= '9'; at++) {
        if (at - start == 15)
            return NULL;
        *number = *number * 10 + (*at - '0');
    }
    return at;
}

bool form_integer(const struct form *form, const char *key, int64_t min, int64_t max, int64_t *out)
{
    const char *value = form_text(form, key);
    if (!value)
        return true;
    const bool negative = *value == '-';
    const char *start = value + negative;
    int64_t number;
    const char *end = read_digits(start, &number);
    if (!end || end == start || *end)
        return false;
    number = negative ? -number : number;
    if (number < min || number > max)
        return false;
    *out = number;
    return true;
}

bool form_thousandths(const struct form *form, const char *key, int64_t min, int64_t max,
                      int64_t *out)
{
    const char *value = form_text(form, key);
    if (!value)
        return true;
    int64_t number;
    const char *at = read_digits(value, &number);
    if (!at || at == value || number > INT64_MAX / 1000)
        return false;
    number *= 1000;
    if (*at == '.') {
        const char *point = at++;
        for (int64_t worth = 100; *at >= '0' && *at <= '9' && at - point <= DECIMALS_MAX; at++) {
            number += (*at - '0') * worth;
            worth /= 10;
        }
    }
    if (*at || number < min || number > max)
        return false;
    *out = number;
    return true;
}
