/* SPDX-License-Identifier: MIT */
#include "pgntools/game_run.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>

#include "pgntools/partial_file.h"
#include "pgntools/position_count.h"

/* A chunk is a game or a few: a game takes seconds, so that threads should not get many at once. */
static const struct chunk_limits small_chunks = {
    .chunk_size = 2 << 10, .tagless_size = 64 << 10, .game_max = 8 << 20};

/* The output is a partial file or a stream, which is in `base`. */
struct game_run {
    struct run base;
    const struct game_job *job;
    struct partial_file *partial; /* NULL: the output is a stream */
    struct partial_progress done; /* written so far */
    uint64_t resumed_chunks;
    bool failed;                    /* the output cannot be written */
    atomic_uint_fast64_t positions; /* searched, by all threads */
    struct progress *progress;      /* NULL: nothing is shown */
};

// ---- searching a chunk, on any thread ----------------------------------------------------------

void game_run_count_position(struct game_run *run)
{
    atomic_fetch_add(&run->positions, 1);
}

static rk_pgn_next take_game(void *data, rk_pgn_game *taken, const rk_pgn_error *error)
{
    struct game_run_result *result = data;
    const struct game_job *job = result->run->job;
    result->base.games++;
    if (error) {
        rk_pgn_error placed = *error;
        placed.place.line += result->chunk->start.line;
        chunk_result_add_error(&result->base, &placed);
    } else if (job->search(result, taken, job->options)) {
        result->base.out_of_memory = true;
    }
    rk_pgn_game_destroy(taken);
    return result->base.out_of_memory ? RK_PGN_STOP : RK_PGN_CONTINUE;
}

static void search_chunk(const struct chunk *chunk, void *data, const void *job_data)
{
    struct game_run_result *result = data;
    const struct game_run *run = job_data;
    const rk_pgn_visitor counter = {.data = result, .begin_game = chunk_result_begin_game};
    chunk_result_reset(&result->base);
    result->run = (struct game_run *)run; // the jobs are const, the counter in it is atomic
    result->chunk = chunk;
    result->found = 0;
    chunk_result_read(&result->base, chunk, &counter);
    if (chunk->number < run->resumed_chunks)
        atomic_fetch_add(&result->run->positions, position_count_chunk(chunk));
    if (chunk->number < run->resumed_chunks || chunk->has_cut_off_game)
        return;
    result->base.games = 0;
    if (rk_pgn_games_read_text(chunk->text, chunk->size, take_game, result))
        result->base.out_of_memory = true;
    result->base.out_of_memory |= result->base.out.failed || result->base.errors.failed;
}

static void free_result(void *data)
{
    struct game_run_result *result = data;
    if (result->run) // otherwise it was never used
        result->run->job->free_result(result);
    chunk_result_fini(&result->base);
}

// ---- collecting, on the calling thread ---------------------------------------------------------

static const char *output_name(const struct game_run *run)
{
    const char *name = run->base.options->output_name;
    return name && strcmp(name, "-") != 0 ? name : "standard output";
}

static bool report_output_error(struct game_run *run, const char *error)
{
    if (run->progress)
        progress_clear(run->progress);
    run_report_error(&run->base, output_name(run), error);
    run->failed = true;
    return false;
}

static bool write_output(struct game_run *run, const struct buffer *bytes)
{
    if (!run->partial) {
        output_write(run->base.output, bytes->bytes, bytes->size);
        return !output_error(run->base.output); // reported when the stream is closed
    }
    if (partial_file_append(run->partial, bytes->bytes, bytes->size, &run->done))
        return true;
    return report_output_error(run, strerror(errno));
}

static bool collect_chunk(const struct chunk *chunk, void *data, void *job_data)
{
    struct game_run_result *result = data;
    struct game_run *run = job_data;
    const uint64_t errors_before = run->base.totals.errors;
    if (chunk->number < run->resumed_chunks) {
        buffer_rewind(&result->base.errors); // reported by the run that was interrupted
        run_collect(&run->base, chunk, &result->base);
        return true;
    }
    run_collect(&run->base, chunk, &result->base);
    if (run->base.totals.out_of_memory)
        return report_output_error(run, rk_err_text(RK_NO_MEMORY));
    run->done.chunks = chunk->number + 1;
    run->done.games += result->base.games;
    run->done.found += result->found;
    run->done.errors += run->base.totals.errors - errors_before;
    return write_output(run, &result->base.out);
}

static void show_progress(void *data)
{
    struct game_run *run = data;
    if (run->progress)
        progress_update(run->progress, atomic_load(&run->positions));
}

// ---- the run -----------------------------------------------------------------------------------

static void start_progress(struct game_run *run)
{
    const struct run_options *options = run->base.options;
    const struct progress_options shown = {
        .label = run->job->label, .unit = "positions", .total = position_count_files(options)};
    run->progress = options->reporter.progress;
    progress_start(run->progress, &shown);
}

static bool run_over_games(struct game_run *run)
{
    const struct run_options *options = run->base.options;
    struct pool_options pool = {.files = options->files,
                                .file_count = options->file_count,
                                .threads = options->threads,
                                .limits = small_chunks,
                                .reporter = options->reporter};
    const struct pool_job job = {.data = run,
                                 .result_size = run->job->result_size,
                                 .process = search_chunk,
                                 .collect = collect_chunk,
                                 .tick = show_progress,
                                 .free_result = free_result};
    pool.reporter.progress = NULL; // it would show what was read, not what was searched
    if (options->reporter.progress)
        start_progress(run);
    run->base.end = pool_run(&pool, &job);
    if (run->progress)
        progress_end(run->progress);
    buffer_fini(&run->base.lines);
    return run->base.end == POOL_DONE && !run->failed;
}

static bool write_beginning(struct game_run *run)
{
    struct buffer out = {0};
    run->job->begin(run->job->options, &out);
    const bool written = out.failed ? report_output_error(run, rk_err_text(RK_NO_MEMORY))
                         : out.size ? write_output(run, &out)
                                    : true;
    buffer_fini(&out);
    return written;
}

static enum run_status finish_run(struct game_run *run, bool succeeded)
{
    if (!succeeded)
        return run->base.end == POOL_BAD_DATA && !run->failed ? RUN_BAD_INPUT : RUN_FAILED;
    const char *error = run_no_games_error(run->done.games, run->done.errors);
    if (error)
        return run_fail_without_games(&run->base, error);
    return run->done.errors || run->base.files_without_game ? RUN_GAME_ERRORS : RUN_OK;
}

static enum run_status run_to_partial_file(struct game_run *run)
{
    rk_fault fault;
    run->partial =
        partial_file_open(run->base.options->output_name, run->job->identity, &run->done, &fault);
    if (!run->partial) {
        report_output_error(run, fault.text);
        return RUN_FAILED;
    }
    run->resumed_chunks = run->done.chunks;
    const bool begun = run->resumed_chunks || write_beginning(run);
    const enum run_status status = finish_run(run, begun && run_over_games(run));
    if (status == RUN_NOTHING_FOUND) {
        partial_file_discard(run->partial);
        return status;
    }
    if (partial_file_close(run->partial, run_keeps_output(status)))
        return status;
    report_output_error(run, strerror(errno));
    return RUN_FAILED;
}

static enum run_status run_to_stream(struct game_run *run)
{
    struct run *base = &run->base;
    base->output = output_open(base->options->output_name);
    if (!base->output) {
        report_output_error(run, rk_err_text(RK_NO_MEMORY));
        return RUN_FAILED;
    }
    output_set_progress(base->output, base->options->reporter.progress);
    const bool begun = !output_error(base->output) && write_beginning(run);
    const enum run_status status = finish_run(run, begun && run_over_games(run));
    const char *error = output_close(base->output, run_keeps_output(status));
    if (error)
        report_output_error(run, error);
    return error ? RUN_FAILED : status;
}

/* Whether the output can be continued later: a regular file, or one that does not exist yet, that
 * is not compressed. */
static bool can_resume(const char *name)
{
    struct stat status;
    if (!name || !strcmp(name, "-") || output_is_compressed(name))
        return false;
    return stat(name, &status) || S_ISREG(status.st_mode);
}

enum run_status game_run_over_files(const struct run_options *options, const struct game_job *job,
                                    struct game_run_counts *out)
{
    struct game_run run = {.base = {.options = options}, .job = job};
    *out = (struct game_run_counts){0};
    if (run_is_input(&run.base, options->output_name))
        return RUN_OUTPUT_IS_INPUT;
    const bool resumable = can_resume(options->output_name);
    const enum run_status status = resumable ? run_to_partial_file(&run) : run_to_stream(&run);
    *out = (struct game_run_counts){.games = run.done.games, .found = run.done.found};
    return status;
}
