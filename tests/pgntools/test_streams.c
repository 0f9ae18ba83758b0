/* SPDX-License-Identifier: MIT */
/* Input and output streams, plain and compressed. */
#include "pgntools/input.h"
#include "pgntools/output.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "base/prng.h"
#include "support/folder.h"

enum { TEXT_SIZE = 300000, PATH_SIZE = FOLDER_PATH_SIZE + 32 };

static const char *const endings[] = {"", ".gz", ".zst"};

struct streams {
    struct folder folder;
    char path[PATH_SIZE];
    char text[TEXT_SIZE];   /* half compressible, half random */
    struct buffer contents; /* of the last file read */
};

static int set_up(void **state)
{
    static struct streams streams;
    struct prng prng = {.state = 1};
    streams = (struct streams){.folder = folder_make()};
    for (size_t i = 0; i < TEXT_SIZE; i++)
        streams.text[i] = i < TEXT_SIZE / 2 ? "e4 e5 Nf3 "[i % 10] : (char)prng_next(&prng);
    *state = &streams;
    return 0;
}

static int tear_down(void **state)
{
    struct streams *streams = *state;
    folder_remove(&streams->folder);
    buffer_fini(&streams->contents);
    return 0;
}

static const char *path_of(struct streams *streams, const char *name)
{
    snprintf(streams->path, PATH_SIZE, "%s/%s", streams->folder.path, name);
    return streams->path;
}

static void write_stream(const char *path, const char *bytes, size_t size)
{
    struct output_stream *output = output_open(path);
    assert_null(output_error(output));
    output_write(output, bytes, size);
    assert_null(output_close(output, true));
}

/* The bytes of a file as they are on disk. */
static struct buffer read_raw(const char *path)
{
    struct buffer bytes = {0};
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (int c; (c = fgetc(file)) != EOF;)
        buffer_put(&bytes, (char)c);
    fclose(file);
    return bytes;
}

static struct buffer compress(struct streams *streams, const char *ending, size_t size)
{
    char name[16];
    snprintf(name, sizeof name, "x%s", ending);
    write_stream(path_of(streams, name), streams->text, size);
    return read_raw(streams->path);
}

/* Bytes in memory that are read in blocks of a limited size. */
struct memory_source {
    const char *at;
    size_t left, block_max;
    unsigned interrupts; /* reads that fail with EINTR first */
};

static ssize_t read_memory(void *context, void *buffer, size_t size)
{
    struct memory_source *source = context;
    if (source->interrupts) {
        source->interrupts--;
        errno = EINTR;
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

/* Reads everything; returns the error. */
static const char *read_all(struct streams *streams, struct memory_source source, size_t block)
{
    static char buffer[1 << 16];
    struct input_stream *input = input_create(read_memory, &source);
    buffer_clear(&streams->contents);
    for (size_t got; (got = input_read(input, buffer, block)) > 0;) {
        buffer_add(&streams->contents, buffer, got);
        if (got < block)
            break;
    }
    const char *error = input_error(input);
    input_close(input);
    return error;
}

static void expect_text(const struct streams *streams, size_t size)
{
    assert_int_equal(streams->contents.size, size);
    if (size)
        assert_memory_equal(streams->contents.bytes, streams->text, size);
}

static void written_streams_are_read_back(void **state)
{
    struct streams *streams = *state;
    for (size_t i = 0; i < 3; i++)
        for (size_t size = 0; size <= TEXT_SIZE; size = size ? size * 7 : 1) {
            struct buffer bytes = compress(streams, endings[i], size);
            assert_null(read_all(streams, (struct memory_source){bytes.bytes, bytes.size, 4096, 0},
                                 1 << 16));
            expect_text(streams, size);
            buffer_fini(&bytes);
        }
}

static void decompression_does_not_depend_on_the_name(void **state)
{
    struct streams *streams = *state;
    char renamed[PATH_SIZE];
    snprintf(renamed, sizeof renamed, "%s/plain.pgn", streams->folder.path);
    for (size_t i = 1; i < 3; i++) {
        struct buffer bytes = compress(streams, endings[i], 1000);
        assert_true(bytes.size < 500);
        assert_false(rename(streams->path, renamed));
        struct input_stream *input = input_open(renamed);
        char text[2000];
        assert_int_equal(input_read(input, text, sizeof text), 1000);
        assert_memory_equal(text, streams->text, 1000);
        assert_null(input_error(input));
        input_close(input);
        buffer_fini(&bytes);
    }
}

static void reads_of_one_byte_give_the_same(void **state)
{
    struct streams *streams = *state;
    for (size_t i = 0; i < 3; i++) {
        struct buffer bytes = compress(streams, endings[i], 20000);
        assert_null(read_all(streams, (struct memory_source){bytes.bytes, bytes.size, 1, 5}, 1));
        expect_text(streams, 20000);
        buffer_fini(&bytes);
    }
}

static void concatenated_streams_are_one_text(void **state)
{
    struct streams *streams = *state;
    for (size_t i = 1; i < 3; i++) {
        struct buffer bytes = compress(streams, endings[i], 5000), twice = {0};
        buffer_add(&twice, bytes.bytes, bytes.size);
        buffer_add(&twice, bytes.bytes, bytes.size);
        assert_null(
            read_all(streams, (struct memory_source){twice.bytes, twice.size, 100, 0}, 1 << 16));
        assert_int_equal(streams->contents.size, 10000);
        assert_memory_equal(streams->contents.bytes, streams->text, 5000);
        assert_memory_equal(streams->contents.bytes + 5000, streams->text, 5000);
        buffer_fini(&twice);
        buffer_fini(&bytes);
    }
}

static void zeros_after_a_gzip_member_are_padding(void **state)
{
    struct streams *streams = *state;
    struct buffer bytes = compress(streams, ".gz", 5000);
    for (int i = 0; i < 100000; i++)
        buffer_put(&bytes, '\0');
    assert_null(
        read_all(streams, (struct memory_source){bytes.bytes, bytes.size, 4096, 0}, 1 << 16));
    expect_text(streams, 5000);
    buffer_fini(&bytes);
}

static void a_skippable_frame_may_come_first(void **state)
{
    struct streams *streams = *state;
    struct buffer frame = compress(streams, ".zst", 5000), bytes = {0};
    buffer_add(&bytes, "\x50\x2a\x4d\x18\x04\0\0\0abcd", 12);
    buffer_add(&bytes, frame.bytes, frame.size);
    assert_null(read_all(streams, (struct memory_source){bytes.bytes, bytes.size, 7, 0}, 1 << 16));
    expect_text(streams, 5000);
    buffer_fini(&frame);
    buffer_fini(&bytes);
}

static void truncated_data_is_an_error_wherever_it_ends(void **state)
{
    struct streams *streams = *state;
    for (size_t i = 1; i < 3; i++) {
        struct buffer bytes = compress(streams, endings[i], TEXT_SIZE);
        for (size_t size = 20; size < bytes.size; size += bytes.size / 50) {
            const char *error =
                read_all(streams, (struct memory_source){bytes.bytes, size, SIZE_MAX, 0}, 1 << 16);
            assert_string_equal(error, "the compressed data is truncated");
        }
        buffer_fini(&bytes);
    }
}

static void corrupt_data_is_an_error(void **state)
{
    struct streams *streams = *state;
    for (size_t i = 1; i < 3; i++) {
        struct buffer bytes = compress(streams, endings[i], TEXT_SIZE);
        memset(bytes.bytes + bytes.size / 2, 0, 64);
        assert_string_equal(read_all(streams,
                                     (struct memory_source){bytes.bytes, bytes.size, SIZE_MAX, 0},
                                     1 << 16),
                            "the compressed data is corrupt");
        buffer_fini(&bytes);
    }
    struct buffer bytes = compress(streams, ".gz", 1000);
    buffer_text(&bytes, "garbage");
    assert_string_equal(
        read_all(streams, (struct memory_source){bytes.bytes, bytes.size, SIZE_MAX, 0}, 1 << 16),
        "the compressed data is corrupt");
    buffer_fini(&bytes);
}

static void a_missing_file_is_an_error(void **state)
{
    struct streams *streams = *state;
    struct input_stream *input = input_open(path_of(streams, "missing"));
    assert_string_equal(input_error(input), strerror(ENOENT));
    input_close(input);
    input = input_open(streams->folder.path);
    assert_string_equal(input_error(input), strerror(EISDIR));
    input_close(input);
}

static void a_file_gets_its_name_when_it_is_complete(void **state)
{
    struct streams *streams = *state;
    const char *path = path_of(streams, "new.pgn");
    struct output_stream *output = output_open(path);
    output_write(output, streams->text, TEXT_SIZE);
    assert_true(access(path, F_OK));
    assert_null(output_close(output, true));
    assert_false(access(path, F_OK));
}

static void a_file_that_is_not_kept_replaces_nothing(void **state)
{
    struct streams *streams = *state;
    const char *path = path_of(streams, "old.pgn");
    write_stream(path, "old", 3);
    struct output_stream *output = output_open(path);
    output_write(output, streams->text, TEXT_SIZE);
    assert_null(output_close(output, false));
    struct buffer bytes = read_raw(path);
    assert_string_equal(buffer_cstr(&bytes), "old");
    buffer_fini(&bytes);
}

static void progress_counts_bytes_before_decompression(void **state)
{
    struct streams *streams = *state;
    static char buffer[TEXT_SIZE];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct buffer bytes = compress(streams, endings[i], TEXT_SIZE);
        struct input_stream *input = input_open(streams->path);
        assert_true(input_source_bytes(input) < bytes.size);
        assert_int_equal(input_read(input, buffer, TEXT_SIZE), TEXT_SIZE);
        assert_int_equal(input_source_bytes(input), bytes.size);
        input_close(input);
        buffer_fini(&bytes);
    }
}

static void a_full_disk_is_an_error(void **state)
{
    struct streams *streams = *state;
    struct output_stream *output = output_open("/dev/full");
    output_write(output, streams->text, 10);
    assert_null(output_error(output));
    assert_string_equal(output_close(output, true), strerror(ENOSPC));
    output = output_open(path_of(streams, "nowhere/x.pgn"));
    assert_string_equal(output_error(output), strerror(ENOENT));
    assert_string_equal(output_close(output, false), strerror(ENOENT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_streams_are_read_back),
        cmocka_unit_test(decompression_does_not_depend_on_the_name),
        cmocka_unit_test(reads_of_one_byte_give_the_same),
        cmocka_unit_test(concatenated_streams_are_one_text),
        cmocka_unit_test(zeros_after_a_gzip_member_are_padding),
        cmocka_unit_test(a_skippable_frame_may_come_first),
        cmocka_unit_test(truncated_data_is_an_error_wherever_it_ends),
        cmocka_unit_test(corrupt_data_is_an_error),
        cmocka_unit_test(a_missing_file_is_an_error),
        cmocka_unit_test(a_file_gets_its_name_when_it_is_complete),
        cmocka_unit_test(a_file_that_is_not_kept_replaces_nothing),
        cmocka_unit_test(progress_counts_bytes_before_decompression),
        cmocka_unit_test(a_full_disk_is_an_error),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
