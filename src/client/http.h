/* SPDX-License-Identifier: MIT */
/* HTTP/1.1 as a client that waits: one connection, kept between requests, opened
 * again when the server has let it go. Every wait has an end. */
#ifndef CLIENT_HTTP_H
#define CLIENT_HTTP_H

#include "client/response.h"
#include "client/tls.h"
#include "client/url.h"

enum { HTTP_BODY_MAX = 1 << 24, HTTP_WHY_MAX = 256 };

struct http {
    struct url url;
    int socket;             /* -1: none is open */
    struct tls *tls;        /* NULL: bytes go as they are */
    int timeout_ms;         /* for each answer; of a stream: for its head */
    struct response stream; /* of a stream that is being read */
    struct buffer waiting;  /* what came of it and is not read yet */
    struct buffer raw;      /* what came behind an answer */
    char why[HTTP_WHY_MAX]; /* what went wrong last, in words */
};

struct http_request {
    const char *method;       /* "GET" */
    const char *path;         /* behind the URL's own, with its query */
    const char *headers;      /* more of them, each "Name: value\r\n"; NULL for none */
    const char *content_type; /* NULL: no body */
    const char *body;
    size_t body_size;
};

struct http_answer {
    struct response response; /* status and headers */
    struct buffer body;
};

void http_init(struct http *http, const struct url *url, int timeout_ms);
void http_fini(struct http *http);

/* Asks and waits for the whole answer. False, with http->why, if none came; whether
 * the server has done what was asked is not known then. The caller ends *out with
 * http_answer_fini(), also after a failure. */
bool http_ask(struct http *http, const struct http_request *request, struct http_answer *out);
void http_answer_fini(struct http_answer *answer);

/* The value of a cookie that the answer sets; false if it sets none of that name. */
bool http_answer_cookie(const struct http_answer *answer, const char *name, char *out, size_t size);

/* Asks for an answer that comes in lines over time, and waits for its head: the status is in
 * http->stream. Another request ends it. */
bool http_stream(struct http *http, const struct http_request *request);

enum http_line { HTTP_LINE, HTTP_NO_LINE_YET, HTTP_STREAM_ENDED, HTTP_STREAM_FAILED };

/* The next line, without its end, waiting so long for it; "" is what a server sends to
 * show that it is there. */
enum http_line http_stream_line(struct http *http, int timeout_ms, struct buffer *out);

#endif
