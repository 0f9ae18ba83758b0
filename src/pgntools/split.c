/* SPDX-License-Identifier: MIT */
#include "pgntools/split.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pgntools/game_spans.h"

enum { PART_SUFFIX_MAX = 32 };

struct split {
    struct run run;
    const struct split_limits *limits;
    unsigned part_count;
    char *part_name; /* of the open part */
    size_t name_capacity;
    struct game_writer writer;
    bool output_is_input, failed;
};

static void set_part_name(struct split *split)
{
    static const char *const endings[] = {".pgn", ".pgn.gz", ".pgn.zst"};
    const char *name = split->run.options->output_name, *ending = endings[0];
    size_t stem = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t size = strlen(endings[i]);
        if (strlen(name) > size && !strcmp(name + strlen(name) - size, endings[i])) {
            ending = endings[i];
            stem = strlen(name) - size;
        }
    }
    snprintf(split->part_name, split->name_capacity, "%.*s-%04u%s", (int)stem, name,
             split->part_count, ending);
}

static bool fail_part(struct split *split, const char *error)
{
    run_report_error(&split->run, split->part_name, error);
    split->failed = true;
    return false;
}

static bool close_part(struct split *split, bool keep)
{
    if (!split->writer.output)
        return true;
    const char *error = output_close(split->writer.output, keep);
    split->writer.output = NULL;
    return error ? fail_part(split, error) : true;
}

static bool open_part(struct split *split)
{
    split->part_count++;
    set_part_name(split);
    if (run_is_input(&split->run, split->part_name)) {
        split->output_is_input = true;
        return false;
    }
    split->writer = (struct game_writer){.output = output_open(split->part_name)};
    return split->writer.output ? true : fail_part(split, rk_err_text(RK_NO_MEMORY));
}

static bool is_full(const struct split *split, size_t more)
{
    const struct game_writer *writer = &split->writer;
    const struct split_limits *limits = split->limits;
    return (limits->games && writer->games >= limits->games) ||
           (limits->bytes && writer->games && writer->bytes + more > limits->bytes);
}

static bool write_game(struct split *split, const struct chunk *chunk, const struct game_span *span)
{
    if (split->writer.output && is_full(split, span->size) && !close_part(split, true))
        return false;
    if (!split->writer.output && !open_part(split))
        return false;
    game_writer_write(&split->writer, chunk, span);
    const char *error = output_error(split->writer.output);
    return error ? fail_part(split, error) : true;
}

static bool split_chunk(const struct chunk *chunk, void *result, void *data)
{
    const struct game_spans *spans = result;
    struct split *split = data;
    size_t count;
    const struct game_span *list = game_spans_list(spans, &count);
    run_collect(&split->run, chunk, &spans->base);
    for (size_t i = 0; i < count; i++)
        if (!write_game(split, chunk, &list[i]))
            return false;
    return !split->run.totals.out_of_memory;
}

enum run_status split_games(const struct run_options *options, const struct split_limits *limits,
                            struct split_counts *out)
{
    struct split split = {.run = {.options = options},
                          .limits = limits,
                          .name_capacity = strlen(options->output_name) + PART_SUFFIX_MAX};
    const struct pool_job job = {.data = &split,
                                 .result_size = sizeof(struct game_spans),
                                 .process = game_spans_find,
                                 .collect = split_chunk,
                                 .free_result = game_spans_fini};
    split.part_name = malloc(split.name_capacity);
    if (!split.part_name) {
        run_report_error(&split.run, options->output_name, rk_err_text(RK_NO_MEMORY));
        return RUN_FAILED;
    }
    bool succeeded = run_over_files(&split.run, &job) && !split.failed;
    succeeded = close_part(&split, succeeded && !split.output_is_input) && succeeded;
    free(split.part_name);
    *out = (struct split_counts){split.run.totals.games, split.part_count};
    return split.output_is_input ? RUN_OUTPUT_IS_INPUT : run_status_after(&split.run, succeeded);
}
