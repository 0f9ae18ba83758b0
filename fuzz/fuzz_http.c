/* SPDX-License-Identifier: MIT */
/* HTTP requests: any bytes, at once and in pieces. Both must give the same requests and errors.
 * The texts of a request are not NULL, within the limits, and without control characters. */
#include "net/http_parser.h"

#include "fuzz.h"

struct requests_seen {
    uint64_t digest;
    size_t count;
    bool rejected;
};

static void add_to_digest(struct requests_seen *seen, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        seen->digest = (seen->digest ^ (uint8_t)text[i]) * 1099511628211U;
    seen->digest = (seen->digest ^ 0x100) * 1099511628211U;
}

static void check_text(struct requests_seen *seen, const char *text, size_t max)
{
    CHECK(text && strlen(text) <= max);
    for (const char *c = text; *c; c++)
        CHECK((uint8_t)*c >= ' ' || *c == '\t');
    add_to_digest(seen, text, strlen(text));
}

static void check_request(struct requests_seen *seen, struct http_parser *parser)
{
    const struct http_request http = http_parser_request(parser);
    const struct request *request = &http.request;
    const char *texts[] = {request->authorization, request->cookie,
                           request->accept,        request->content_type,
                           request->user_agent,    request->origin,
                           request->host,          http.websocket_key,
                           http.websocket_version, http.forwarded.x_forwarded_for,
                           request->address};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_text(seen, texts[i], HEADERS_SIZE_MAX + 2 * HEADERS_MAX);
    CHECK(*request->path == '/' || !strcmp(request->path, "*"));
    CHECK(!strpbrk(request->path, "? #"));
    check_text(seen, request->path, URL_SIZE_MAX);
    check_text(seen, request->query, URL_SIZE_MAX);
    CHECK(request->body_size <= BODY_SIZE_MAX && !request->body[request->body_size]);
    add_to_digest(seen, request->body, request->body_size);
    seen->count++;
}

static void read_in_pieces(const uint8_t *data, size_t size, size_t piece,
                           struct requests_seen *seen)
{
    struct http_parser *parser = http_parser_create();
    CHECK(parser);
    while (size && !seen->rejected) {
        const size_t now = size < piece ? size : piece;
        size_t used;
        char *copy = malloc(now);
        CHECK(copy);
        memcpy(copy, data, now);
        const enum http_state state = http_parser_feed(parser, copy, now, &used);
        free(copy);
        CHECK(used <= now && (state != HTTP_INCOMPLETE || used == now));
        if (state == HTTP_COMPLETE) {
            check_request(seen, parser);
            http_parser_next(parser);
        } else if (state == HTTP_INVALID) {
            const char *reason = NULL;
            const unsigned status = http_parser_error(parser, &reason);
            CHECK(status >= 400 && status < 600 && reason && *reason);
            seen->rejected = true;
        }
        data += used;
        size -= used;
    }
    http_parser_destroy(parser);
}

/* The first byte is the size of the pieces. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const unsigned piece = 1 + take_byte(&in) % 32;
    struct requests_seen whole = {0}, cut = {0};
    read_in_pieces(in.data, in.size, SIZE_MAX, &whole);
    read_in_pieces(in.data, in.size, piece, &cut);
    CHECK(whole.rejected == cut.rejected && whole.count == cut.count && whole.digest == cut.digest);
    return 0;
}
