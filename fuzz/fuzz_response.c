/* SPDX-License-Identifier: MIT */
/* HTTP responses: any bytes, parsed at once and in chunks of a size given by the first byte. Both
 * must give the same status, body and end, and must not read beyond the end. */
#include "client/response.h"

#include "fuzz.h"

struct parsed {
    struct response response;
    struct buffer body;
    size_t used;
};

static struct parsed parse_in_chunks(const uint8_t *data, size_t size, size_t chunk)
{
    struct parsed parsed = {.used = 0};
    response_init(&parsed.response, false);
    while (parsed.used < size) {
        const size_t some = size - parsed.used < chunk ? size - parsed.used : chunk;
        // A copy of exactly this size lets the sanitizer see a read beyond it.
        char *bytes = malloc(some);
        CHECK(bytes);
        memcpy(bytes, data + parsed.used, some);
        const size_t taken = response_feed(&parsed.response, bytes, some, &parsed.body);
        free(bytes);
        CHECK(taken <= some);
        parsed.used += taken;
        if (taken < some)
            break;
    }
    return parsed;
}

static void check_headers(const struct response *response)
{
    size_t size;
    const char *value = NULL;
    for (int i = 0; i < 100; i++) {
        value = response_header(response, "x", value, &size);
        if (!value)
            return;
        CHECK(value > response->head.bytes);
        CHECK(value + size <= response->head.bytes + response->head.size);
    }
}

static void free_parsed(struct parsed *parsed)
{
    response_fini(&parsed->response);
    buffer_fini(&parsed->body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const size_t chunk = take_byte(&in) % 16 + 1;
    struct parsed whole = parse_in_chunks(in.data, in.size, in.size + 1);
    struct parsed parts = parse_in_chunks(in.data, in.size, chunk);
    CHECK(whole.response.state == parts.response.state);
    CHECK(whole.response.status == parts.response.status);
    CHECK(whole.used == parts.used);
    CHECK(whole.body.size == parts.body.size);
    CHECK(!whole.body.size || !memcmp(whole.body.bytes, parts.body.bytes, whole.body.size));
    check_headers(&whole.response);
    response_end(&whole.response);
    CHECK(whole.response.state == RESPONSE_DONE || whole.response.state == RESPONSE_BAD);
    free_parsed(&whole);
    free_parsed(&parts);
    return 0;
}
