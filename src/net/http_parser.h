/* SPDX-License-Identifier: MIT */
/* HTTP/1.1 requests: bytes in, whole requests out, one at a time. Knows no socket.
 * llhttp reads; what it lets pass and should not, and what is too large, is refused
 * here. */
#ifndef NET_HTTP_PARSER_H
#define NET_HTTP_PARSER_H

#include "core/transport.h"

enum {
    URL_SIZE_MAX = 2048,
    HEADERS_SIZE_MAX = 8192,
    HEADERS_MAX = 100,
    BODY_SIZE_MAX = 512 * 1024
};

/* A request and what only the connection cares for. */
struct http_request {
    struct request request; /* address is "": who reads the socket knows it */
    bool keep_alive;
    bool is_old;        /* HTTP/1.0: knows no chunks */
    bool wants_upgrade; /* to a WebSocket */
    const char *websocket_key, *websocket_version, *forwarded_for;
};

enum http_state {
    HTTP_INCOMPLETE, /* everything was used, and more is needed */
    HTTP_COMPLETE,   /* a request is there; what was not used belongs to the next */
    HTTP_INVALID     /* nothing more can be read from this connection */
};

struct http_parser;

struct http_parser *http_parser_create(void); /* NULL when memory has run out */
void http_parser_destroy(struct http_parser *reader);

/* Takes bytes as they come; `used` says how many. After HTTP_COMPLETE it wants
 * http_parser_next() before it takes more. */
enum http_state http_parser_feed(struct http_parser *reader, const char *bytes, size_t size,
                                 size_t *used);
void http_parser_next(struct http_parser *reader);

/* Texts are valid until http_parser_next(). */
struct http_request http_parser_request(struct http_parser *reader);

/* Of a refused one: the status and what is wrong, in words of our own. */
unsigned http_parser_error(const struct http_parser *reader, const char **why);

bool http_parser_has_started(const struct http_parser *reader); /* something of a request came */
/* The client waits for a word before it sends its body: true once. */
bool http_parser_expects_continue(struct http_parser *reader);

/* Whether a list of tokens, parted by commas, has this one, in any case. */
bool http_list_has(const char *list, const char *token);

#endif
