/* SPDX-License-Identifier: MIT */
#include "wire/json.h"

#include <string.h>

#include "base/utf8.h"

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

static bool is_plain(unsigned char byte)
{
    return byte >= ' ' && byte < 0x7f && byte != '"' && byte != '\\' && byte != '<';
}

static void put_escape(struct buffer *out, unsigned code)
{
    static const char digits[] = "0123456789abcdef";
    buffer_text(out, "\\u");
    for (int shift = 12; shift >= 0; shift -= 4)
        buffer_put(out, digits[code >> shift & 15]);
}

/* Escapes an ASCII character. A "<" could start "</script" in a page. */
static void put_special(struct buffer *out, char c)
{
    switch (c) {
    case '"':
        buffer_text(out, "\\\"");
        break;
    case '\\':
        buffer_text(out, "\\\\");
        break;
    case '\n':
        buffer_text(out, "\\n");
        break;
    default:
        put_escape(out, (unsigned char)c);
    }
}

/* Writes a multi-byte character, or U+FFFD for an invalid byte. Escapes U+2028 and U+2029, which
 * end a line in older JavaScript. Returns how many bytes it used. */
static size_t put_character(struct buffer *out, const char *at, size_t size)
{
    const size_t wide = utf8_size(at, size);
    if (!wide)
        buffer_text(out, "\xef\xbf\xbd");
    else if (wide == 3 && (!memcmp(at, "\xe2\x80\xa8", 3) || !memcmp(at, "\xe2\x80\xa9", 3)))
        put_escape(out, at[2] == '\xa8' ? 0x2028 : 0x2029);
    else
        buffer_add(out, at, wide);
    return wide ? wide : 1;
}

static void put_quoted(struct buffer *out, const char *text, size_t size)
{
    buffer_put(out, '"');
    for (size_t at = 0; at < size;) {
        size_t run = at;
        while (run < size && is_plain((unsigned char)text[run]))
            run++;
        buffer_add(out, text + at, run - at);
        at = run;
        if (at == size)
            break;
        if ((unsigned char)text[at] < 0x80)
            put_special(out, text[at++]);
        else
            at += put_character(out, text + at, size - at);
    }
    buffer_put(out, '"');
}

void json_text_bytes(struct json *json, const char *text, size_t size)
{
    put_comma(json);
    put_quoted(json->out, text, size);
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
