/* SPDX-License-Identifier: MIT */
/* WebSocket frames: any bytes, at once and in pieces. Both must give the same messages and the
 * same error. No message may exceed the limit or follow a close frame. */
#include "wire/frames.h"

#include "fuzz.h"

enum { MESSAGE_MAX = 300 };

struct messages_seen {
    uint64_t digest;
    size_t count;
    bool closed;
};

static bool on_message(void *context, enum frame_opcode opcode, const char *bytes, size_t size)
{
    struct messages_seen *seen = context;
    CHECK(!seen->closed);
    CHECK(size <= (opcode < FRAME_CLOSE ? MESSAGE_MAX : 125));
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
                               struct messages_seen *seen)
{
    struct frame_reader reader;
    const struct frame_visitor visitor = {seen, on_message};
    unsigned code = 0;
    frame_reader_init(&reader, MESSAGE_MAX, from_client);
    while (size) {
        const size_t now = size < piece ? size : piece;
        char *copy = malloc(now);
        CHECK(copy);
        memcpy(copy, data, now);
        const unsigned error = frame_reader_feed(&reader, copy, now, &visitor);
        CHECK(!error || !code);
        code = error ? error : code;
        free(copy);
        data += now;
        size -= now;
        CHECK(reader.partial.size <= MESSAGE_MAX + 14 && reader.message.size <= MESSAGE_MAX);
    }
    frame_reader_fini(&reader);
    CHECK(!code || code == 1002 || code == 1007 || code == 1009);
    return code;
}

/* The first byte is the side that sends the frames and the size of the pieces. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const unsigned mode = take_byte(&in);
    struct messages_seen whole = {0}, cut = {0};
    const unsigned code = read_in_pieces(in.data, in.size, mode & 1, SIZE_MAX, &whole);
    CHECK(read_in_pieces(in.data, in.size, mode & 1, 1 + (mode >> 1) % 16, &cut) == code);
    CHECK(whole.digest == cut.digest && whole.count == cut.count);
    return 0;
}
