/* SPDX-License-Identifier: MIT */
#include "pgntools/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zlib.h>
#include <zstd.h>

#include "rookery/err.h"

enum {
    BUFFER_SIZE = 1 << 16,
    GZIP_WINDOW = 15 + 16 /* zlib: the largest window, with a gzip header */
};

enum compression { PLAIN, GZIP, ZSTD };

struct output_stream {
    int file;
    enum compression compression;
    const char *error;
    const char *name;                 /* borrowed */
    struct temporary_file *temporary; /* NULL: the file is written directly */
    struct progress *progress;        /* NULL: nothing else is on the terminal */
    z_stream gzip;
    ZSTD_CCtx *zstd;
    size_t used;
    char buffer[BUFFER_SIZE];
    unsigned char compressed[BUFFER_SIZE];
};

static enum compression compression_by_name(const char *name)
{
    const size_t size = strlen(name);
    if (size > 3 && !strcmp(name + size - 3, ".gz"))
        return GZIP;
    return size > 4 && !strcmp(name + size - 4, ".zst") ? ZSTD : PLAIN;
}

bool output_is_compressed(const char *name)
{
    return compression_by_name(name) != PLAIN;
}

static void start_compression(struct output_stream *output)
{
    output->compression = compression_by_name(output->name);
    if (output->compression == GZIP &&
        deflateInit2(&output->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        output->compression = PLAIN;
        output->error = rk_err_text(RK_NO_MEMORY);
    }
    if (output->compression == ZSTD) {
        output->zstd = ZSTD_createCCtx();
        if (!output->zstd)
            output->error = rk_err_text(RK_NO_MEMORY);
        else
            ZSTD_CCtx_setParameter(output->zstd, ZSTD_c_checksumFlag, 1);
    }
}

static void open_file(struct output_stream *output)
{
    struct stat status;
    if (!stat(output->name, &status) && !S_ISREG(status.st_mode)) {
        output->file = open(output->name, O_WRONLY | O_CLOEXEC);
    } else {
        output->temporary = temporary_file_create(output->name);
        output->file = output->temporary ? temporary_file_open(output->temporary) : -1;
    }
    if (output->file < 0)
        output->error = strerror(errno);
}

struct output_stream *output_open(const char *name)
{
    struct output_stream *output = calloc(1, sizeof *output);
    if (!output)
        return NULL;
    output->file = STDOUT_FILENO;
    if (!name || !strcmp(name, "-"))
        return output;
    output->name = name;
    open_file(output);
    if (!output->error)
        start_compression(output);
    return output;
}

struct output_stream *output_append(struct temporary_file *file)
{
    struct output_stream *output = calloc(1, sizeof *output);
    if (!output)
        return NULL;
    output->name = temporary_file_name(file);
    output->file = temporary_file_open(file);
    if (output->file < 0)
        output->error = strerror(errno);
    else
        start_compression(output);
    return output;
}

static void write_file(struct output_stream *output, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size && !output->error) {
        const ssize_t written = write(output->file, at, size);
        if (written >= 0) {
            at += written;
            size -= (size_t)written;
        } else if (errno != EINTR) {
            output->error = strerror(errno);
        }
    }
}

static void compress_gzip(struct output_stream *output, bool last)
{
    z_stream *gzip = &output->gzip;
    gzip->next_in = (Bytef *)output->buffer;
    gzip->avail_in = (uInt)output->used;
    do {
        gzip->next_out = output->compressed;
        gzip->avail_out = BUFFER_SIZE;
        deflate(gzip, last ? Z_FINISH : Z_NO_FLUSH);
        write_file(output, output->compressed, BUFFER_SIZE - gzip->avail_out);
    } while (!gzip->avail_out && !output->error);
}

static void compress_zstd(struct output_stream *output, bool last)
{
    ZSTD_inBuffer in = {output->buffer, output->used, 0};
    size_t left;
    do {
        ZSTD_outBuffer out = {output->compressed, BUFFER_SIZE, 0};
        left = ZSTD_compressStream2(output->zstd, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left))
            output->error = ZSTD_getErrorName(left);
        else
            write_file(output, output->compressed, out.pos);
    } while (!output->error && (last ? left > 0 : in.pos < in.size));
}

void output_set_progress(struct output_stream *output, struct progress *progress)
{
    output->progress = isatty(output->file) ? progress : NULL;
}

/* Keeps an incomplete line in the buffer, because the progress is drawn in the line of the
 * cursor. */
static void write_whole_lines(struct output_stream *output)
{
    size_t size = output->used;
    while (size && output->buffer[size - 1] != '\n')
        size--;
    if (!size)
        size = output->used;
    progress_clear(output->progress);
    write_file(output, output->buffer, size);
    output->used -= size;
    memmove(output->buffer, output->buffer + size, output->used);
}

static void flush_output(struct output_stream *output, bool last)
{
    if (output->error)
        return;
    if (output->progress && !last) {
        write_whole_lines(output);
        return;
    }
    if (output->compression == GZIP)
        compress_gzip(output, last);
    else if (output->compression == ZSTD)
        compress_zstd(output, last);
    else
        write_file(output, output->buffer, output->used);
    output->used = 0;
}

void output_write(struct output_stream *output, const char *bytes, size_t size)
{
    while (size && !output->error) {
        const size_t room = BUFFER_SIZE - output->used, taken = size < room ? size : room;
        memcpy(output->buffer + output->used, bytes, taken);
        output->used += taken;
        bytes += taken;
        size -= taken;
        if (output->used == BUFFER_SIZE)
            flush_output(output, false);
    }
}

void output_print(struct output_stream *output, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    output_write(output, line, size < (int)sizeof line ? (size_t)size : sizeof line - 1);
}

const char *output_error(const struct output_stream *output)
{
    return output->error;
}

static void commit_or_discard(struct output_stream *output, bool keep)
{
    if (!output->temporary)
        return;
    if (keep && !output->error) {
        if (temporary_file_commit(output->temporary))
            return;
        output->error = strerror(errno);
    }
    temporary_file_discard(output->temporary);
}

const char *output_close(struct output_stream *output, bool keep)
{
    if (keep)
        flush_output(output, true);
    if (output->file > STDERR_FILENO && close(output->file) && !output->error)
        output->error = strerror(errno);
    commit_or_discard(output, keep);
    const char *error = output->error;
    if (output->compression == GZIP)
        deflateEnd(&output->gzip);
    ZSTD_freeCCtx(output->zstd);
    free(output);
    return error;
}
