/* SPDX-License-Identifier: MIT */
#include "net/http_response.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

static const char *reason_of(unsigned status)
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

/* In English whatever the locale: strftime() would ask it. */
static void write_date(struct buffer *out, int64_t now)
{
    static const char days[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const time_t seconds = (time_t)(now / 1000);
    struct tm utc;
    char text[64];
    if (!gmtime_r(&seconds, &utc))
        return;
    snprintf(text, sizeof text, "%s, %02d %s %d %02d:%02d:%02d GMT", days[utc.tm_wday], utc.tm_mday,
             months[utc.tm_mon], 1900 + utc.tm_year, utc.tm_hour, utc.tm_min, utc.tm_sec);
    write_header(out, "Date", text);
}

static bool has_body(unsigned status)
{
    return status >= 200 && status != 204 && status != 304;
}

bool http_response_is_chunked(const struct response *answer, const struct response_format *manner)
{
    return answer->stream && !manner->is_old;
}

static void write_length(struct buffer *out, const struct response *answer,
                         const struct response_format *manner)
{
    if (http_response_is_chunked(answer, manner)) {
        write_header(out, "Transfer-Encoding", "chunked");
    } else if (!answer->stream && has_body(answer->status)) {
        buffer_text(out, "Content-Length: ");
        buffer_integer(out, (int64_t)answer->body_size);
        buffer_text(out, "\r\n");
    }
}

/* Looks at the start of each line. */
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

static void write_safety(struct buffer *out, const struct response *answer)
{
    static const char policy[] =
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; "
        "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'";
    write_header(out, "X-Content-Type-Options", "nosniff");
    if (!has_header(answer->headers, "Referrer-Policy"))
        write_header(out, "Referrer-Policy", "no-referrer");
    if (answer->content_type && !strncasecmp(answer->content_type, "text/html", 9) &&
        !has_header(answer->headers, "Content-Security-Policy"))
        write_header(out, "Content-Security-Policy", policy);
}

static void write_status(struct buffer *out, unsigned status)
{
    buffer_text(out, "HTTP/1.1 ");
    buffer_integer(out, status);
    buffer_put(out, ' ');
    buffer_text(out, reason_of(status));
    buffer_text(out, "\r\n");
}

void http_response_write(struct buffer *out, const struct response *answer,
                         const struct response_format *manner)
{
    write_status(out, answer->status);
    write_date(out, manner->now);
    if (answer->content_type)
        write_header(out, "Content-Type", answer->content_type);
    write_length(out, answer, manner);
    write_safety(out, answer);
    if (answer->stream) {
        write_header(out, "X-Accel-Buffering", "no");
        if (!has_header(answer->headers, "Cache-Control"))
            write_header(out, "Cache-Control", "no-cache");
    }
    if (!manner->keep_alive)
        write_header(out, "Connection", "close");
    else if (manner->is_old)
        write_header(out, "Connection", "keep-alive");
    if (answer->headers)
        buffer_text(out, answer->headers);
    buffer_text(out, "\r\n");
    if (!answer->stream && !manner->is_head && has_body(answer->status))
        buffer_add(out, answer->body, answer->body_size);
}

void http_response_write_error(struct buffer *out, unsigned status, const char *why,
                               const char *more_headers, const struct response_format *manner)
{
    char body[256];
    const int size = snprintf(body, sizeof body, "{\"error\":\"%s\"}", why);
    const struct response answer = {.status = status,
                                    .content_type = "application/json",
                                    .headers = more_headers,
                                    .body = body,
                                    .body_size = strnlen(body, size < 0 ? 0 : sizeof body)};
    http_response_write(out, &answer, manner);
}
