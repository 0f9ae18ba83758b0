/* SPDX-License-Identifier: MIT */
#include "cmd/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zlib.h>
#include <zstd.h>

enum {
    BUFFER_SIZE = 1 << 16,
    GZIP_WINDOW = 15 + 16, /* zlib: the largest window, with a gzip header */
    NAMES_TRIED = 100
};

static const char no_memory[] = "there is not enough memory";
static const char damaged[] = "the packed data are damaged";
static const char cut_off[] = "the packed data end too early";

enum packing { PLAIN, GZIP, ZSTD };

// ---- in --------------------------------------------------------------------------------------

struct input {
    int file;
    enum packing packing;
    const char *problem;
    bool at_end;  /* of the file */
    bool in_pack; /* inside a gzip member or a zstd frame */
    size_t at, end;
    z_stream gzip;
    ZSTD_DStream *zstd;
    unsigned char buffer[BUFFER_SIZE];
};

/* Appends what the file gives next to what is left in the buffer; false at its end. */
static bool refill(struct input *input)
{
    memmove(input->buffer, input->buffer + input->at, input->end - input->at);
    input->end -= input->at;
    input->at = 0;
    while (!input->at_end && !input->problem && input->end < BUFFER_SIZE) {
        const ssize_t got = read(input->file, input->buffer + input->end, BUFFER_SIZE - input->end);
        if (got > 0) {
            input->end += (size_t)got;
            return true;
        }
        if (!got)
            input->at_end = true;
        else if (errno != EINTR)
            input->problem = strerror(errno);
    }
    return false;
}

static bool begins_with(const struct input *input, const char *magic, size_t size)
{
    return input->end - input->at >= size && !memcmp(input->buffer + input->at, magic, size);
}

static bool is_zstd(const struct input *input)
{
    // The second is a frame to be skipped, with which parallel packers begin.
    return begins_with(input, "\x28\xb5\x2f\xfd", 4) ||
           (input->end >= 4 && !memcmp(input->buffer + 1, "\x2a\x4d\x18", 3) &&
            input->buffer[0] >> 4 == 5);
}

static void start_unpacking(struct input *input)
{
    while (input->end < 4 && refill(input))
        ;
    if (begins_with(input, "\x1f\x8b", 2)) {
        input->packing = GZIP;
        if (inflateInit2(&input->gzip, GZIP_WINDOW) != Z_OK)
            input->problem = no_memory;
    } else if (is_zstd(input)) {
        input->packing = ZSTD;
        input->zstd = ZSTD_createDStream();
        if (!input->zstd)
            input->problem = no_memory;
    }
}

struct input *input_open(const char *name)
{
    struct input *input = calloc(1, sizeof *input);
    if (!input)
        return NULL;
    input->file = strcmp(name, "-") ? open(name, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (input->file < 0)
        input->problem = strerror(errno);
    else
        start_unpacking(input);
    return input;
}

static size_t read_plain(struct input *input, char *buffer, size_t size)
{
    if (input->at < input->end) {
        const size_t ready = input->end - input->at, taken = ready < size ? ready : size;
        memcpy(buffer, input->buffer + input->at, taken);
        input->at += taken;
        return taken;
    }
    for (;;) {
        const ssize_t got = read(input->file, buffer, size);
        if (got >= 0)
            return (size_t)got;
        if (errno == EINTR)
            continue;
        input->problem = strerror(errno);
        return 0;
    }
}

/* Behind a gzip member may come another, or padding. */
static void begin_member(struct input *input)
{
    while (input->end - input->at < 2 && refill(input))
        ;
    while (input->at < input->end && !input->buffer[input->at])
        input->at++;
    if (input->at == input->end)
        return;
    if (begins_with(input, "\x1f\x8b", 2) && inflateReset(&input->gzip) == Z_OK)
        input->in_pack = true;
    else
        input->problem = damaged;
}

static size_t read_gzip(struct input *input, char *buffer, size_t size)
{
    z_stream *gzip = &input->gzip;
    gzip->next_in = input->buffer + input->at;
    gzip->avail_in = (uInt)(input->end - input->at);
    gzip->next_out = (Bytef *)buffer;
    gzip->avail_out = (uInt)size;
    const int code = inflate(gzip, Z_NO_FLUSH);
    input->at = input->end - gzip->avail_in;
    if (code == Z_STREAM_END)
        input->in_pack = false;
    else if (code != Z_OK && code != Z_BUF_ERROR)
        input->problem = code == Z_MEM_ERROR ? no_memory : damaged;
    return size - gzip->avail_out;
}

static size_t read_zstd(struct input *input, char *buffer, size_t size)
{
    ZSTD_inBuffer in = {input->buffer, input->end, input->at};
    ZSTD_outBuffer out = {buffer, size, 0};
    const size_t left = ZSTD_decompressStream(input->zstd, &out, &in);
    input->at = in.pos;
    if (ZSTD_isError(left))
        input->problem = damaged;
    input->in_pack = left;
    return out.pos;
}

/* Some bytes; 0 at the end, or if it failed. */
static size_t read_packed(struct input *input, char *buffer, size_t size)
{
    while (!input->problem) {
        if (input->packing == GZIP && !input->in_pack)
            begin_member(input);
        const bool empty = input->at == input->end && !refill(input);
        if (input->problem || (empty && !input->in_pack))
            return 0;
        const size_t got = input->packing == GZIP ? read_gzip(input, buffer, size)
                                                  : read_zstd(input, buffer, size);
        if (got)
            return got;
        if (empty && input->in_pack && !input->problem)
            input->problem = cut_off;
    }
    return 0;
}

size_t input_read(struct input *input, char *buffer, size_t size)
{
    size_t filled = 0;
    while (filled < size && !input->problem) {
        const size_t got = input->packing == PLAIN
                               ? read_plain(input, buffer + filled, size - filled)
                               : read_packed(input, buffer + filled, size - filled);
        if (!got)
            break;
        filled += got;
    }
    return filled;
}

const char *input_problem(const struct input *input)
{
    return input->problem;
}

void input_close(struct input *input)
{
    if (!input)
        return;
    if (input->packing == GZIP)
        inflateEnd(&input->gzip);
    ZSTD_freeDStream(input->zstd);
    if (input->file > STDIN_FILENO)
        close(input->file);
    free(input);
}

// ---- out -------------------------------------------------------------------------------------

struct output {
    int file;
    enum packing packing;
    const char *problem;
    char *name, *temporary; /* temporary: NULL if it is written where it is */
    z_stream gzip;
    ZSTD_CCtx *zstd;
    size_t used;
    char buffer[BUFFER_SIZE];
    unsigned char packed[BUFFER_SIZE];
};

static enum packing packing_of(const char *name)
{
    const size_t size = strlen(name);
    if (size > 3 && !strcmp(name + size - 3, ".gz"))
        return GZIP;
    return size > 4 && !strcmp(name + size - 4, ".zst") ? ZSTD : PLAIN;
}

static void start_packing(struct output *output)
{
    output->packing = packing_of(output->name);
    if (output->packing == GZIP && deflateInit2(&output->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
                                                GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        output->packing = PLAIN;
        output->problem = no_memory;
    }
    if (output->packing == ZSTD) {
        output->zstd = ZSTD_createCCtx();
        if (!output->zstd)
            output->problem = no_memory;
        else
            ZSTD_CCtx_setParameter(output->zstd, ZSTD_c_checksumFlag, 1);
    }
}

/* A new file beside the one that is to be, with the rights a new file gets. */
static void open_temporary(struct output *output)
{
    const size_t room = strlen(output->name) + 32;
    output->temporary = malloc(room);
    if (!output->temporary) {
        output->problem = no_memory;
        return;
    }
    output->file = -1;
    for (int i = 0; output->file < 0 && i < NAMES_TRIED; i++) {
        snprintf(output->temporary, room, "%s.part-%ld-%d", output->name, (long)getpid(), i);
        output->file = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (output->file < 0 && errno != EEXIST)
            break;
    }
    if (output->file >= 0)
        return;
    output->problem = strerror(errno);
    free(output->temporary);
    output->temporary = NULL;
}

static void open_file(struct output *output)
{
    struct stat status;
    if (stat(output->name, &status) || S_ISREG(status.st_mode)) {
        open_temporary(output);
        return;
    }
    output->file = open(output->name, O_WRONLY | O_CLOEXEC);
    if (output->file < 0)
        output->problem = strerror(errno);
}

struct output *output_open(const char *name)
{
    struct output *output = calloc(1, sizeof *output);
    if (!output)
        return NULL;
    output->file = STDOUT_FILENO;
    if (!name || !strcmp(name, "-"))
        return output;
    output->name = malloc(strlen(name) + 1);
    if (!output->name) {
        free(output);
        return NULL;
    }
    memcpy(output->name, name, strlen(name) + 1);
    open_file(output);
    if (!output->problem)
        start_packing(output);
    return output;
}

static void write_file(struct output *output, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size && !output->problem) {
        const ssize_t written = write(output->file, at, size);
        if (written >= 0) {
            at += written;
            size -= (size_t)written;
        } else if (errno != EINTR) {
            output->problem = strerror(errno);
        }
    }
}

static void pack_gzip(struct output *output, bool last)
{
    z_stream *gzip = &output->gzip;
    gzip->next_in = (Bytef *)output->buffer;
    gzip->avail_in = (uInt)output->used;
    do {
        gzip->next_out = output->packed;
        gzip->avail_out = BUFFER_SIZE;
        deflate(gzip, last ? Z_FINISH : Z_NO_FLUSH);
        write_file(output, output->packed, BUFFER_SIZE - gzip->avail_out);
    } while (!gzip->avail_out && !output->problem);
}

static void pack_zstd(struct output *output, bool last)
{
    ZSTD_inBuffer in = {output->buffer, output->used, 0};
    size_t left;
    do {
        ZSTD_outBuffer out = {output->packed, BUFFER_SIZE, 0};
        left = ZSTD_compressStream2(output->zstd, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left))
            output->problem = ZSTD_getErrorName(left);
        else
            write_file(output, output->packed, out.pos);
    } while (!output->problem && (last ? left > 0 : in.pos < in.size));
}

static void flush(struct output *output, bool last)
{
    if (output->problem)
        return;
    if (output->packing == GZIP)
        pack_gzip(output, last);
    else if (output->packing == ZSTD)
        pack_zstd(output, last);
    else
        write_file(output, output->buffer, output->used);
    output->used = 0;
}

void output_write(struct output *output, const char *bytes, size_t size)
{
    while (size && !output->problem) {
        const size_t room = BUFFER_SIZE - output->used, taken = size < room ? size : room;
        memcpy(output->buffer + output->used, bytes, taken);
        output->used += taken;
        bytes += taken;
        size -= taken;
        if (output->used == BUFFER_SIZE)
            flush(output, false);
    }
}

const char *output_problem(const struct output *output)
{
    return output->problem;
}

static void settle_name(struct output *output, bool keep)
{
    if (!output->temporary)
        return;
    if (keep && !output->problem && rename(output->temporary, output->name))
        output->problem = strerror(errno);
    if (!keep || output->problem)
        unlink(output->temporary);
}

bool output_close(struct output *output, bool keep, const char **why)
{
    if (!output)
        return false;
    if (keep)
        flush(output, true);
    if (output->file > STDERR_FILENO && close(output->file) && !output->problem)
        output->problem = strerror(errno);
    settle_name(output, keep);
    const bool kept = keep && !output->problem;
    if (why && output->problem)
        *why = output->problem;
    if (output->packing == GZIP)
        deflateEnd(&output->gzip);
    ZSTD_freeCCtx(output->zstd);
    free(output->temporary);
    free(output->name);
    free(output);
    return kept;
}
