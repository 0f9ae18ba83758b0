/* SPDX-License-Identifier: MIT */
#include "net/http_response.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/json.h"
#include "net/date.h"
#include "wire/text_codes.h"

static const char *reason_phrase(unsigned status)
{
    switch (status) {
#define ROW(number, reason) \
    case number:            \
        return reason;
#include "net/http_statuses.def"
    default:
        return "Unknown";
    }
}

static void write_header(struct buffer *out, const char *name, const char *value)
{
    buffer_text(out, name);
    buffer_text(out, ": ");
    buffer_text(out, value);
    buffer_text(out, "\r\n");
}

static void write_date(struct buffer *out, int64_t now)
{
    char text[DATE_TEXT_SIZE];
    date_write(now / 1000, "GMT", text);
    if (*text)
        write_header(out, "Date", text);
}

static bool has_body(unsigned status)
{
    return status >= 200 && status != 204 && status != 304;
}

bool http_response_is_chunked(const struct response *response, const struct response_format *format)
{
    return response->stream && !format->is_http_10;
}

static void write_body_length(struct buffer *out, const struct response *response,
                              const struct response_format *format)
{
    if (http_response_is_chunked(response, format)) {
        write_header(out, "Transfer-Encoding", "chunked");
    } else if (!response->stream && !response->is_unsized && has_body(response->status)) {
        const size_t size = response->shared ? response->shared->size : response->body_size;
        buffer_text(out, "Content-Length: ");
        buffer_integer(out, (int64_t)size);
        buffer_text(out, "\r\n");
    }
}

/* Looks for the name at the start of each line. */
static bool has_header(const char *headers, const char *name)
{
    const size_t size = strlen(name);
    for (const char *line = headers; line && *line; line += *line == '\n') {
        if (!strncasecmp(line, name, size) && line[size] == ':')
            return true;
        line += strcspn(line, "\n");
    }
    return false;
}

static void write_security_headers(struct buffer *out, const struct response *response,
                                   bool is_secure)
{
    static const char policy[] =
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        // the one style attribute that the board's library sets: color-scheme:light only
        "style-src-attr 'unsafe-hashes' 'sha256-SyXRxMCl6H7Kgy9uTmu1UZqVBsRmMBF4sHRiTO3FQc0='; "
        "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; "
        "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'";
    write_header(out, "X-Content-Type-Options", "nosniff");
    if (is_secure)
        write_header(out, "Strict-Transport-Security", "max-age=15552000");
    // The files of the web client, which are shared, load only other files of this server.
    if (!response->shared && !has_header(response->headers, "Referrer-Policy"))
        write_header(out, "Referrer-Policy", "no-referrer");
    if (response->content_type && !strncasecmp(response->content_type, "text/html", 9) &&
        !has_header(response->headers, "Content-Security-Policy"))
        write_header(out, "Content-Security-Policy", policy);
}

static void write_status(struct buffer *out, unsigned status)
{
    buffer_text(out, "HTTP/1.1 ");
    buffer_integer(out, status);
    buffer_put(out, ' ');
    buffer_text(out, reason_phrase(status));
    buffer_text(out, "\r\n");
}

void http_response_write(struct buffer *out, const struct response *response,
                         const struct response_format *format)
{
    write_status(out, response->status);
    write_date(out, format->now);
    if (response->content_type)
        write_header(out, "Content-Type", response->content_type);
    write_body_length(out, response, format);
    write_security_headers(out, response, format->is_secure);
    if (response->stream) {
        write_header(out, "X-Accel-Buffering", "no");
        if (!has_header(response->headers, "Cache-Control"))
            write_header(out, "Cache-Control", "no-cache");
    }
    if (!format->keep_alive)
        write_header(out, "Connection", "close");
    else if (format->is_http_10)
        write_header(out, "Connection", "keep-alive");
    if (response->headers)
        buffer_text(out, response->headers);
    buffer_text(out, "\r\n");
    if (!response->stream && !response->shared && !format->is_head && has_body(response->status))
        buffer_add(out, response->body, response->body_size);
}

void http_response_write_error(struct buffer *out, unsigned status, const char *why,
                               const char *more_headers, const struct response_format *format)
{
    struct buffer body = {0};
    struct json json = json_in(&body);
    json_begin_object(&json);
    json_put_text(&json, "error", why);
    const struct text_code code = text_code_find(why);
    text_code_put_json(&code, &json);
    json_end_object(&json);
    const struct response response = {.status = status,
                                      .content_type = "application/json",
                                      .headers = more_headers,
                                      .body = body.bytes,
                                      .body_size = body.size};
    http_response_write(out, &response, format);
    buffer_fini(&body);
}
