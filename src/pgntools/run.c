/* SPDX-License-Identifier: MIT */
#include "pgntools/run.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_standard_stream(const char *name)
{
    return !name || !strcmp(name, "-");
}

void run_report_error(const struct run *run, const char *file, const char *error)
{
    const struct reporter *reporter = &run->options->reporter;
    reporter->file_error(reporter->context, file, error);
}

static void report_game_errors(struct run *run)
{
    const struct reporter *reporter = &run->options->reporter;
    char *line = run->lines.bytes;
    size_t left = run->lines.size;
    while (left) {
        char *end = memchr(line, '\n', left);
        *end = '\0';
        reporter->game_error(reporter->context, line);
        left -= (size_t)(end + 1 - line);
        line = end + 1;
    }
}

static void end_file(struct run *run)
{
    if (run->file && run->file_has_text && !run->totals.file_games) {
        run_report_error(run, run->file, run->file_is_utf16 ? RUN_UTF16_TEXT : RUN_NO_GAME_TEXT);
        run->files_without_game++;
    }
    run->file = NULL;
    run->file_has_text = false;
}

void run_collect(struct run *run, const struct chunk *chunk, const struct chunk_result *result)
{
    if (chunk->is_first) {
        end_file(run);
        run->file_is_utf16 = chunk_is_utf16(chunk);
    }
    run->file = chunk->file;
    run->file_has_text |= !result->games && chunk_has_text(chunk);
    buffer_rewind(&run->lines);
    totals_add(&run->totals, chunk, result, &run->lines);
    report_game_errors(run);
}

bool run_can_continue(const struct run *run)
{
    return !run->totals.out_of_memory && !output_error(run->output);
}

static bool stat_regular_file(const char *name, int standard_stream, struct stat *out)
{
    const bool found = is_standard_stream(name) ? !fstat(standard_stream, out) : !stat(name, out);
    return found && S_ISREG(out->st_mode);
}

bool run_is_same_file(const char *input, const char *output)
{
    struct stat in, out;
    return stat_regular_file(input, STDIN_FILENO, &in) &&
           stat_regular_file(output, STDOUT_FILENO, &out) && in.st_dev == out.st_dev &&
           in.st_ino == out.st_ino;
}

bool run_is_input(const struct run *run, const char *name)
{
    const struct run_options *options = run->options;
    const size_t count = options->file_count ? options->file_count : 1;
    for (size_t i = 0; i < count; i++) {
        if (!run_is_same_file(options->file_count ? options->files[i] : NULL, name))
            continue;
        run_report_error(run, is_standard_stream(name) ? "standard output" : name,
                         RUN_OUTPUT_IS_INPUT_TEXT);
        return true;
    }
    return false;
}

const char *run_no_games_error(uint64_t games, uint64_t errors)
{
    if (!games)
        return RUN_NO_GAME_TEXT;
    return games > errors ? NULL : "no game without errors found";
}

enum run_status run_fail_without_games(const struct run *run, const char *error)
{
    const struct run_options *options = run->options;
    if (!run->files_without_game || strcmp(error, RUN_NO_GAME_TEXT) != 0)
        run_report_error(run, options->file_count == 1 ? options->files[0] : NULL, error);
    return RUN_NOTHING_FOUND;
}

bool run_over_files(struct run *run, const struct pool_job *job)
{
    const struct run_options *options = run->options;
    const struct pool_options pool = {.files = options->files,
                                      .file_count = options->file_count,
                                      .threads = options->threads,
                                      .limits = chunk_default_limits,
                                      .reporter = options->reporter};
    run->end = pool_run(&pool, job);
    end_file(run);
    buffer_fini(&run->lines);
    return run->end == POOL_DONE && !run->totals.out_of_memory;
}

static bool has_failed(const struct run *run)
{
    return run->totals.out_of_memory || (run->output && output_error(run->output));
}

enum run_status run_status_after(const struct run *run, bool succeeded)
{
    if (!succeeded)
        return run->end == POOL_BAD_DATA && !has_failed(run) ? RUN_BAD_INPUT : RUN_FAILED;
    return run->totals.errors || run->files_without_game ? RUN_GAME_ERRORS : RUN_OK;
}

bool run_keeps_output(enum run_status status)
{
    return status == RUN_OK || status == RUN_GAME_ERRORS;
}

static enum run_status run_and_finish(struct run *run, const struct pool_job *job,
                                      run_finish *finish, const char *output)
{
    bool succeeded = run_over_files(run, job);
    if ((finish && !finish(job->data)) || run->totals.out_of_memory) {
        run_report_error(run, output, rk_err_text(RK_NO_MEMORY));
        succeeded = false;
    }
    if (succeeded && run->nothing_found)
        return run_fail_without_games(run, run->nothing_found);
    return run_status_after(run, succeeded);
}

enum run_status run_with_output(struct run *run, const struct pool_job *job, run_finish *finish)
{
    const char *name = run->options->output_name;
    const char *shown = name ? name : "standard output";
    if (run_is_input(run, name))
        return RUN_OUTPUT_IS_INPUT;
    run->output = output_open(name);
    if (!run->output) {
        run_report_error(run, shown, rk_err_text(RK_NO_MEMORY));
        return RUN_FAILED;
    }
    enum run_status status = RUN_FAILED;
    output_set_progress(run->output, run->options->reporter.progress);
    if (!output_error(run->output))
        status = run_and_finish(run, job, finish, shown);
    // What was written to standard output cannot be taken back; a file that is incomplete, or would
    // be empty, is removed.
    const char *error = output_close(run->output, run_keeps_output(status) || !name);
    run->output = NULL;
    if (error)
        run_report_error(run, shown, error);
    return error ? RUN_FAILED : status;
}
