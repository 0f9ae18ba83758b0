/* SPDX-License-Identifier: MIT */
#include "net/http_parser.h"

#include <llhttp/llhttp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buffer.h"

enum header {
#define ROW(header, name, more, separator) header,
#include "net/http_headers.def"
    HEADER_COUNT,
    HEADER_UNKNOWN = HEADER_COUNT
};

enum more { ONCE, LIST, FIRST };

static const struct {
    const char *name;
    enum more more;
    const char *separator;
} headers[] = {
#define ROW(header, name, more, separator) {name, more, separator},
#include "net/http_headers.def"
};

enum { NAME_SIZE = 32, HEAD_SIZE_MAX = URL_SIZE_MAX + HEADERS_SIZE_MAX + 64 };

/* Where in a head the next byte stands. */
enum place {
    BEFORE_REQUEST,
    IN_REQUEST_LINE,
    AFTER_RETURN,
    AT_LINE_START,
    IN_NAME,
    IN_VALUE,
    AFTER_LAST_RETURN,
    BEHIND_HEAD
};

struct http_parser {
    llhttp_t parser;
    struct buffer url, body;
    struct buffer values[HEADER_COUNT];
    unsigned seen; /* bits of headers that came */
    enum header current;
    char name[NAME_SIZE];
    size_t name_size;
    size_t head_size, headers_size, header_count;
    enum place place;
    bool head_is_whole, whole, keep_alive, continues;
    unsigned status; /* of the refusal; 0: none */
    const char *why;
};

static int refuse(struct http_parser *reader, unsigned status, const char *why)
{
    if (!reader->status) {
        reader->status = status;
        reader->why = why;
    }
    return HPE_USER;
}

/* ---- the head, byte by byte: what llhttp would let pass ---- */

static bool is_control(char c)
{
    return ((unsigned char)c < ' ' && c != '\t') || c == 0x7f;
}

static enum place next_in_line(enum place place, char c, const char **why)
{
    if (c == '\r')
        return AFTER_RETURN;
    if (is_control(c))
        *why = c == '\n' ? "a line must end in CR LF" : "there is a control character in the head";
    return place;
}

static enum place next_in_name(char c, const char **why)
{
    if (c == ' ' || c == '\t' || is_control(c))
        *why = "there is a blank or a control character in a header's name";
    return c == ':' ? IN_VALUE : IN_NAME;
}

static enum place next_at_line_start(char c, const char **why)
{
    if (c == '\r')
        return AFTER_LAST_RETURN;
    if (c == ' ' || c == '\t')
        *why = "a header must not go on in the next line";
    else if (c == ':')
        *why = "a header has no name";
    else
        return next_in_name(c, why);
    return IN_NAME;
}

static enum place next_place(enum place place, char c, const char **why)
{
    switch (place) {
    case BEFORE_REQUEST:
        return c == '\r' || c == '\n' ? place : next_in_line(IN_REQUEST_LINE, c, why);
    case IN_REQUEST_LINE:
    case IN_VALUE:
        return next_in_line(place, c, why);
    case AFTER_RETURN:
        if (c != '\n')
            *why = "a line must end in CR LF";
        return AT_LINE_START;
    case AT_LINE_START:
        return next_at_line_start(c, why);
    case IN_NAME:
        return next_in_name(c, why);
    case AFTER_LAST_RETURN:
        if (c != '\n')
            *why = "a line must end in CR LF";
        return BEHIND_HEAD;
    case BEHIND_HEAD:
        break;
    }
    return place;
}

/* Counts too: llhttp skips some blanks in silence. */
static void scan_head(struct http_parser *reader, const char *bytes, size_t size)
{
    const char *why = NULL;
    for (size_t i = 0; i < size && reader->place != BEHIND_HEAD && !why; i++) {
        reader->place = next_place(reader->place, bytes[i], &why);
        reader->head_size++;
    }
    if (why)
        refuse(reader, 400, why);
    else if (reader->head_size > HEAD_SIZE_MAX && reader->place == IN_REQUEST_LINE)
        refuse(reader, 414, "the address is longer than 2048 bytes");
    else if (reader->head_size > HEAD_SIZE_MAX)
        refuse(reader, 431, "the headers are longer than 8192 bytes");
}

/* ---- what llhttp finds ---- */

static struct http_parser *parser_of(llhttp_t *parser)
{
    return parser->data;
}

static int take_url(llhttp_t *parser, const char *bytes, size_t size)
{
    struct http_parser *reader = parser_of(parser);
    if (size > URL_SIZE_MAX - reader->url.size)
        return refuse(reader, 414, "the address is longer than 2048 bytes");
    buffer_add(&reader->url, bytes, size);
    return 0;
}

static int count_header_bytes(struct http_parser *reader, size_t size)
{
    reader->headers_size += size;
    if (reader->headers_size > HEADERS_SIZE_MAX)
        return refuse(reader, 431, "the headers are longer than 8192 bytes");
    return 0;
}

static int take_name(llhttp_t *parser, const char *bytes, size_t size)
{
    struct http_parser *reader = parser_of(parser);
    for (size_t i = 0; i < size; i++, reader->name_size++)
        if (reader->name_size < NAME_SIZE - 1)
            reader->name[reader->name_size] = bytes[i];
    return count_header_bytes(reader, size);
}

static enum header header_named(const char *name)
{
    for (size_t i = 0; i < HEADER_COUNT; i++)
        if (!strcasecmp(headers[i].name, name))
            return (enum header)i;
    return HEADER_UNKNOWN;
}

/* What stands behind a body is no header: nobody would look there for a cookie. */
static int begin_value(llhttp_t *parser)
{
    struct http_parser *reader = parser_of(parser);
    const size_t size = reader->name_size;
    reader->name[size < NAME_SIZE ? size : 0] = '\0';
    reader->name_size = 0;
    reader->current = reader->head_is_whole ? HEADER_UNKNOWN : header_named(reader->name);
    if (++reader->header_count > HEADERS_MAX)
        return refuse(reader, 431, "there are more than 100 headers");
    if (reader->current == HEADER_UNKNOWN)
        return 0;
    const unsigned bit = 1U << reader->current;
    if (reader->seen & bit) {
        if (headers[reader->current].more == ONCE)
            return refuse(reader, 400, "a header is there twice that must be there once");
        if (headers[reader->current].more == FIRST)
            reader->current = HEADER_UNKNOWN;
        else
            buffer_text(&reader->values[reader->current], headers[reader->current].separator);
    }
    reader->seen |= bit;
    return 0;
}

static int take_value(llhttp_t *parser, const char *bytes, size_t size)
{
    struct http_parser *reader = parser_of(parser);
    if (reader->current != HEADER_UNKNOWN)
        buffer_add(&reader->values[reader->current], bytes, size);
    return count_header_bytes(reader, size);
}

/* Blanks behind a value are none of it. */
static int end_value(llhttp_t *parser)
{
    struct http_parser *reader = parser_of(parser);
    if (reader->current == HEADER_UNKNOWN)
        return 0;
    struct buffer *value = &reader->values[reader->current];
    while (value->size &&
           (value->bytes[value->size - 1] == ' ' || value->bytes[value->size - 1] == '\t'))
        value->size--;
    return 0;
}

static int take_body(llhttp_t *parser, const char *bytes, size_t size)
{
    struct http_parser *reader = parser_of(parser);
    if (size > BODY_SIZE_MAX - reader->body.size)
        return refuse(reader, 413, "the body is longer than 512 KiB");
    buffer_add(&reader->body, bytes, size);
    return 0;
}

/* ---- when the head is whole ---- */

static int check_version(struct http_parser *reader)
{
    if (reader->parser.http_major != 1 || reader->parser.http_minor > 1)
        return refuse(reader, 505, "this server speaks HTTP/1.1 and HTTP/1.0");
    if (reader->parser.http_minor == 1 && !(reader->seen & 1U << HEADER_HOST))
        return refuse(reader, 400, "the header Host is missing");
    return 0;
}

static int check_length(struct http_parser *reader)
{
    const llhttp_t *parser = &reader->parser;
    if (reader->seen & 1U << HEADER_TRANSFER_ENCODING) {
        if (strcasecmp(buffer_end(&reader->values[HEADER_TRANSFER_ENCODING]), "chunked") != 0)
            return refuse(reader, 501, "of the transfer codings only chunked is known");
        if (!parser->http_minor)
            return refuse(reader, 400, "HTTP/1.0 has no transfer codings");
    } else if (parser->flags & F_CONTENT_LENGTH && parser->content_length > BODY_SIZE_MAX) {
        return refuse(reader, 413, "the body is longer than 512 KiB");
    }
    return 0;
}

static int check_expectation(struct http_parser *reader)
{
    if (!(reader->seen & 1U << HEADER_EXPECT) || !reader->parser.http_minor)
        return 0;
    if (strcasecmp(buffer_end(&reader->values[HEADER_EXPECT]), "100-continue") != 0)
        return refuse(reader, 417, "of the expectations only 100-continue is known");
    reader->continues = true;
    return 0;
}

static bool starts_with(const char *text, const char *start)
{
    return !strncasecmp(text, start, strlen(start));
}

/* "http://host/path" is asked of proxies, and of servers too: only the path counts. */
static const char *path_in(const char *url)
{
    const char *host = starts_with(url, "http://")    ? url + strlen("http://")
                       : starts_with(url, "https://") ? url + strlen("https://")
                                                      : NULL;
    if (!host)
        return url;
    const char *path = host + strcspn(host, "/?");
    return *path == '/' ? path : "/";
}

static int check_url(struct http_parser *reader)
{
    const char *url = buffer_end(&reader->url), *path = path_in(url);
    if (strchr(url, '#'))
        return refuse(reader, 400, "an address ends before its #");
    if (*path != '/' && !(reader->parser.method == HTTP_OPTIONS && !strcmp(path, "*")))
        return refuse(reader, 400, "an address begins with a slash");
    return 0;
}

static int end_head(llhttp_t *parser)
{
    struct http_parser *reader = parser_of(parser);
    reader->head_is_whole = true;
    if (parser->method == HTTP_CONNECT)
        return refuse(reader, 501, "this server is no proxy");
    if (check_version(reader) || check_url(reader) || check_length(reader) ||
        check_expectation(reader))
        return HPE_USER;
    reader->keep_alive = llhttp_should_keep_alive(parser);
    // Whether another protocol follows is decided later, by whoever answers.
    parser->upgrade = 0;
    return 0;
}

static int end_request(llhttp_t *parser)
{
    struct http_parser *reader = parser_of(parser);
    reader->whole = true;
    reader->continues = false;
    return HPE_PAUSED;
}

/* ---- the reader ---- */

static void begin(struct http_parser *reader)
{
    static const llhttp_settings_t settings = {.on_url = take_url,
                                               .on_header_field = take_name,
                                               .on_header_field_complete = begin_value,
                                               .on_header_value = take_value,
                                               .on_header_value_complete = end_value,
                                               .on_headers_complete = end_head,
                                               .on_body = take_body,
                                               .on_message_complete = end_request};
    llhttp_init(&reader->parser, HTTP_REQUEST, &settings);
    reader->parser.data = reader;
}

struct http_parser *http_parser_create(void)
{
    struct http_parser *reader = calloc(1, sizeof *reader);
    if (reader)
        begin(reader);
    return reader;
}

static void forget(struct http_parser *reader)
{
    buffer_fini(&reader->url);
    buffer_fini(&reader->body);
    for (size_t i = 0; i < HEADER_COUNT; i++)
        buffer_fini(&reader->values[i]);
}

void http_parser_destroy(struct http_parser *reader)
{
    if (!reader)
        return;
    forget(reader);
    free(reader);
}

void http_parser_next(struct http_parser *reader)
{
    forget(reader);
    memset(reader, 0, sizeof *reader);
    begin(reader);
}

static enum http_state refuse_by(struct http_parser *reader, llhttp_errno_t error)
{
    if (error == HPE_INVALID_VERSION)
        refuse(reader, 505, "this server speaks HTTP/1.1 and HTTP/1.0");
    else if (error == HPE_INVALID_METHOD)
        refuse(reader, 501, "this method is not known");
    else
        refuse(reader, 400, "this is no HTTP request");
    return HTTP_INVALID;
}

static bool memory_has_run_out(const struct http_parser *reader)
{
    bool failed = reader->url.failed || reader->body.failed;
    for (size_t i = 0; i < HEADER_COUNT; i++)
        failed = failed || reader->values[i].failed;
    return failed;
}

enum http_state http_parser_feed(struct http_parser *reader, const char *bytes, size_t size,
                                 size_t *used)
{
    *used = 0;
    if (!reader->status)
        scan_head(reader, bytes, size);
    if (reader->status)
        return HTTP_INVALID;
    const llhttp_errno_t error = llhttp_execute(&reader->parser, bytes, size);
    if (reader->status)
        return HTTP_INVALID;
    if (memory_has_run_out(reader)) {
        refuse(reader, 503, "memory has run out");
        return HTTP_INVALID;
    }
    if (error == HPE_PAUSED && reader->whole) {
        *used = (size_t)(llhttp_get_error_pos(&reader->parser) - bytes);
        return HTTP_COMPLETE;
    }
    if (error != HPE_OK)
        return refuse_by(reader, error);
    *used = size;
    return HTTP_INCOMPLETE;
}

/* ---- the request ---- */

static enum method method_of(const struct http_parser *reader)
{
    switch (reader->parser.method) {
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

static const char *value_of(struct http_parser *reader, enum header header)
{
    return reader->values[header].size ? buffer_end(&reader->values[header]) : "";
}

/* Parts the address where it lies: from the ? on it is the query. */
static void part_url(struct http_parser *reader, struct request *out)
{
    buffer_end(&reader->url);
    char *path = (char *)path_in(reader->url.bytes), *mark = strchr(path, '?');
    if (mark)
        *mark = '\0';
    out->path = path;
    out->query = mark ? mark + 1 : "";
}

struct http_request http_parser_request(struct http_parser *reader)
{
    struct http_request out = {.request = {.method = method_of(reader),
                                           .authorization = value_of(reader, HEADER_AUTHORIZATION),
                                           .cookie = value_of(reader, HEADER_COOKIE),
                                           .accept = value_of(reader, HEADER_ACCEPT),
                                           .content_type = value_of(reader, HEADER_CONTENT_TYPE),
                                           .user_agent = value_of(reader, HEADER_USER_AGENT),
                                           .origin = value_of(reader, HEADER_ORIGIN),
                                           .host = value_of(reader, HEADER_HOST),
                                           .address = "",
                                           .body = buffer_end(&reader->body),
                                           .body_size = reader->body.size},
                               .keep_alive = reader->keep_alive,
                               .is_old = !reader->parser.http_minor,
                               .wants_upgrade =
                                   http_list_has(value_of(reader, HEADER_UPGRADE), "websocket") &&
                                   http_list_has(value_of(reader, HEADER_CONNECTION), "upgrade"),
                               .websocket_key = value_of(reader, HEADER_WEBSOCKET_KEY),
                               .websocket_version = value_of(reader, HEADER_WEBSOCKET_VERSION),
                               .forwarded_for = value_of(reader, HEADER_FORWARDED_FOR)};
    part_url(reader, &out.request);
    return out;
}

unsigned http_parser_error(const struct http_parser *reader, const char **why)
{
    *why = reader->why;
    return reader->status;
}

bool http_parser_has_started(const struct http_parser *reader)
{
    return reader->head_size > 0;
}

bool http_parser_expects_continue(struct http_parser *reader)
{
    const bool wants = reader->continues && !reader->body.size;
    reader->continues = false;
    return wants;
}
