/* SPDX-License-Identifier: MIT */
/* Answers of a server: any bytes, whole and in pieces whose sizes the first byte chooses.
 * Both ways lead to the same status, body and end; nothing is read beyond it. */
#include "client/response.h"

#include "fuzz.h"

struct reading {
    struct response response;
    struct buffer body;
    size_t used;
};

static struct reading read_in_pieces(const uint8_t *data, size_t size, size_t piece)
{
    struct reading reading = {.used = 0};
    response_init(&reading.response, false);
    while (reading.used < size) {
        const size_t some = size - reading.used < piece ? size - reading.used : piece;
        // A copy of its own size, so that reading beyond it is noticed.
        char *bytes = malloc(some);
        CHECK(bytes);
        memcpy(bytes, data + reading.used, some);
        const size_t taken = response_take(&reading.response, bytes, some, &reading.body);
        free(bytes);
        CHECK(taken <= some);
        reading.used += taken;
        if (taken < some)
            break;
    }
    return reading;
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

static void end(struct reading *reading)
{
    response_fini(&reading->response);
    buffer_fini(&reading->body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const size_t piece = take(&in) % 16 + 1;
    struct reading whole = read_in_pieces(in.data, in.size, in.size + 1);
    struct reading parts = read_in_pieces(in.data, in.size, piece);
    CHECK(whole.response.state == parts.response.state);
    CHECK(whole.response.status == parts.response.status);
    CHECK(whole.used == parts.used);
    CHECK(whole.body.size == parts.body.size);
    CHECK(!whole.body.size || !memcmp(whole.body.bytes, parts.body.bytes, whole.body.size));
    check_headers(&whole.response);
    response_end(&whole.response);
    CHECK(whole.response.state == RESPONSE_DONE || whole.response.state == RESPONSE_BAD);
    end(&whole);
    end(&parts);
    return 0;
}
