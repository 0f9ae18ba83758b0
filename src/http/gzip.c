/* SPDX-License-Identifier: MIT */
#include "http/gzip.h"

#include <zlib.h>

#include "assets/assets.h"
#include "http/exchange.h"

enum {
    LEVEL = 4,               /* a page takes a fraction of a millisecond */
    WINDOW = MAX_WBITS + 16, /* with a gzip header */
    MEMORY = 8,              /* the default */
    PAGE_MIN = 1024,
    PAGE_MAX = 1 << 24 /* smaller ones gain nothing; there are no larger pages */
};

static bool compress_all(z_stream *stream, struct buffer *out)
{
    unsigned char piece[8192];
    int state;
    do {
        stream->next_out = piece;
        stream->avail_out = sizeof piece;
        state = deflate(stream, Z_FINISH);
        buffer_add(out, piece, sizeof piece - stream->avail_out);
    } while (state == Z_OK);
    return state == Z_STREAM_END && !out->failed;
}

bool gzip_write(const char *bytes, size_t size, struct buffer *out)
{
    z_stream stream = {.next_in = (z_const Bytef *)bytes, .avail_in = (uInt)size};
    if (size < PAGE_MIN || size > PAGE_MAX ||
        deflateInit2(&stream, LEVEL, Z_DEFLATED, WINDOW, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    const bool done = compress_all(&stream, out) && out->size < size;
    deflateEnd(&stream);
    if (!done)
        buffer_clear(out);
    return done;
}

void gzip_respond(struct exchange *exchange, unsigned status, const char *content_type,
                  const char *bytes, size_t size)
{
    struct buffer compressed = {0};
    const unsigned codings = 1U << CODING_GZIP | 1U << CODING_IDENTITY;
    if (content_coding_choose(exchange->request.accept_encoding, codings) == CODING_GZIP &&
        gzip_write(bytes, size, &compressed)) {
        exchange_header(exchange, "Content-Encoding", "gzip");
        exchange_respond(exchange, status, content_type, compressed.bytes, compressed.size);
    } else {
        exchange_respond(exchange, status, content_type, bytes, size);
    }
    buffer_fini(&compressed);
}
