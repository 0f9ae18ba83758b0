/* SPDX-License-Identifier: MIT */
/* Writes JSON into a buffer. The writer adds the commas; the caller opens, fills and closes objects
 * and arrays in order. The names differ from those of jansson, which is linked into the same
 * program. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/buffer.h"

struct json {
    struct buffer *out;
    bool comma; /* the next element needs a comma before it */
};

struct json json_in(struct buffer *out);

void json_begin_object(struct json *json); /* { */
void json_begin_array(struct json *json);  /* [ */
void json_end_object(struct json *json);
void json_end_array(struct json *json);
void json_key(struct json *json, const char *key);

/* Texts are UTF-8. Control characters, quotes, backslashes and "<" are escaped, so that the JSON
 * can be embedded in HTML. Invalid UTF-8 becomes U+FFFD. */
void json_text(struct json *json, const char *text); /* NULL is null */
void json_text_bytes(struct json *json, const char *text, size_t size);
void json_number(struct json *json, int64_t number);
/* With this many decimals, at most 9; null if it is not finite. */
void json_decimal(struct json *json, double number, int decimals);
void json_bool(struct json *json, bool value);
void json_null_value(struct json *json);
void json_raw(struct json *json, const char *text, size_t size); /* already JSON */

/* A key and its value. */
void json_put_text(struct json *json, const char *key, const char *text);
/* Of a PGN file: bytes that are not UTF-8 are read as Latin-1. */
void json_put_pgn_text(struct json *json, const char *key, const char *text, size_t size);
void json_put_integer(struct json *json, const char *key, int64_t number);
void json_put_decimal(struct json *json, const char *key, double number, int decimals);
void json_put_bool(struct json *json, const char *key, bool value);
void json_put_object(struct json *json, const char *key); /* opens it */
void json_put_array(struct json *json, const char *key);  /* opens it */

#endif
