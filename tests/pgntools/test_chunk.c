/* SPDX-License-Identifier: MIT */
#include "pgntools/chunk.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"

static const struct chunk_limits small_limits = {
    .chunk_size = 2048, .tagless_size = 4096, .game_max = 16384};

static const char game[] = "[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 {good} 1-0\n\n";
static const char tagless_game[] = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n\n";

/* Text that is read in blocks of a limited size. */
struct memory_source {
    const char *at;
    size_t left, block_max;
    bool fails; /* at the end */
};

static ssize_t read_memory(void *context, void *buffer, size_t size)
{
    struct memory_source *source = context;
    if (!source->left && source->fails) {
        errno = EIO;
        return -1;
    }
    size = size < source->block_max ? size : source->block_max;
    size = size < source->left ? size : source->left;
    if (!size)
        return 0;
    memcpy(buffer, source->at, size);
    source->at += size;
    source->left -= size;
    return (ssize_t)size;
}

static void open_source(struct chunker *chunker, struct memory_source *source)
{
    struct input_stream *input = input_create(read_memory, source);
    assert_non_null(input);
    assert_null(input_error(input));
    chunker_init(chunker, &small_limits);
    chunker_open(chunker, input, "test");
}

static uint64_t count_line_ends(const char *text, size_t size)
{
    uint64_t lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n' || (text[i] == '\r' && (i + 1 == size || text[i + 1] != '\n'));
    return lines;
}

/* Reads all chunks and checks that together they are the text. Returns their number. */
static size_t expect_chunks_of(const char *text, size_t size, size_t block_max)
{
    struct memory_source source = {text, size, block_max, false};
    struct chunker chunker;
    struct chunk chunk = {0};
    size_t count = 0, offset = 0;
    open_source(&chunker, &source);
    while (chunker_next(&chunker, &chunk) == CHUNK_READ) {
        assert_string_equal(chunk.file, "test");
        assert_int_equal(chunk.is_first, count == 0);
        assert_false(chunk.has_cut_off_game);
        assert_int_equal(chunk.start.offset, offset);
        assert_int_equal(chunk.start.line, count_line_ends(text, offset));
        assert_true(chunk.size && offset + chunk.size <= size);
        assert_memory_equal(chunk.text, text + offset, chunk.size);
        offset += chunk.size;
        count++;
    }
    assert_null(input_error(chunker.input));
    assert_int_equal(offset, size);
    assert_int_equal(chunker_source_bytes(&chunker), size);
    chunk_fini(&chunk);
    chunker_fini(&chunker);
    return count;
}

static struct buffer repeat(const char *text, size_t count)
{
    struct buffer buffer = {0};
    for (size_t i = 0; i < count; i++)
        buffer_text(&buffer, text);
    return buffer;
}

static void chunks_start_with_a_game(void **state)
{
    (void)state;
    struct buffer text = repeat(game, 200);
    struct memory_source source = {text.bytes, text.size, SIZE_MAX, false};
    struct chunker chunker;
    struct chunk chunk = {0};
    open_source(&chunker, &source);
    while (chunker_next(&chunker, &chunk) == CHUNK_READ) {
        assert_true(chunk.size <= small_limits.chunk_size);
        assert_int_equal(chunk.size % strlen(game), 0);
        assert_memory_equal(chunk.text, game, strlen(game));
    }
    chunk_fini(&chunk);
    chunker_fini(&chunker);
    buffer_fini(&text);
}

/* Returns the number of games in all chunks. */
static rk_pgn_next count_game(void *data, rk_pgn_place place)
{
    (void)place;
    ++*(size_t *)data;
    return RK_PGN_CONTINUE;
}

static size_t count_games(const char *text, size_t size)
{
    struct memory_source source = {text, size, SIZE_MAX, false};
    struct chunker chunker;
    struct chunk chunk = {0};
    size_t games = 0, chunks = 0;
    const rk_pgn_visitor visitor = {.data = &games, .begin_game = count_game};
    open_source(&chunker, &source);
    while (chunker_next(&chunker, &chunk) == CHUNK_READ) {
        assert_false(chunk.has_cut_off_game);
        rk_pgn_read_text(chunk.text, chunk.size, chunk.start, &visitor);
        chunks++;
    }
    assert_true(chunks > 3);
    chunk_fini(&chunk);
    chunker_fini(&chunker);
    return games;
}

static void games_of_tags_only_are_not_joined_or_split(void **state)
{
    (void)state;
    static const char *const headers[] = {
        "[Event \"A\"]\n[White \"a\"]\n[Result \"*\"]\n\n",
        "[Event \"A\"]\n[White \"a\"]\n[Result \"*\"]\n",
        "[Event \"A\"]\r\n[White \"a\"]\r\n; comment\r\n[Black \"b\"]\r\n\r\n*\r\n\r\n",
        "[Event \"A\"]\n\n[White \"a\"]\n\n[Black \"b\"]\n\n",
        "[Black \"b\"]\n[Event \"A\"]\n[White \"a\"]\n",
        "[White \"a\"]\n{comment}\n[Black \"b\"]\n1-0\n"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        struct buffer text = repeat(headers[i], 605);
        assert_int_equal(count_games(text.bytes, text.size), 605);
        expect_chunks_of(text.bytes, text.size, 1000);
        buffer_fini(&text);
    }
}

static void chunks_together_are_the_input(void **state)
{
    (void)state;
    for (size_t count = 0; count < 100; count += 7) {
        struct buffer text = repeat(game, count);
        expect_chunks_of(text.bytes, text.size, SIZE_MAX);
        buffer_fini(&text);
    }
}

static void chunks_do_not_depend_on_the_size_of_reads(void **state)
{
    (void)state;
    struct buffer text = repeat(game, 150);
    const size_t count = expect_chunks_of(text.bytes, text.size, SIZE_MAX);
    assert_true(count > 3);
    assert_int_equal(expect_chunks_of(text.bytes, text.size, 1), count);
    assert_int_equal(expect_chunks_of(text.bytes, text.size, 1000), count);
    buffer_fini(&text);
}

static void a_comment_with_lines_like_tags_loses_nothing(void **state)
{
    (void)state;
    struct buffer text =
        repeat("[Event \"A\"]\n\n1. e4 {see\n\n[Event \"B\"]\n\n1. d4} e5 *\n\n", 200);
    assert_true(expect_chunks_of(text.bytes, text.size, SIZE_MAX) > 3);
    buffer_fini(&text);
}

static void lines_that_end_with_cr_and_lf_count_once(void **state)
{
    (void)state;
    struct buffer text = repeat("[Event \"A\"]\r\n\r\n1. e4 e5 *\r\n\r\n", 300);
    assert_true(expect_chunks_of(text.bytes, text.size, SIZE_MAX) > 3);
    buffer_fini(&text);
}

static void a_byte_order_mark_is_part_of_the_first_chunk(void **state)
{
    (void)state;
    struct buffer text = {0}, games = repeat(game, 100);
    buffer_text(&text, "\xef\xbb\xbf");
    buffer_add(&text, games.bytes, games.size);
    assert_true(expect_chunks_of(text.bytes, text.size, SIZE_MAX) > 1);
    buffer_fini(&games);
    buffer_fini(&text);
}

static void the_last_line_may_have_no_end(void **state)
{
    (void)state;
    struct buffer text = repeat(game, 100);
    for (size_t cut = 1; cut < 12; cut++)
        expect_chunks_of(text.bytes, text.size - cut, SIZE_MAX);
    buffer_fini(&text);
}

static void games_without_tags_are_cut_after_their_results(void **state)
{
    (void)state;
    struct buffer text = repeat(tagless_game, 1000);
    struct memory_source source = {text.bytes, text.size, SIZE_MAX, false};
    struct chunker chunker;
    struct chunk chunk = {0};
    size_t size = 0;
    open_source(&chunker, &source);
    while (chunker_next(&chunker, &chunk) == CHUNK_READ) {
        assert_true(chunk.size <= small_limits.tagless_size);
        assert_int_equal(chunk.size % strlen(tagless_game), 0);
        size += chunk.size;
    }
    assert_int_equal(size, text.size);
    chunk_fini(&chunk);
    chunker_fini(&chunker);
    buffer_fini(&text);
}

static void the_rest_of_an_overlong_game_is_skipped(void **state)
{
    (void)state;
    struct buffer text = {0};
    buffer_text(&text, game);
    const size_t long_start = text.size;
    buffer_text(&text, "[Event \"Long\"]\n\n1. e4 {");
    for (size_t i = 0; i < 9000; i++)
        buffer_text(&text, "word\n");
    buffer_text(&text, "} *\n\n");
    const size_t next_start = text.size;
    buffer_text(&text, game);

    struct memory_source source = {text.bytes, text.size, SIZE_MAX, false};
    struct chunker chunker;
    struct chunk chunk = {0};
    open_source(&chunker, &source);
    assert_int_equal(chunker_next(&chunker, &chunk), CHUNK_READ);
    assert_int_equal(chunk.size, long_start);
    assert_false(chunk.has_cut_off_game);
    assert_int_equal(chunker_next(&chunker, &chunk), CHUNK_READ);
    assert_int_equal(chunk.start.offset, long_start);
    assert_true(chunk.has_cut_off_game);
    assert_in_range(chunk.size, small_limits.game_max, 2 * small_limits.game_max);
    assert_int_equal(chunker_next(&chunker, &chunk), CHUNK_READ);
    assert_int_equal(chunk.start.offset, next_start);
    assert_int_equal(chunk.start.line, count_line_ends(text.bytes, next_start));
    assert_int_equal(chunk.size, strlen(game));
    assert_false(chunk.has_cut_off_game);
    assert_int_equal(chunker_next(&chunker, &chunk), CHUNK_END);
    chunk_fini(&chunk);
    chunker_fini(&chunker);
    buffer_fini(&text);
}

static void a_line_end_that_is_split_between_chunks_counts_once(void **state)
{
    (void)state;
    struct buffer text = {0};
    buffer_text(&text, "[Event \"A\"]\n\n1. e4 {");
    while (text.size < small_limits.game_max - 1)
        buffer_put(&text, 'x');
    buffer_text(&text, "\r\n1-0}\n\n"); // the chunk ends between CR and LF
    const size_t next = text.size;
    buffer_text(&text, game);
    struct memory_source source = {text.bytes, text.size, SIZE_MAX, false};
    struct chunker chunker;
    struct chunk chunk = {.file = NULL};
    open_source(&chunker, &source);
    assert_int_equal(chunker_next(&chunker, &chunk), CHUNK_READ);
    assert_int_equal(chunk.size, small_limits.game_max);
    assert_int_equal(chunker_next(&chunker, &chunk), CHUNK_READ);
    assert_int_equal(chunk.start.offset, next);
    assert_int_equal(chunk.start.line, count_line_ends(text.bytes, next));
    chunk_fini(&chunk);
    chunker_fini(&chunker);
    buffer_fini(&text);
}

static void an_empty_file_has_no_chunks(void **state)
{
    (void)state;
    assert_int_equal(expect_chunks_of("", 0, SIZE_MAX), 0);
    assert_int_equal(expect_chunks_of("\n", 1, SIZE_MAX), 1);
}

static void a_read_error_ends_the_file(void **state)
{
    (void)state;
    struct buffer text = repeat(game, 100);
    struct memory_source source = {text.bytes, text.size, SIZE_MAX, true};
    struct chunker chunker;
    struct chunk chunk = {0};
    enum chunk_status status;
    open_source(&chunker, &source);
    do
        status = chunker_next(&chunker, &chunk);
    while (status == CHUNK_READ);
    assert_int_equal(status, CHUNK_BAD_INPUT);
    assert_string_equal(input_error(chunker.input), strerror(EIO));
    chunk_fini(&chunk);
    chunker_fini(&chunker);
    buffer_fini(&text);
}

static void places_start_again_in_the_next_file(void **state)
{
    (void)state;
    struct memory_source first = {game, strlen(game), SIZE_MAX, false}, second = first;
    struct chunker chunker;
    struct chunk chunk = {0};
    open_source(&chunker, &first);
    assert_int_equal(chunker_next(&chunker, &chunk), CHUNK_READ);
    assert_int_equal(chunker_next(&chunker, &chunk), CHUNK_END);
    chunker_open(&chunker, input_create(read_memory, &second), "second");
    assert_int_equal(chunker_next(&chunker, &chunk), CHUNK_READ);
    assert_string_equal(chunk.file, "second");
    assert_true(chunk.is_first);
    assert_int_equal(chunk.start.line, 0);
    assert_int_equal(chunk.start.offset, 0);
    assert_int_equal(chunker_source_bytes(&chunker), 2 * strlen(game));
    chunk_fini(&chunk);
    chunker_fini(&chunker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_start_with_a_game),
        cmocka_unit_test(games_of_tags_only_are_not_joined_or_split),
        cmocka_unit_test(chunks_together_are_the_input),
        cmocka_unit_test(chunks_do_not_depend_on_the_size_of_reads),
        cmocka_unit_test(a_comment_with_lines_like_tags_loses_nothing),
        cmocka_unit_test(lines_that_end_with_cr_and_lf_count_once),
        cmocka_unit_test(a_byte_order_mark_is_part_of_the_first_chunk),
        cmocka_unit_test(the_last_line_may_have_no_end),
        cmocka_unit_test(games_without_tags_are_cut_after_their_results),
        cmocka_unit_test(the_rest_of_an_overlong_game_is_skipped),
        cmocka_unit_test(a_line_end_that_is_split_between_chunks_counts_once),
        cmocka_unit_test(an_empty_file_has_no_chunks),
        cmocka_unit_test(a_read_error_ends_the_file),
        cmocka_unit_test(places_start_again_in_the_next_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
