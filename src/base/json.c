/* SPDX-License-Identifier: MIT */
#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json_string.h"

enum { DECIMAL_MAX = 400 }; /* the largest double has 309 digits before the point */

struct json json_in(struct buffer *out)
{
    return (struct json){.out = out, .comma = false};
}

/* Writes the comma before a key or a value if it needs one. */
static void put_comma(struct json *json)
{
    if (json->comma)
        buffer_put(json->out, ',');
    json->comma = true;
}

static void open_bracket(struct json *json, char bracket)
{
    put_comma(json);
    buffer_put(json->out, bracket);
    json->comma = false;
}

static void close_bracket(struct json *json, char bracket)
{
    buffer_put(json->out, bracket);
    json->comma = true;
}

void json_begin_object(struct json *json)
{
    open_bracket(json, '{');
}

void json_begin_array(struct json *json)
{
    open_bracket(json, '[');
}

void json_end_object(struct json *json)
{
    close_bracket(json, '}');
}

void json_end_array(struct json *json)
{
    close_bracket(json, ']');
}

// ---- texts -----------------------------------------------------------------------------------

void json_text_bytes(struct json *json, const char *text, size_t size)
{
    put_comma(json);
    json_string_append(json->out, text, size, JSON_REPLACE_INVALID);
}

void json_text(struct json *json, const char *text)
{
    if (text)
        json_text_bytes(json, text, strlen(text));
    else
        json_null_value(json);
}

void json_key(struct json *json, const char *key)
{
    json_text(json, key);
    buffer_put(json->out, ':');
    json->comma = false;
}

// ---- other values ----------------------------------------------------------------------------

void json_number(struct json *json, int64_t number)
{
    put_comma(json);
    buffer_integer(json->out, number);
}

void json_decimal(struct json *json, double number, int decimals)
{
    char text[DECIMAL_MAX];
    if (!isfinite(number)) {
        json_null_value(json);
        return;
    }
    snprintf(text, sizeof text, "%.*f", decimals, number);
    put_comma(json);
    // Tiny negative numbers must not become "-0.0".
    buffer_text(json->out, strspn(text, "-0.") == strlen(text) && *text == '-' ? text + 1 : text);
}

void json_bool(struct json *json, bool value)
{
    put_comma(json);
    buffer_text(json->out, value ? "true" : "false");
}

void json_null_value(struct json *json)
{
    put_comma(json);
    buffer_text(json->out, "null");
}

void json_raw(struct json *json, const char *text, size_t size)
{
    put_comma(json);
    buffer_add(json->out, text, size);
}

void json_put_pgn_text(struct json *json, const char *key, const char *text, size_t size)
{
    json_key(json, key);
    json_string_append(json->out, text, size, JSON_INVALID_IS_LATIN1);
    json->comma = true;
}

void json_put_text(struct json *json, const char *key, const char *text)
{
    json_key(json, key);
    json_text(json, text);
}

void json_put_integer(struct json *json, const char *key, int64_t number)
{
    json_key(json, key);
    json_number(json, number);
}

void json_put_decimal(struct json *json, const char *key, double number, int decimals)
{
    json_key(json, key);
    json_decimal(json, number, decimals);
}

void json_put_bool(struct json *json, const char *key, bool value)
{
    json_key(json, key);
    json_bool(json, value);
}

void json_put_object(struct json *json, const char *key)
{
    json_key(json, key);
    json_begin_object(json);
}

void json_put_array(struct json *json, const char *key)
{
    json_key(json, key);
    json_begin_array(json);
}
