/* SPDX-License-Identifier: MIT */
/* PGN: a byte for the size of reads, then the text. Reading it from memory and from a
 * source must give the same callbacks, and written games are read without errors. */
#include "rookery/pgn.h"

#include "rookery/san.h"

#include "fuzz.h"

/* Records the callbacks: a hash of all arguments, and counts. */
struct recorder {
    struct input text; /* texts passed to callbacks must be part of it; empty: unknown */
    uint64_t hash, calls;
    unsigned begun, ended, errors, depth;
    rk_pgn_writer *writer;
};

static void record_text(struct recorder *recorder, unsigned type, rk_pgn_text text)
{
    const char *start = (const char *)recorder->text.data;
    if (recorder->text.size && text.size)
        CHECK(text.at >= start && text.size <= recorder->text.size &&
              text.at <= start + (recorder->text.size - text.size));
    recorder->calls++;
    recorder->hash = (recorder->hash + type) * UINT64_C(0x9e3779b97f4a7c15) + text.size;
    for (size_t i = 0; i < text.size; i++)
        recorder->hash = (recorder->hash ^ (unsigned char)text.at[i]) * UINT64_C(0x100000001b3);
}

static void record_number(struct recorder *recorder, unsigned type, uint64_t number)
{
    record_text(recorder, type, (rk_pgn_text){NULL, 0});
    recorder->hash ^= number * UINT64_C(0xff51afd7ed558ccd);
}

static rk_pgn_next record_begin_game(void *data, rk_pgn_place place)
{
    struct recorder *recorder = data;
    CHECK(recorder->begun == recorder->ended && !recorder->depth);
    CHECK(place.line > 0 && place.game == ++recorder->begun);
    record_number(recorder, 1, place.line * 31 + place.offset);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next record_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct recorder *recorder = data;
    CHECK(name.size > 0);
    record_text(recorder, 2, name);
    record_text(recorder, 3, value);
    char *unescaped = malloc(value.size + 1);
    const size_t size = rk_pgn_unescape(value, unescaped, value.size);
    CHECK(size <= value.size);
    if (recorder->writer)
        rk_pgn_write_tag(recorder->writer, name, (rk_pgn_text){unescaped, size});
    free(unescaped);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next record_begin_moves(void *data, const rk_position *start)
{
    check_position(start);
    record_number(data, 4, start->key);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next record_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct recorder *recorder = data;
    CHECK(before->key == rk_position_key(before));
    CHECK(move == RK_NO_MOVE || rk_moves_legal(before, move));
    rk_move same;
    CHECK(!rk_san_parse(before, san.at, san.size, RK_NOTATION_NULL_MOVES, &same, NULL) &&
          same == move);
    record_text(recorder, 5, san);
    record_number(recorder, 6, before->key ^ move);
    if (recorder->writer)
        rk_pgn_write_move(recorder->writer, before, move);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next record_comment(void *data, rk_pgn_text text)
{
    struct recorder *recorder = data;
    record_text(recorder, 7, text);
    const rk_pgn_annotations found = rk_pgn_annotations_read(text);
    record_text(recorder, found.found, found.arrows);
    record_text(recorder, 8, found.squares);
    if (recorder->writer)
        rk_pgn_write_comment(recorder->writer, text);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next record_nag(void *data, unsigned nag)
{
    struct recorder *recorder = data;
    CHECK(nag < 256);
    record_number(recorder, 9, nag);
    if (recorder->writer)
        rk_pgn_write_nag(recorder->writer, nag);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next record_begin_variation(void *data)
{
    struct recorder *recorder = data;
    CHECK(++recorder->depth <= RK_PGN_DEPTH_MAX);
    record_number(recorder, 10, recorder->depth);
    if (recorder->writer)
        rk_pgn_write_begin_variation(recorder->writer);
    return RK_PGN_CONTINUE;
}

static void record_end_variation(void *data)
{
    struct recorder *recorder = data;
    CHECK(recorder->depth-- > 0);
    record_number(recorder, 11, recorder->depth);
    if (recorder->writer)
        rk_pgn_write_end_variation(recorder->writer);
}

static rk_pgn_next record_end_game(void *data, const rk_position *last, rk_pgn_text result)
{
    struct recorder *recorder = data;
    CHECK(!recorder->depth && ++recorder->ended == recorder->begun);
    record_number(recorder, 12, last ? last->key : 0);
    if (last)
        check_position(last);
    record_number(recorder, result.size ? (unsigned)result.at[0] : 0, result.size);
    if (recorder->writer)
        rk_pgn_write_end(recorder->writer, result);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next record_stray(void *data, rk_pgn_place place, rk_pgn_text text)
{
    struct recorder *recorder = data;
    CHECK(recorder->begun == recorder->ended && place.game == recorder->begun && place.line > 0 &&
          text.size > 0);
    record_text(recorder, 14, text);
    record_number(recorder, 15, place.line * 31 + place.offset);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next record_error(void *data, const rk_pgn_error *error)
{
    struct recorder *recorder = data;
    CHECK(error->place.line > 0 && error->place.game == recorder->begun && !recorder->depth);
    check_fault(&error->fault, error->fault.err, error->token.size);
    record_number(recorder, 13, error->place.line * 31 + error->place.offset);
    recorder->errors++;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next record_warning(void *data, const rk_pgn_error *error)
{
    struct recorder *recorder = data;
    CHECK(error->place.line > 0 && error->place.game == recorder->begun);
    check_fault(&error->fault, error->fault.err, error->token.size);
    record_number(recorder, 16, error->place.line * 31 + error->place.offset);
    return RK_PGN_CONTINUE;
}

static rk_pgn_visitor make_visitor(struct recorder *recorder)
{
    return (rk_pgn_visitor){.data = recorder,
                            .begin_game = record_begin_game,
                            .tag = record_tag,
                            .begin_moves = record_begin_moves,
                            .move = record_move,
                            .comment = record_comment,
                            .nag = record_nag,
                            .begin_variation = record_begin_variation,
                            .end_variation = record_end_variation,
                            .end_game = record_end_game,
                            .error = record_error,
                            .warning = record_warning,
                            .stray = record_stray};
}

static struct recorder read_games(struct input text, rk_pgn_writer *writer)
{
    struct recorder recorder = {.text = text, .writer = writer};
    const rk_pgn_visitor visitor = make_visitor(&recorder);
    rk_pgn_read_text((const char *)text.data, text.size, (rk_pgn_place){0, 0, 0}, &visitor);
    CHECK(recorder.begun == recorder.ended && !recorder.depth);
    return recorder;
}

struct source {
    struct input text;
    size_t block_max;
};

static size_t read_block(void *data, char *buffer, size_t size)
{
    struct source *source = data;
    size = size < source->block_max ? size : source->block_max;
    size = size < source->text.size ? size : source->text.size;
    memcpy(buffer, source->text.data, size);
    source->text.data += size;
    source->text.size -= size;
    return size;
}

static void check_source(struct input text, size_t block_max, const struct recorder *whole)
{
    struct recorder recorder = {.hash = 0};
    const rk_pgn_visitor visitor = make_visitor(&recorder);
    struct source source = {text, block_max};
    CHECK(!rk_pgn_read(read_block, &source, &visitor));
    CHECK(recorder.hash == whole->hash && recorder.calls == whole->calls);
}

enum { STARTS_MAX = 1024 };

/* The offsets of the games. */
struct starts {
    uint64_t list[STARTS_MAX];
    size_t count;
};

static rk_pgn_next add_start(void *data, rk_pgn_place place)
{
    struct starts *starts = data;
    if (starts->count < STARTS_MAX)
        starts->list[starts->count++] = place.offset;
    return RK_PGN_CONTINUE;
}

static bool is_start(const struct starts *starts, size_t offset)
{
    for (size_t i = 0; i < starts->count; i++)
        if (starts->list[i] == offset)
            return true;
    return starts->count == STARTS_MAX;
}

/* Checks that rk_pgn_next_game() advances, and stops at games or at the end. Only in a comment may
 * it take a line for a tag. */
static void check_splitting(struct input text)
{
    const char *bytes = (const char *)text.data;
    struct starts starts = {.count = 0};
    const rk_pgn_visitor visitor = {.data = &starts, .begin_game = add_start};
    rk_pgn_read_text(bytes, text.size, (rk_pgn_place){0, 0, 0}, &visitor);
    const bool has_comment = text.size && memchr(bytes, '{', text.size);
    size_t at = 0;
    while (at < text.size) {
        const size_t next = rk_pgn_next_game(bytes, text.size, at);
        CHECK(next >= at && next <= text.size);
        CHECK(next == text.size || bytes[next] == '[');
        CHECK(next == text.size || has_comment || is_start(&starts, next));
        at = next + 1;
    }
}

struct output {
    uint8_t *bytes;
    size_t size, capacity;
};

static void append(void *data, const char *bytes, size_t size)
{
    struct output *output = data;
    if (output->size + size > output->capacity) {
        output->capacity = 2 * (output->size + size);
        output->bytes = realloc(output->bytes, output->capacity);
    }
    memcpy(output->bytes + output->size, bytes, size);
    output->size += size;
}

/* Checks that games that were read without error and written are again read without error,
 * and that writing them a second time gives the same bytes. */
static void check_written(struct input text)
{
    struct output output = {NULL, 0, 0}, again = {NULL, 0, 0};
    rk_pgn_writer *writer = malloc(sizeof *writer);
    rk_pgn_writer_init(writer, append, &output);
    const struct recorder first = read_games(text, writer);
    if (!first.errors && first.ended) {
        rk_pgn_writer_init(writer, append, &again);
        const struct recorder second =
            read_games((struct input){output.bytes, output.size}, writer);
        CHECK(!second.errors && second.ended == first.ended);
        CHECK(again.size == output.size && !memcmp(again.bytes, output.bytes, output.size));
    }
    free(writer);
    free(output.bytes);
    free(again.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const size_t block_max = 1 + take_byte(&in);
    const struct recorder whole = read_games(in, NULL);
    check_source(in, block_max, &whole);
    check_splitting(in);
    check_written(in);
    return 0;
}
