/* SPDX-License-Identifier: MIT */
/* Parses HTTP/1.1 requests: bytes in, complete requests out, one at a time. llhttp
 * does the parsing; this module adds stricter checks and size limits. */
#ifndef NET_HTTP_PARSER_H
#define NET_HTTP_PARSER_H

#include "core/transport.h"
#include "net/forwarded.h"

enum {
    URL_SIZE_MAX = 2048,
    HEADERS_SIZE_MAX = 8192,
    HEADERS_MAX = 100,
    BODY_SIZE_MAX = 512 * 1024
};

/* A request, with what only the connection needs. */
struct http_request {
    struct request request; /* `address` is "": the connection fills it in */
    bool keep_alive;
    bool is_http_10;    /* no chunked encoding */
    bool wants_upgrade; /* to a WebSocket */
    bool is_forwarded;  /* it has a header that proxies add */
    const char *websocket_key, *websocket_version;
    struct forwarded_headers forwarded;
};

enum http_state {
    HTTP_INCOMPLETE, /* all input was consumed, and more is needed */
    HTTP_COMPLETE,   /* a request is complete; unused input belongs to the next one */
    HTTP_INVALID     /* nothing more can be read from this connection */
};

struct http_parser;

struct http_parser *http_parser_create(void); /* NULL when out of memory */
void http_parser_destroy(struct http_parser *parser);

/* Consumes input; `used` is set to the number of bytes. After HTTP_COMPLETE, call
 * http_parser_next() before the next feed. */
enum http_state http_parser_feed(struct http_parser *parser, const char *bytes, size_t size,
                                 size_t *used);
void http_parser_next(struct http_parser *parser);

/* The strings are valid until http_parser_next(). */
struct http_request http_parser_request(struct http_parser *parser);

/* After HTTP_INVALID: the status and the error message. */
unsigned http_parser_error(const struct http_parser *parser, const char **message);

bool http_parser_has_started(const struct http_parser *parser); /* part of a request arrived */
/* Whether the client waits for "100 Continue" before it sends the body; true only once. */
bool http_parser_expects_continue(struct http_parser *parser);

/* Whether a comma-separated list has this token, ignoring case. */
bool http_list_has(const char *list, const char *token);

#endif
