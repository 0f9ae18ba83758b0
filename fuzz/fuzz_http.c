/* SPDX-License-Identifier: MIT */
/* HTTP requests: any bytes, at once and in pieces. Both ways give the same requests and the
 * same errors; the texts are set, within the limits, and have no control characters. */
#include "net/http_parser.h"

#include "fuzz.h"

struct seen {
    uint64_t digest;
    size_t count;
    bool refused;
};

static void add(struct seen *seen, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        seen->digest = (seen->digest ^ (uint8_t)text[i]) * 1099511628211U;
    seen->digest = (seen->digest ^ 0x100) * 1099511628211U;
}

static void check_clean(struct seen *seen, const char *text, size_t max)
{
    CHECK(text && strlen(text) <= max);
    for (const char *c = text; *c; c++)
        CHECK((uint8_t)*c >= ' ' || *c == '\t');
    add(seen, text, strlen(text));
}

static void check_request(struct seen *seen, struct http_parser *parser)
{
    const struct http_request http = http_parser_request(parser);
    const struct request *request = &http.request;
    const char *texts[] = {request->authorization, request->cookie,     request->accept,
                           request->content_type,  request->user_agent, request->origin,
                           request->host,          http.websocket_key,  http.websocket_version,
                           http.forwarded_for,     request->address};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_clean(seen, texts[i], HEADERS_SIZE_MAX + 2 * HEADERS_MAX);
    CHECK(*request->path == '/' || !strcmp(request->path, "*"));
    CHECK(!strpbrk(request->path, "? #"));
    check_clean(seen, request->path, URL_SIZE_MAX);
    check_clean(seen, request->query, URL_SIZE_MAX);
    CHECK(request->body_size <= BODY_SIZE_MAX && !request->body[request->body_size]);
    add(seen, request->body, request->body_size);
    seen->count++;
}

static void read_in_pieces(const uint8_t *data, size_t size, size_t piece, struct seen *seen)
{
    struct http_parser *parser = http_parser_create();
    CHECK(parser);
    while (size && !seen->refused) {
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
            const char *why = NULL;
            const unsigned status = http_parser_error(parser, &why);
            CHECK(status >= 400 && status < 600 && why && *why);
            seen->refused = true;
        }
        data += used;
        size -= used;
    }
    http_parser_destroy(parser);
}

/* The first byte says how to split the input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const unsigned piece = 1 + take(&in) % 32;
    struct seen whole = {0}, cut = {0};
    read_in_pieces(in.data, in.size, SIZE_MAX, &whole);
    read_in_pieces(in.data, in.size, piece, &cut);
    CHECK(whole.refused == cut.refused && whole.count == cut.count && whole.digest == cut.digest);
    return 0;
}
