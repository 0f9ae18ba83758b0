/* SPDX-License-Identifier: MIT */
/* WebSocket frames: any bytes, at once and in pieces. Both ways give the same messages and
 * the same error; nothing over the limit, nothing after a close. */
#include "wire/frames.h"

#include "fuzz.h"

enum { MOST = 300 };

struct seen {
    uint64_t digest;
    size_t count;
    bool closed;
};

static bool on_message(void *context, enum frame_opcode opcode, const char *bytes, size_t size)
{
    struct seen *seen = context;
    CHECK(!seen->closed);
    CHECK(size <= (opcode < FRAME_CLOSE ? MOST : 125));
    CHECK(opcode == FRAME_TEXT || opcode == FRAME_BINARY || (opcode >= 8 && opcode <= 10));
    if (opcode == FRAME_CLOSE && size)
        CHECK(close_code_is_valid(close_code_read(bytes, size)));
    seen->closed = opcode == FRAME_CLOSE;
    seen->count++;
    seen->digest = (seen->digest ^ opcode) * 1099511628211U;
    for (size_t i = 0; i < size; i++)
        seen->digest = (seen->digest ^ (uint8_t)bytes[i]) * 1099511628211U;
    return true;
}

static unsigned read_in_pieces(const uint8_t *data, size_t size, bool from_client, size_t piece,
                               struct seen *seen)
{
    struct frame_reader reader;
    const struct frame_visitor visitor = {seen, on_message};
    unsigned code = 0;
    frame_reader_init(&reader, MOST, from_client);
    while (size) {
        const size_t now = size < piece ? size : piece;
        char *copy = malloc(now);
        CHECK(copy);
        memcpy(copy, data, now);
        const unsigned wrong = frame_reader_feed(&reader, copy, now, &visitor);
        CHECK(!wrong || !code);
        code = wrong ? wrong : code;
        free(copy);
        data += now;
        size -= now;
        CHECK(reader.partial.size <= MOST + 14 && reader.message.size <= MOST);
    }
    frame_reader_fini(&reader);
    CHECK(!code || code == 1002 || code == 1007 || code == 1009);
    return code;
}

/* The first byte says how to split the input, and whether it comes from a client. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const unsigned how = take(&in);
    struct seen whole = {0}, cut = {0};
    const unsigned code = read_in_pieces(in.data, in.size, how & 1, SIZE_MAX, &whole);
    CHECK(read_in_pieces(in.data, in.size, how & 1, 1 + (how >> 1) % 16, &cut) == code);
    CHECK(whole.digest == cut.digest && whole.count == cut.count);
    return 0;
}
