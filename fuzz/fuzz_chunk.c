/* SPDX-License-Identifier: MIT */
/* Chunks of PGN files: a byte for the size of chunks, a byte for the number of repetitions, a byte
 * for the size of reads, then text. Joined, the chunks must be the text, whatever the size of
 * reads. */
#include "pgntools/chunk_result.h"

#include "fuzz.h"

enum { CHUNK_SIZE_MIN = 600, REPETITIONS_MAX = 16 };

struct source {
    const char *text;
    size_t left, block_max;
};

static ssize_t read_text(void *context, void *buffer, size_t size)
{
    struct source *source = context;
    size = size < source->block_max ? size : source->block_max;
    size = size < source->left ? size : source->left;
    if (!size)
        return 0;
    memcpy(buffer, source->text, size);
    source->text += size;
    source->left -= size;
    return (ssize_t)size;
}

static bool is_compressed(const char *text, size_t size)
{
    return (size >= 2 && !memcmp(text, "\x1f\x8b", 2)) ||
           (size >= 4 && (!memcmp(text, "\x28\xb5\x2f\xfd", 4) ||
                          (!memcmp(text + 1, "\x2a\x4d\x18", 3) && (uint8_t)text[0] >> 4 == 5)));
}

static uint64_t count_lines(const char *text, size_t size)
{
    uint64_t lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\r' || (text[i] == '\n' && (!i || text[i - 1] != '\r'));
    return lines;
}

/* Validates the games of a chunk and adds the result to the totals. */
static void check_games(const struct chunk *chunk, struct chunk_result *result,
                        struct totals *totals, struct buffer *lines)
{
    const rk_pgn_visitor visitor = {.data = result,
                                    .validate = true,
                                    .begin_game = chunk_result_begin_game,
                                    .begin_variation = chunk_result_begin_variation,
                                    .end_variation = chunk_result_end_variation,
                                    .error = chunk_result_error};
    chunk_result_reset(result);
    chunk_result_read(result, chunk, &visitor);
    CHECK(!result->out_of_memory && !result->variation_depth);
    totals_add(totals, chunk, result, lines);
}

/* Checks every chunk against the text. Returns the error messages of all games. */
static struct buffer check_chunks(const struct buffer *text, const struct chunk_limits *limits,
                                  size_t block_max, struct totals *totals)
{
    struct source source = {text->bytes, text->size, block_max};
    struct buffer lines = {0};
    struct chunk_result result = {.games = 0};
    struct chunker chunker;
    struct chunk chunk = {.file = NULL};
    size_t offset = 0;
    bool skipped = false;
    enum chunk_status status;
    chunker_init(&chunker, limits);
    chunker_open(&chunker, input_create(read_text, &source), "text");
    while ((status = chunker_next(&chunker, &chunk)) == CHUNK_READ) {
        CHECK(chunk.size > 0 && chunk.start.offset + chunk.size <= text->size);
        CHECK(skipped ? chunk.start.offset >= offset : chunk.start.offset == offset);
        offset = chunk.start.offset;
        CHECK(chunk.is_first == (offset == 0));
        CHECK(!memcmp(chunk.text, text->bytes + offset, chunk.size));
        check_games(&chunk, &result, totals, &lines);
        skipped = chunk.has_cut_off_game;
        offset += chunk.size;
    }
    CHECK(status == CHUNK_END && !input_error(chunker.input));
    CHECK(chunker_source_bytes(&chunker) == text->size && (skipped || offset == text->size));
    chunk_result_fini(&result);
    chunk_fini(&chunk);
    chunker_fini(&chunker);
    return lines;
}

/* The line of a chunk is the number of line ends before it. */
static void check_lines(const struct buffer *text, const struct chunk_limits *limits)
{
    struct source source = {text->bytes, text->size, SIZE_MAX};
    struct chunker chunker;
    struct chunk chunk = {.file = NULL};
    chunker_init(&chunker, limits);
    chunker_open(&chunker, input_create(read_text, &source), "text");
    while (chunker_next(&chunker, &chunk) == CHUNK_READ)
        if (!chunk.start.offset || text->bytes[chunk.start.offset - 1] != '\r')
            CHECK(chunk.start.line == count_lines(text->bytes, chunk.start.offset));
    chunk_fini(&chunk);
    chunker_fini(&chunker);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const size_t chunk_size = CHUNK_SIZE_MIN + 4 * take_byte(&in);
    const unsigned repetitions = 1 + take_byte(&in) % REPETITIONS_MAX;
    const size_t block_max = 1 + take_byte(&in);
    const struct chunk_limits limits = {chunk_size, 2 * chunk_size, 4 * chunk_size};
    struct buffer text = {0};
    for (unsigned i = 0; i < repetitions; i++)
        buffer_add(&text, in.data, in.size);
    if (in.size && !is_compressed(text.bytes, text.size)) {
        struct totals whole = {0}, blocks = {0};
        struct buffer whole_lines = check_chunks(&text, &limits, SIZE_MAX, &whole);
        struct buffer block_lines = check_chunks(&text, &limits, block_max, &blocks);
        CHECK(whole.games == blocks.games && whole.errors == blocks.errors);
        CHECK(whole_lines.size == block_lines.size);
        CHECK(!whole_lines.size || !memcmp(whole_lines.bytes, block_lines.bytes, whole_lines.size));
        check_lines(&text, &limits);
        buffer_fini(&whole_lines);
        buffer_fini(&block_lines);
    }
    buffer_fini(&text);
    return 0;
}
