/* SPDX-License-Identifier: MIT */
#include "net/http_parser.h"

#include <llhttp/llhttp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buffer.h"
#include "net/http_head.h"

enum header {
#define ROW(header, name, repeated, separator) header,
#include "net/http_headers.def"
    HEADER_COUNT,
    HEADER_UNKNOWN = HEADER_COUNT
};

enum repeated { ONCE, LIST, FIRST };

static const struct {
    const char *name;
    enum repeated repeated;
    const char *separator;
} headers[] = {
#define ROW(header, name, repeated, separator) {name, repeated, separator},
#include "net/http_headers.def"
};

enum {
    NAME_SIZE = 32,
    HEAD_SIZE_MAX = URL_SIZE_MAX + HEADERS_SIZE_MAX + 64,
    BODY_BYTES_MAX = 8 * BODY_SIZE_MAX
};

struct http_parser {
    llhttp_t llhttp;
    struct buffer url, body;
    struct buffer values[HEADER_COUNT];
    unsigned seen; /* a bit for each header that was received */
    enum header current;
    char name[NAME_SIZE];
    size_t name_size;
    struct http_head head;
    size_t headers_size, header_count;
    size_t body_bytes; /* as sent, with the frame of its chunks */
    bool head_complete, complete, keep_alive, expects_continue;
    unsigned status; /* of the error; 0: none */
    const char *error;
};

static int set_error(struct http_parser *parser, unsigned status, const char *error)
{
    if (!parser->status) {
        parser->status = status;
        parser->error = error;
    }
    return HPE_USER;
}

/* Checks what llhttp does not, and counts the bytes, because it skips some without reporting them.
 */
static void scan_head(struct http_parser *parser, const char *bytes, size_t size)
{
    const char *error = http_head_scan(&parser->head, bytes, size);
    if (error)
        set_error(parser, 400, error);
    else if (parser->head.size > HEAD_SIZE_MAX && parser->head.position == HEAD_IN_REQUEST_LINE)
        set_error(parser, 414, "URL longer than 2048 bytes");
    else if (parser->head.size > HEAD_SIZE_MAX)
        set_error(parser, 431, "headers longer than 8192 bytes");
}

/* ---- llhttp callbacks ---- */

static struct http_parser *parser_of(llhttp_t *llhttp)
{
    return llhttp->data;
}

static int on_url(llhttp_t *llhttp, const char *bytes, size_t size)
{
    struct http_parser *parser = parser_of(llhttp);
    if (size > URL_SIZE_MAX - parser->url.size)
        return set_error(parser, 414, "URL longer than 2048 bytes");
    buffer_add(&parser->url, bytes, size);
    return 0;
}

static int count_header_bytes(struct http_parser *parser, size_t size)
{
    parser->headers_size += size;
    if (parser->headers_size > HEADERS_SIZE_MAX)
        return set_error(parser, 431, "headers longer than 8192 bytes");
    return 0;
}

static int on_header_name(llhttp_t *llhttp, const char *bytes, size_t size)
{
    struct http_parser *parser = parser_of(llhttp);
    for (size_t i = 0; i < size; i++, parser->name_size++)
        if (parser->name_size < NAME_SIZE - 1)
            parser->name[parser->name_size] = bytes[i];
    return count_header_bytes(parser, size);
}

static enum header find_header(const char *name)
{
    for (size_t i = 0; i < HEADER_COUNT; i++)
        if (!strcasecmp(headers[i].name, name))
            return (enum header)i;
    return HEADER_UNKNOWN;
}

/* Ignores trailers after a chunked body: a cookie must not come from there. */
static int on_header_name_complete(llhttp_t *llhttp)
{
    struct http_parser *parser = parser_of(llhttp);
    const size_t size = parser->name_size;
    parser->name[size < NAME_SIZE ? size : 0] = '\0';
    parser->name_size = 0;
    parser->current = parser->head_complete ? HEADER_UNKNOWN : find_header(parser->name);
    if (++parser->header_count > HEADERS_MAX)
        return set_error(parser, 431, "more than 100 headers");
    if (parser->current == HEADER_UNKNOWN)
        return 0;
    const unsigned bit = 1U << parser->current;
    if (parser->seen & bit) {
        if (headers[parser->current].repeated == ONCE)
            return set_error(parser, 400, "duplicate header that may occur only once");
        if (headers[parser->current].repeated == FIRST)
            parser->current = HEADER_UNKNOWN;
        else
            buffer_text(&parser->values[parser->current], headers[parser->current].separator);
    }
    parser->seen |= bit;
    return 0;
}

static int on_header_value(llhttp_t *llhttp, const char *bytes, size_t size)
{
    struct http_parser *parser = parser_of(llhttp);
    if (parser->current != HEADER_UNKNOWN)
        buffer_add(&parser->values[parser->current], bytes, size);
    return count_header_bytes(parser, size);
}

/* Trims trailing whitespace. */
static int on_header_value_complete(llhttp_t *llhttp)
{
    struct http_parser *parser = parser_of(llhttp);
    if (parser->current == HEADER_UNKNOWN)
        return 0;
    struct buffer *value = &parser->values[parser->current];
    while (value->size &&
           (value->bytes[value->size - 1] == ' ' || value->bytes[value->size - 1] == '\t'))
        value->size--;
    return 0;
}

static int on_body(llhttp_t *llhttp, const char *bytes, size_t size)
{
    struct http_parser *parser = parser_of(llhttp);
    if (size > BODY_SIZE_MAX - parser->body.size)
        return set_error(parser, 413, "body longer than 512 KiB");
    buffer_add(&parser->body, bytes, size);
    return 0;
}

/* ---- checks of the complete head ---- */

static int check_version(struct http_parser *parser)
{
    if (parser->llhttp.http_major != 1 || parser->llhttp.http_minor > 1)
        return set_error(parser, 505, "unsupported HTTP version: use HTTP/1.1 or HTTP/1.0");
    if (parser->llhttp.http_minor == 1 && !(parser->seen & 1U << HEADER_HOST))
        return set_error(parser, 400, "missing Host header");
    return 0;
}

static int check_body_length(struct http_parser *parser)
{
    const llhttp_t *llhttp = &parser->llhttp;
    if (parser->seen & 1U << HEADER_TRANSFER_ENCODING) {
        if (strcasecmp(buffer_cstr(&parser->values[HEADER_TRANSFER_ENCODING]), "chunked") != 0)
            return set_error(parser, 501, "unsupported transfer coding: use chunked");
        if (!llhttp->http_minor)
            return set_error(parser, 400, "HTTP/1.0 has no Transfer-Encoding");
    } else if (llhttp->flags & F_CONTENT_LENGTH && llhttp->content_length > BODY_SIZE_MAX) {
        return set_error(parser, 413, "body longer than 512 KiB");
    }
    return 0;
}

/* Compressed bytes must not be taken for the body itself. */
static int check_content_encoding(struct http_parser *parser)
{
    const llhttp_t *llhttp = &parser->llhttp;
    const bool has_body =
        llhttp->flags & F_CHUNKED || (llhttp->flags & F_CONTENT_LENGTH && llhttp->content_length);
    if (!has_body || !(parser->seen & 1U << HEADER_CONTENT_ENCODING) ||
        !strcasecmp(buffer_cstr(&parser->values[HEADER_CONTENT_ENCODING]), "identity"))
        return 0;
    return set_error(parser, 415, "unsupported Content-Encoding: send the body uncompressed");
}

static int check_expect(struct http_parser *parser)
{
    if (!(parser->seen & 1U << HEADER_EXPECT) || !parser->llhttp.http_minor)
        return 0;
    if (strcasecmp(buffer_cstr(&parser->values[HEADER_EXPECT]), "100-continue") != 0)
        return set_error(parser, 417, "unsupported Expect header: use 100-continue");
    parser->expects_continue = true;
    return 0;
}

static bool has_scheme(const char *text, const char *start)
{
    return !strncasecmp(text, start, strlen(start));
}

/* Requests to proxies, and some to servers, have the form "http://host/path". NULL: another form.
 */
static const char *find_host(const char *url)
{
    return has_scheme(url, "http://")    ? url + strlen("http://")
           : has_scheme(url, "https://") ? url + strlen("https://")
                                         : NULL;
}

static const char *skip_scheme_and_host(const char *url)
{
    const char *host = find_host(url);
    if (!host)
        return url;
    const char *path = host + strcspn(host, "/?");
    return *path == '/' ? path : "/";
}

/* A host with any of these could be taken for something else by somebody who reads our links. */
static int check_host(struct http_parser *parser)
{
    static const char unsafe[] = " \t,/\\?#@<>\"'";
    if (!(parser->seen & 1U << HEADER_HOST))
        return 0;
    struct buffer *host = &parser->values[HEADER_HOST];
    const char *url_host = find_host(buffer_cstr(&parser->url));
    if (strpbrk(buffer_cstr(host), unsafe))
        return set_error(parser, 400, "invalid Host header");
    if (!url_host)
        return 0;
    // The host of the URL replaces that of the header: RFC 9112, section 3.2.2.
    buffer_clear(host);
    buffer_add(host, url_host, strcspn(url_host, "/?"));
    if (!host->size || strpbrk(buffer_cstr(host), unsafe))
        return set_error(parser, 400, "invalid host in the request URL");
    return 0;
}

static int check_url(struct http_parser *parser)
{
    const char *url = buffer_cstr(&parser->url), *path = skip_scheme_and_host(url);
    if (strchr(url, '#'))
        return set_error(parser, 400, "a request URL must not have a fragment (#)");
    if (*path != '/' && !(parser->llhttp.method == HTTP_OPTIONS && !strcmp(path, "*")))
        return set_error(parser, 400, "a request path must start with a slash");
    return 0;
}

static int on_head_complete(llhttp_t *llhttp)
{
    struct http_parser *parser = parser_of(llhttp);
    parser->head_complete = true;
    if (llhttp->method == HTTP_CONNECT)
        return set_error(parser, 501, "this server is not a proxy");
    if (check_version(parser) || check_url(parser) || check_host(parser) ||
        check_body_length(parser) || check_content_encoding(parser) || check_expect(parser))
        return HPE_USER;
    parser->keep_alive = llhttp_should_keep_alive(llhttp);
    // The connection decides about an upgrade, not llhttp.
    llhttp->upgrade = 0;
    return 0;
}

static int on_request_complete(llhttp_t *llhttp)
{
    struct http_parser *parser = parser_of(llhttp);
    parser->complete = true;
    parser->expects_continue = false;
    return HPE_PAUSED;
}

/* ---- the parser ---- */

static void init_parser(struct http_parser *parser)
{
    static const llhttp_settings_t settings = {.on_url = on_url,
                                               .on_header_field = on_header_name,
                                               .on_header_field_complete = on_header_name_complete,
                                               .on_header_value = on_header_value,
                                               .on_header_value_complete = on_header_value_complete,
                                               .on_headers_complete = on_head_complete,
                                               .on_body = on_body,
                                               .on_message_complete = on_request_complete};
    llhttp_init(&parser->llhttp, HTTP_REQUEST, &settings);
    parser->llhttp.data = parser;
}

struct http_parser *http_parser_create(void)
{
    struct http_parser *parser = calloc(1, sizeof *parser);
    if (parser)
        init_parser(parser);
    return parser;
}

static void free_buffers(struct http_parser *parser)
{
    buffer_fini(&parser->url);
    buffer_fini(&parser->body);
    for (size_t i = 0; i < HEADER_COUNT; i++)
        buffer_fini(&parser->values[i]);
}

void http_parser_destroy(struct http_parser *parser)
{
    if (!parser)
        return;
    free_buffers(parser);
    free(parser);
}

void http_parser_next(struct http_parser *parser)
{
    free_buffers(parser);
    memset(parser, 0, sizeof *parser);
    init_parser(parser);
}

static enum http_state translate_error(struct http_parser *parser, llhttp_errno_t error)
{
    if (error == HPE_INVALID_VERSION)
        set_error(parser, 505, "unsupported HTTP version: use HTTP/1.1 or HTTP/1.0");
    else if (error == HPE_INVALID_METHOD)
        set_error(parser, 501, "unknown method");
    else
        set_error(parser, 400, "malformed HTTP request");
    return HTTP_INVALID;
}

static bool is_out_of_memory(const struct http_parser *parser)
{
    bool failed = parser->url.failed || parser->body.failed;
    for (size_t i = 0; i < HEADER_COUNT; i++)
        failed = failed || parser->values[i].failed;
    return failed;
}

enum http_state http_parser_feed(struct http_parser *parser, const char *bytes, size_t size,
                                 size_t *used)
{
    *used = 0;
    if (parser->head_complete)
        parser->body_bytes += size;
    if (!parser->status)
        scan_head(parser, bytes, size);
    if (parser->status)
        return HTTP_INVALID;
    const llhttp_errno_t error = llhttp_execute(&parser->llhttp, bytes, size);
    if (parser->status)
        return HTTP_INVALID;
    if (is_out_of_memory(parser)) {
        set_error(parser, 503, "out of memory");
        return HTTP_INVALID;
    }
    if (error == HPE_PAUSED && parser->complete) {
        *used = (size_t)(llhttp_get_error_pos(&parser->llhttp) - bytes);
        return HTTP_COMPLETE;
    }
    if (error != HPE_OK)
        return translate_error(parser, error);
    // Tiny chunks and long chunk extensions.
    if (parser->body_bytes > BODY_BYTES_MAX) {
        set_error(parser, 413, "the body is sent in too many chunks");
        return HTTP_INVALID;
    }
    *used = size;
    return HTTP_INCOMPLETE;
}

/* ---- the request ---- */

static enum method request_method(const struct http_parser *parser)
{
    switch (parser->llhttp.method) {
    case HTTP_GET:
        return METHOD_GET;
    case HTTP_HEAD:
        return METHOD_HEAD;
    case HTTP_POST:
        return METHOD_POST;
    case HTTP_PUT:
        return METHOD_PUT;
    case HTTP_DELETE:
        return METHOD_DELETE;
    case HTTP_OPTIONS:
        return METHOD_OPTIONS;
    default:
        return METHOD_OTHER;
    }
}

bool http_list_has(const char *list, const char *token)
{
    const size_t size = strlen(token);
    while (*list) {
        list += strspn(list, " \t,");
        const size_t length = strcspn(list, " \t,");
        if (length == size && !strncasecmp(list, token, size))
            return true;
        list += length;
    }
    return false;
}

static const char *header_value(struct http_parser *parser, enum header header)
{
    return parser->values[header].size ? buffer_cstr(&parser->values[header]) : "";
}

/* Splits the URL in place at the '?'. */
static void split_url(struct http_parser *parser, struct request *out)
{
    buffer_cstr(&parser->url);
    char *path = (char *)skip_scheme_and_host(parser->url.bytes), *mark = strchr(path, '?');
    if (mark)
        *mark = '\0';
    out->path = path;
    out->query = mark ? mark + 1 : "";
}

struct http_request http_parser_request(struct http_parser *parser)
{
    struct http_request out = {
        .request = {.method = request_method(parser),
                    .authorization = header_value(parser, HEADER_AUTHORIZATION),
                    .cookie = header_value(parser, HEADER_COOKIE),
                    .accept = header_value(parser, HEADER_ACCEPT),
                    .accept_encoding = header_value(parser, HEADER_ACCEPT_ENCODING),
                    .accept_language = header_value(parser, HEADER_ACCEPT_LANGUAGE),
                    .if_none_match = header_value(parser, HEADER_IF_NONE_MATCH),
                    .content_type = header_value(parser, HEADER_CONTENT_TYPE),
                    .user_agent = header_value(parser, HEADER_USER_AGENT),
                    .origin = header_value(parser, HEADER_ORIGIN),
                    .host = header_value(parser, HEADER_HOST),
                    .id = header_value(parser, HEADER_REQUEST_ID),
                    .address = "",
                    .body = buffer_cstr(&parser->body),
                    .body_size = parser->body.size},
        .keep_alive = parser->keep_alive,
        .is_http_10 = !parser->llhttp.http_minor,
        .wants_upgrade = http_list_has(header_value(parser, HEADER_UPGRADE), "websocket") &&
                         http_list_has(header_value(parser, HEADER_CONNECTION), "upgrade"),
        .websocket_key = header_value(parser, HEADER_WEBSOCKET_KEY),
        .websocket_version = header_value(parser, HEADER_WEBSOCKET_VERSION),
        .forwarded = {.x_forwarded_for = header_value(parser, HEADER_X_FORWARDED_FOR),
                      .x_forwarded_proto = header_value(parser, HEADER_X_FORWARDED_PROTO),
                      .forwarded = header_value(parser, HEADER_FORWARDED)}};
    out.is_forwarded = *out.forwarded.x_forwarded_for || *out.forwarded.x_forwarded_proto ||
                       *out.forwarded.forwarded || *header_value(parser, HEADER_REAL_IP) ||
                       *header_value(parser, HEADER_VIA);
    split_url(parser, &out.request);
    return out;
}

unsigned http_parser_error(const struct http_parser *parser, const char **error)
{
    *error = parser->error;
    return parser->status;
}

bool http_parser_has_started(const struct http_parser *parser)
{
    return parser->head.size > 0;
}

bool http_parser_expects_continue(struct http_parser *parser)
{
    const bool expects = parser->expects_continue && !parser->body.size;
    parser->expects_continue = false;
    return expects;
}
