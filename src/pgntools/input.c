/* SPDX-License-Identifier: MIT */
#include "pgntools/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>
#include <zstd.h>

#include "rookery/err.h"

enum {
    BUFFER_SIZE = 1 << 16,
    GZIP_WINDOW = 15 + 16 /* zlib: the largest window, with a gzip header */
};

static const char corrupt[] = "the compressed data is corrupt";
static const char truncated[] = "the compressed data is truncated";

enum compression { PLAIN, GZIP, ZSTD };

struct input_stream {
    input_source *source;
    void *context;
    int file; /* -1: the stream has another source */
    enum compression compression;
    const char *error;
    uint64_t source_bytes;
    bool at_end;   /* of the source */
    bool in_frame; /* inside a gzip member or a zstd frame */
    size_t begin, end;
    z_stream gzip;
    ZSTD_DStream *zstd;
    unsigned char buffer[BUFFER_SIZE]; /* unread from `begin` to `end` */
};

/* Reads from the source; returns -1 after an error and 0 at the end. */
static ssize_t read_source(struct input_stream *input, void *buffer, size_t size)
{
    for (;;) {
        const ssize_t got = input->source(input->context, buffer, size);
        if (got >= 0) {
            input->source_bytes += (uint64_t)got;
            return got;
        }
        if (errno != EINTR) {
            input->error = strerror(errno);
            return -1;
        }
    }
}

/* Appends to the unread bytes of the buffer; false at the end of the source. */
static bool refill_buffer(struct input_stream *input)
{
    memmove(input->buffer, input->buffer + input->begin, input->end - input->begin);
    input->end -= input->begin;
    input->begin = 0;
    if (input->at_end || input->error || input->end == BUFFER_SIZE)
        return false;
    const ssize_t got = read_source(input, input->buffer + input->end, BUFFER_SIZE - input->end);
    if (got > 0)
        input->end += (size_t)got;
    input->at_end = !got;
    return got > 0;
}

static bool has_magic(const struct input_stream *input, const char *magic, size_t size)
{
    return input->end - input->begin >= size && !memcmp(input->buffer + input->begin, magic, size);
}

static bool is_zstd(const struct input_stream *input)
{
    // Parallel compressors start with a skippable frame, which has a magic number of its own.
    return has_magic(input, "\x28\xb5\x2f\xfd", 4) ||
           (input->end >= 4 && !memcmp(input->buffer + 1, "\x2a\x4d\x18", 3) &&
            input->buffer[0] >> 4 == 5);
}

static void detect_compression(struct input_stream *input)
{
    while (input->end < 4 && refill_buffer(input))
        ;
    if (has_magic(input, "\x1f\x8b", 2)) {
        input->compression = GZIP;
        if (inflateInit2(&input->gzip, GZIP_WINDOW) != Z_OK)
            input->error = rk_err_text(RK_NO_MEMORY);
    } else if (is_zstd(input)) {
        input->compression = ZSTD;
        input->zstd = ZSTD_createDStream();
        if (!input->zstd)
            input->error = rk_err_text(RK_NO_MEMORY);
    }
}

static ssize_t read_file(void *context, void *buffer, size_t size)
{
    return read(*(const int *)context, buffer, size);
}

struct input_stream *input_create(input_source *source, void *context)
{
    struct input_stream *input = calloc(1, sizeof *input);
    if (!input)
        return NULL;
    input->source = source;
    input->context = context;
    input->file = -1;
    detect_compression(input);
    return input;
}

struct input_stream *input_open(const char *name)
{
    struct input_stream *input = calloc(1, sizeof *input);
    if (!input)
        return NULL;
    input->source = read_file;
    input->context = &input->file;
    input->file = strcmp(name, "-") ? open(name, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (input->file < 0)
        input->error = strerror(errno);
    else
        detect_compression(input);
    return input;
}

static size_t read_plain(struct input_stream *input, char *buffer, size_t size)
{
    if (input->begin < input->end) {
        const size_t ready = input->end - input->begin, taken = ready < size ? ready : size;
        memcpy(buffer, input->buffer + input->begin, taken);
        input->begin += taken;
        return taken;
    }
    const ssize_t got = read_source(input, buffer, size);
    return got > 0 ? (size_t)got : 0;
}

/* A gzip member may be followed by another one, or by zeros as padding. */
static void begin_member(struct input_stream *input)
{
    while (input->end - input->begin < 2 && refill_buffer(input))
        ;
    while (input->begin < input->end && !input->buffer[input->begin])
        input->begin++;
    if (input->begin == input->end)
        return;
    if (has_magic(input, "\x1f\x8b", 2) && inflateReset(&input->gzip) == Z_OK)
        input->in_frame = true;
    else
        input->error = corrupt;
}

static size_t read_gzip(struct input_stream *input, char *buffer, size_t size)
{
    z_stream *gzip = &input->gzip;
    gzip->next_in = input->buffer + input->begin;
    gzip->avail_in = (uInt)(input->end - input->begin);
    gzip->next_out = (Bytef *)buffer;
    gzip->avail_out = (uInt)size;
    const int code = inflate(gzip, Z_NO_FLUSH);
    input->begin = input->end - gzip->avail_in;
    if (code == Z_STREAM_END)
        input->in_frame = false;
    else if (code != Z_OK && code != Z_BUF_ERROR)
        input->error = code == Z_MEM_ERROR ? rk_err_text(RK_NO_MEMORY) : corrupt;
    return size - gzip->avail_out;
}

static size_t read_zstd(struct input_stream *input, char *buffer, size_t size)
{
    ZSTD_inBuffer in = {input->buffer, input->end, input->begin};
    ZSTD_outBuffer out = {buffer, size, 0};
    const size_t left = ZSTD_decompressStream(input->zstd, &out, &in);
    input->begin = in.pos;
    if (ZSTD_isError(left))
        input->error = corrupt;
    input->in_frame = left;
    return out.pos;
}

/* Reads some bytes; 0 at the end or after an error. */
static size_t read_compressed(struct input_stream *input, char *buffer, size_t size)
{
    while (!input->error) {
        if (input->compression == GZIP && !input->in_frame)
            begin_member(input);
        const bool empty = input->begin == input->end && !refill_buffer(input);
        if (input->error || (empty && !input->in_frame))
            return 0;
        const size_t got = input->compression == GZIP ? read_gzip(input, buffer, size)
                                                      : read_zstd(input, buffer, size);
        if (got)
            return got;
        if (empty && input->in_frame && !input->error)
            input->error = truncated;
    }
    return 0;
}

size_t input_read(struct input_stream *input, char *buffer, size_t size)
{
    size_t filled = 0;
    while (filled < size && !input->error) {
        const size_t got = input->compression == PLAIN
                               ? read_plain(input, buffer + filled, size - filled)
                               : read_compressed(input, buffer + filled, size - filled);
        if (!got)
            break;
        filled += got;
    }
    return filled;
}

uint64_t input_source_bytes(const struct input_stream *input)
{
    return input->source_bytes;
}

const char *input_error(const struct input_stream *input)
{
    return input->error;
}

bool input_is_corrupt(const struct input_stream *input)
{
    return input->error == corrupt || input->error == truncated;
}

void input_close(struct input_stream *input)
{
    if (!input)
        return;
    if (input->compression == GZIP)
        inflateEnd(&input->gzip);
    ZSTD_freeDStream(input->zstd);
    if (input->file > STDIN_FILENO)
        close(input->file);
    free(input);
}
