/* SPDX-License-Identifier: MIT */
/* Validates every move of a PGN file on one thread and prints the processor time it takes:
 *   pgn FILE [stream]
 * Reads the whole file into memory, or with `stream` block by block. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "rookery/pgn.h"

struct counts {
    uint64_t games, errors;
};

static rk_pgn_next count_game(void *data, const rk_position *last, rk_pgn_text result)
{
    struct counts *counts = data;
    (void)last, (void)result;
    counts->games++;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next count_error(void *data, const rk_pgn_error *error)
{
    struct counts *counts = data;
    if (!counts->errors++)
        fprintf(stderr, "line %llu: %.*s: %s\n", (unsigned long long)error->place.line,
                (int)error->token.size, error->token.at, error->fault.text);
    return RK_PGN_CONTINUE;
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    if (bytes && fread(bytes, 1, *size, file) != *size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

static size_t read_block(void *data, char *buffer, size_t size)
{
    const size_t got = fread(buffer, 1, size, data);
    return got || !ferror(data) ? got : SIZE_MAX;
}

/* Returns the size of the file; 0 if it cannot be read. */
static size_t read_stream(const char *path, const rk_pgn_visitor *visitor)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return 0;
    const bool succeeded = !rk_pgn_read(read_block, file, visitor);
    const long size = ftell(file);
    fclose(file);
    return succeeded && size > 0 ? (size_t)size : 0;
}

static size_t read_whole(const char *path, const rk_pgn_visitor *visitor)
{
    size_t size = 0;
    char *text = read_file(path, &size);
    if (!text)
        return 0;
    rk_pgn_read_text(text, size, (rk_pgn_place){0, 0, 0}, visitor);
    free(text);
    return size;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: pgn FILE [stream]\n", stderr);
        return 2;
    }
    struct counts counts = {0, 0};
    const rk_pgn_visitor visitor = {
        .data = &counts, .validate = true, .end_game = count_game, .error = count_error};
    const double start = processor_seconds();
    const size_t size = (argc > 2 ? read_stream : read_whole)(argv[1], &visitor);
    const double seconds = processor_seconds() - start;
    if (!size) {
        fprintf(stderr, "pgn: cannot read %s\n", argv[1]);
        return 1;
    }
    printf("games %llu errors %llu bytes %zu seconds %.3f\n", (unsigned long long)counts.games,
           (unsigned long long)counts.errors, size, seconds);
    return 0;
}
