/* SPDX-License-Identifier: MIT */
#include "pgntools/position_count.h"

#include <string.h>
#include <sys/stat.h>

enum { BYTES_MAX = 256 << 20 }; /* takes about two seconds to read */

static rk_pgn_next count_start(void *data, rk_pgn_place place)
{
    (void)place;
    ++*(uint64_t *)data;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next count_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    (void)before;
    (void)move;
    (void)san;
    ++*(uint64_t *)data;
    return RK_PGN_CONTINUE;
}

static rk_pgn_next skip_variation(void *data)
{
    (void)data;
    return RK_PGN_SKIP;
}

uint64_t position_count_chunk(const struct chunk *chunk)
{
    uint64_t count = 0;
    const rk_pgn_visitor visitor = {.data = &count,
                                    .begin_game = count_start,
                                    .move = count_move,
                                    .begin_variation = skip_variation};
    rk_pgn_read_text(chunk->text, chunk->size, chunk->start, &visitor);
    return count;
}

static bool can_count(const struct run_options *run)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < run->file_count; i++) {
        struct stat status;
        if (!strcmp(run->files[i], "-") || stat(run->files[i], &status) || !S_ISREG(status.st_mode))
            return false;
        bytes += (uint64_t)status.st_size;
    }
    return run->file_count && bytes <= BYTES_MAX;
}

static void process_chunk(const struct chunk *chunk, void *result, const void *data)
{
    (void)data;
    *(uint64_t *)result = position_count_chunk(chunk);
}

static bool collect_count(const struct chunk *chunk, void *result, void *data)
{
    (void)chunk;
    *(uint64_t *)data += *(uint64_t *)result;
    return true;
}

static void ignore_file_error(void *context, const char *file, const char *error)
{
    (void)context;
    (void)file;
    (void)error;
}

uint64_t position_count_files(const struct run_options *run)
{
    uint64_t count = 0;
    const struct pool_options pool = {.files = run->files,
                                      .file_count = run->file_count,
                                      .threads = run->threads,
                                      .limits = chunk_default_limits,
                                      .reporter = {.file_error = ignore_file_error}};
    const struct pool_job job = {.data = &count,
                                 .result_size = sizeof count,
                                 .process = process_chunk,
                                 .collect = collect_count};
    return can_count(run) && pool_run(&pool, &job) == POOL_DONE ? count : 0;
}
