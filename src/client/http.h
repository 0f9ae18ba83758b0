/* SPDX-License-Identifier: MIT */
/* A blocking HTTP/1.1 client: one connection, kept alive between requests and reopened after the
 * server has closed it. Every call has a timeout. */
#ifndef CLIENT_HTTP_H
#define CLIENT_HTTP_H

#include "client/response.h"
#include "client/url.h"
#include "tls/tls.h"

enum { HTTP_BODY_MAX = 1 << 24, HTTP_ERROR_MAX = 256 };

struct http {
    struct url url;
    int socket;       /* -1: not connected */
    struct tls *tls;  /* NULL: plain text */
    int timeout_ms;   /* for each request */
    bool extra_bytes; /* the server sent more than its response: do not reuse the connection */
    char error[HTTP_ERROR_MAX]; /* why the last request failed */
};

struct http_request {
    const char *method;       /* "GET" */
    const char *path;         /* appended to the path of the URL; may have a query */
    const char *headers;      /* more headers, each "Name: value\r\n"; NULL for none */
    const char *content_type; /* NULL: no body */
    const char *body;
    size_t body_size;
};

struct http_reply {
    struct response response; /* status and headers */
    struct buffer body;
};

void http_init(struct http *http, const struct url *url, int timeout_ms);
void http_fini(struct http *http);

/* Sends a request and waits for the whole response. On failure returns false and sets http->error;
 * the server may or may not have processed the request. The caller releases *out with
 * http_reply_fini(), also after a failure. */
bool http_perform(struct http *http, const struct http_request *request, struct http_reply *out);
void http_reply_fini(struct http_reply *reply);

/* Copies the value of a cookie set by the reply; false if the reply does not set it. */
bool http_reply_cookie(const struct http_reply *reply, const char *name, char *out, size_t size);

#endif
