/* SPDX-License-Identifier: MIT */
/* Compressed input: a byte for the size of reads, then a file. Small and large reads must give the
 * same bytes. */
#include "pgntools/input.h"

#include "base/buffer.h"

#include "fuzz.h"

enum { OUTPUT_MAX = 1 << 20 }; /* a few bytes can decompress to gigabytes */

struct source {
    const uint8_t *data;
    size_t left, block_max;
};

static ssize_t read_data(void *context, void *buffer, size_t size)
{
    struct source *source = context;
    size = size < source->block_max ? size : source->block_max;
    size = size < source->left ? size : source->left;
    if (!size)
        return 0;
    memcpy(buffer, source->data, size);
    source->data += size;
    source->left -= size;
    return (ssize_t)size;
}

/* Reads up to OUTPUT_MAX bytes. Returns false on an error. */
static bool read_all(struct input in, size_t source_block, size_t block, struct buffer *out)
{
    struct source source = {in.data, in.size, source_block};
    struct input_stream *input = input_create(read_data, &source);
    CHECK(input);
    size_t got = block;
    while (got == block && out->size < OUTPUT_MAX) {
        CHECK(buffer_reserve(out, block));
        got = input_read(input, out->bytes + out->size, block);
        CHECK(got <= block);
        out->size += got;
    }
    const char *error = input_error(input);
    CHECK(!error || *error);
    const bool succeeded = !error;
    input_close(input);
    return succeeded;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const size_t block = 1 + take_byte(&in);
    struct buffer whole = {0}, blocks = {0};
    const bool whole_read = read_all(in, SIZE_MAX, OUTPUT_MAX, &whole);
    const bool blocks_read = read_all(in, block, block, &blocks);
    if (whole.size < OUTPUT_MAX && blocks.size < OUTPUT_MAX) {
        CHECK(whole_read == blocks_read);
        if (whole_read)
            CHECK(whole.size == blocks.size &&
                  (!whole.size || !memcmp(whole.bytes, blocks.bytes, whole.size)));
    }
    buffer_fini(&whole);
    buffer_fini(&blocks);
    return 0;
}
