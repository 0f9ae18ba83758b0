/* SPDX-License-Identifier: MIT */
/* PGN: a byte for the size of the pieces it is read in, then the text. Read whole,
 * in pieces and cut into games it must say the same. */
#include "rookery/pgn.h"

#include "rookery/san.h"

#include "fuzz.h"

/* What was heard, as a sum, and what must come out even. */
struct ear {
    struct input text; /* of which everything told is a part; empty: it is not known */
    uint64_t sum, events;
    unsigned begun, ended, errors, depth;
    rk_pgn_writer *writer;
};

static void hear(struct ear *ear, unsigned what, rk_pgn_text text)
{
    const char *start = (const char *)ear->text.data;
    if (ear->text.size && text.size)
        CHECK(text.at >= start && text.size <= ear->text.size &&
              text.at <= start + (ear->text.size - text.size));
    ear->events++;
    ear->sum = (ear->sum + what) * UINT64_C(0x9e3779b97f4a7c15) + text.size;
    for (size_t i = 0; i < text.size; i++)
        ear->sum = (ear->sum ^ (unsigned char)text.at[i]) * UINT64_C(0x100000001b3);
}

static void hear_number(struct ear *ear, unsigned what, uint64_t number)
{
    hear(ear, what, (rk_pgn_text){NULL, 0});
    ear->sum ^= number * UINT64_C(0xff51afd7ed558ccd);
}

static rk_pgn_next hear_begin(void *data, rk_pgn_place place)
{
    struct ear *ear = data;
    CHECK(ear->begun == ear->ended && !ear->depth);
    CHECK(place.line > 0 && place.game == ++ear->begun);
    hear_number(ear, 1, place.line * 31 + place.offset);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hear_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct ear *ear = data;
    CHECK(name.size > 0);
    hear(ear, 2, name);
    hear(ear, 3, value);
    char *meant = malloc(value.size + 1);
    const size_t size = rk_pgn_unescape(value, meant, value.size);
    CHECK(size <= value.size);
    if (ear->writer)
        rk_pgn_write_tag(ear->writer, name, (rk_pgn_text){meant, size});
    free(meant);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hear_start(void *data, const rk_position *start)
{
    check_position(start);
    hear_number(data, 4, start->key);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hear_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct ear *ear = data;
    CHECK(before->key == rk_position_key(before));
    CHECK(move == RK_NO_MOVE || rk_moves_legal(before, move));
    rk_move same;
    if (move != RK_NO_MOVE)
        CHECK(!rk_san_parse(before, san.at, san.size, &same, NULL) && same == move);
    hear(ear, 5, san);
    hear_number(ear, 6, before->key ^ move);
    if (ear->writer)
        rk_pgn_write_move(ear->writer, before, move);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hear_comment(void *data, rk_pgn_text text)
{
    struct ear *ear = data;
    hear(ear, 7, text);
    const rk_pgn_annotations found = rk_pgn_annotations_read(text);
    hear(ear, found.found, found.arrows);
    hear(ear, 8, found.squares);
    if (ear->writer)
        rk_pgn_write_comment(ear->writer, text);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hear_nag(void *data, unsigned nag)
{
    struct ear *ear = data;
    CHECK(nag < 256);
    hear_number(ear, 9, nag);
    if (ear->writer)
        rk_pgn_write_nag(ear->writer, nag);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hear_open(void *data)
{
    struct ear *ear = data;
    CHECK(++ear->depth <= RK_PGN_DEPTH_MAX);
    hear_number(ear, 10, ear->depth);
    if (ear->writer)
        rk_pgn_write_begin_variation(ear->writer);
    return RK_PGN_CONTINUE;
}

static void hear_close(void *data)
{
    struct ear *ear = data;
    CHECK(ear->depth-- > 0);
    hear_number(ear, 11, ear->depth);
    if (ear->writer)
        rk_pgn_write_end_variation(ear->writer);
}

static rk_pgn_next hear_end(void *data, const rk_position *last, rk_pgn_text result)
{
    struct ear *ear = data;
    CHECK(!ear->depth && ++ear->ended == ear->begun);
    hear_number(ear, 12, last ? last->key : 0);
    if (last)
        check_position(last);
    hear_number(ear, result.size ? (unsigned)result.at[0] : 0, result.size);
    if (ear->writer)
        rk_pgn_write_end(ear->writer, result);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hear_stray(void *data, rk_pgn_place place, rk_pgn_text text)
{
    struct ear *ear = data;
    CHECK(ear->begun == ear->ended && place.game == ear->begun && place.line > 0 && text.size > 0);
    hear(ear, 14, text);
    hear_number(ear, 15, place.line * 31 + place.offset);
    return RK_PGN_CONTINUE;
}

static rk_pgn_next hear_error(void *data, const rk_pgn_error *error)
{
    struct ear *ear = data;
    CHECK(error->place.line > 0 && error->place.game == ear->begun && !ear->depth);
    check_fault(&error->fault, error->fault.err, error->token.size);
    hear_number(ear, 13, error->place.line * 31 + error->place.offset);
    ear->errors++;
    return RK_PGN_CONTINUE;
}

static rk_pgn_visitor listener(struct ear *ear)
{
    return (rk_pgn_visitor){.data = ear,
                            .begin_game = hear_begin,
                            .tag = hear_tag,
                            .begin_moves = hear_start,
                            .move = hear_move,
                            .comment = hear_comment,
                            .nag = hear_nag,
                            .begin_variation = hear_open,
                            .end_variation = hear_close,
                            .end_game = hear_end,
                            .error = hear_error,
                            .stray = hear_stray};
}

static struct ear listen(struct input text, rk_pgn_writer *writer)
{
    struct ear ear = {.text = text, .writer = writer};
    const rk_pgn_visitor visitor = listener(&ear);
    rk_pgn_read_text((const char *)text.data, text.size, (rk_pgn_place){0, 0, 0}, &visitor);
    CHECK(ear.begun == ear.ended && !ear.depth);
    return ear;
}

struct pieces {
    struct input text;
    size_t most;
};

static size_t give(void *data, char *buffer, size_t size)
{
    struct pieces *pieces = data;
    size_t given = pieces->most < size ? pieces->most : size;
    given = given < pieces->text.size ? given : pieces->text.size;
    memcpy(buffer, pieces->text.data, given);
    pieces->text.data += given;
    pieces->text.size -= given;
    return given;
}

static void check_pieces(struct input text, size_t most, const struct ear *whole)
{
    struct ear ear = {.sum = 0};
    const rk_pgn_visitor visitor = listener(&ear);
    struct pieces pieces = {text, most};
    CHECK(!rk_pgn_read(give, &pieces, &visitor));
    CHECK(ear.sum == whole->sum && ear.events == whole->events);
}

/* Cutting goes on, and ends. */
static void check_cuts(struct input text)
{
    const char *bytes = (const char *)text.data;
    size_t at = 0;
    while (at < text.size) {
        const size_t next = rk_pgn_next_game(bytes, text.size, at);
        CHECK(next >= at && next <= text.size);
        CHECK(next == text.size || bytes[next] == '[');
        at = next + 1;
    }
}

struct page {
    uint8_t *bytes;
    size_t size, room;
};

static void put(void *data, const char *bytes, size_t size)
{
    struct page *page = data;
    if (page->size + size > page->room) {
        page->room = 2 * (page->size + size);
        page->bytes = realloc(page->bytes, page->room);
    }
    memcpy(page->bytes + page->size, bytes, size);
    page->size += size;
}

/* What was read without error, and written, is read without error. Written
 * again it is the same. */
static void check_written(struct input text)
{
    struct page page = {NULL, 0, 0}, again = {NULL, 0, 0};
    rk_pgn_writer *writer = malloc(sizeof *writer);
    rk_pgn_writer_init(writer, put, &page);
    const struct ear first = listen(text, writer);
    if (!first.errors && first.ended) {
        rk_pgn_writer_init(writer, put, &again);
        const struct ear second = listen((struct input){page.bytes, page.size}, writer);
        CHECK(!second.errors && second.ended == first.ended);
        CHECK(again.size == page.size && !memcmp(again.bytes, page.bytes, page.size));
    }
    free(writer);
    free(page.bytes);
    free(again.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const unsigned most = take(&in);
    const struct ear whole = listen(in, NULL);
    check_pieces(in, most + 1, &whole);
    check_cuts(in);
    check_written(in);
    return 0;
}
