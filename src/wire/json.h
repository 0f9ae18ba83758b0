/* SPDX-License-Identifier: MIT */
/* JSON written straight into a buffer. The writer sets the commas; the caller
 * opens, fills and closes in order. No name here is one of jansson's, which the
 * same program links. */
#ifndef WIRE_JSON_H
#define WIRE_JSON_H

#include "base/buffer.h"

struct json {
    struct buffer *out;
    bool comma; /* something stands before in the same object or array */
};

struct json json_in(struct buffer *out);

void json_begin_object(struct json *json); /* { */
void json_begin_array(struct json *json);  /* [ */
void json_end_object(struct json *json);
void json_end_array(struct json *json);
void json_key(struct json *json, const char *key);

/* Texts are UTF-8; control characters, quotes, backslashes, and what could end a
 * script in a page, are escaped; bytes that are no UTF-8 become U+FFFD. */
void json_text(struct json *json, const char *text); /* NULL is null */
void json_text_bytes(struct json *json, const char *text, size_t size);
void json_number(struct json *json, int64_t number);
void json_bool(struct json *json, bool truth);
void json_nothing(struct json *json);
void json_raw(struct json *json, const char *text, size_t size); /* is JSON already */

/* A key and its value. */
void json_put_text(struct json *json, const char *key, const char *text);
void json_put_integer(struct json *json, const char *key, int64_t number);
void json_put_bool(struct json *json, const char *key, bool truth);
void json_put_object(struct json *json, const char *key); /* opens it */
void json_put_array(struct json *json, const char *key);  /* opens it */

#endif
