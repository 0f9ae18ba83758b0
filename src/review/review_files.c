/* SPDX-License-Identifier: MIT */
#include "review/review_files.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "review/file_identity.h"
#include "review/format.h"
#include "review/partial_file.h"
#include "review/position_count.h"
#include "review/reviewer.h"

/* A chunk is a game or a few: a game takes seconds, so that threads should not get many at once. */
static const struct chunk_limits review_chunk_limits = {
    .chunk_size = 2 << 10, .tagless_size = 64 << 10, .game_max = 8 << 20};

/* A run over all files. The output is a partial file or a stream, which is in `run`. */
struct session {
    struct run run;
    const struct review_files_options *options;
    struct partial_file *partial; /* NULL: the output is a stream */
    struct partial_progress done; /* written so far */
    uint64_t resumed_chunks;
    bool failed;                    /* the output cannot be written */
    atomic_uint_fast64_t positions; /* evaluated, by all threads */
    struct progress *progress;      /* NULL: nothing is shown */
};

struct game_result {
    struct chunk_result base;
    struct session *session;
    const struct chunk *chunk;
    struct reviewer *reviewer; /* created when the first game needs it */
};

// ---- reviewing a chunk, on any thread ----------------------------------------------------------

static bool count_position(void *context, size_t done, size_t count)
{
    struct session *session = context;
    (void)done;
    (void)count;
    atomic_fetch_add(&session->positions, 1);
    return true;
}

static int64_t now_callback(void *context)
{
    const struct session *session = context;
    return session->options->now(NULL);
}

static rk_err need_reviewer(struct game_result *result)
{
    const struct reviewer_options options = {.limits = result->session->options->report.limits,
                                             .now = now_callback,
                                             .progress = count_position,
                                             .context = result->session};
    return result->reviewer ? RK_OK : reviewer_create(&options, &result->reviewer);
}

static rk_err review_game(struct game_result *result, rk_pgn_game *game)
{
    struct review review;
    rk_err err = need_reviewer(result);
    if (!err)
        err = reviewer_review(result->reviewer, game, &review);
    if (err)
        return err;
    err = format_game(&result->session->options->report, game, &review, &result->base.out);
    review_fini(&review);
    return err;
}

static rk_pgn_next take_game(void *data, rk_pgn_game *taken, const rk_pgn_error *error)
{
    struct game_result *result = data;
    result->base.games++;
    if (error) {
        rk_pgn_error placed = *error;
        placed.place.line += result->chunk->start.line;
        chunk_result_add_error(&result->base, &placed);
    } else if (review_game(result, taken)) {
        result->base.out_of_memory = true;
    }
    rk_pgn_game_destroy(taken);
    return result->base.out_of_memory ? RK_PGN_STOP : RK_PGN_CONTINUE;
}

static void review_chunk(const struct chunk *chunk, void *data, const void *job_data)
{
    struct game_result *result = data;
    const struct session *session = job_data;
    const rk_pgn_visitor counter = {.data = result, .begin_game = chunk_result_begin_game};
    chunk_result_reset(&result->base);
    result->session = (struct session *)session; // the jobs are const, the counter in it is atomic
    result->chunk = chunk;
    chunk_result_read(&result->base, chunk, &counter);
    if (chunk->number < session->resumed_chunks)
        atomic_fetch_add(&result->session->positions, position_count_chunk(chunk));
    if (chunk->number < session->resumed_chunks || chunk->has_cut_off_game)
        return;
    result->base.games = 0;
    if (rk_pgn_games_read_text(chunk->text, chunk->size, take_game, result))
        result->base.out_of_memory = true;
    result->base.out_of_memory |= result->base.out.failed || result->base.errors.failed;
}

static void free_game_result(void *data)
{
    struct game_result *result = data;
    reviewer_destroy(result->reviewer);
    chunk_result_fini(&result->base);
}

// ---- collecting, on the calling thread ---------------------------------------------------------

static const char *output_name(const struct session *session)
{
    const char *name = session->options->run.output_name;
    return name && strcmp(name, "-") != 0 ? name : "standard output";
}

static bool report_output_error(struct session *session, const char *error)
{
    if (session->progress)
        progress_clear(session->progress);
    run_report_error(&session->run, output_name(session), error);
    session->failed = true;
    return false;
}

static bool write_output(struct session *session, const struct buffer *bytes)
{
    if (!session->partial) {
        output_write(session->run.output, bytes->bytes, bytes->size);
        return !output_error(session->run.output); // reported when the stream is closed
    }
    if (partial_file_append(session->partial, bytes->bytes, bytes->size, &session->done))
        return true;
    return report_output_error(session, strerror(errno));
}

static bool collect_chunk(const struct chunk *chunk, void *data, void *job_data)
{
    struct game_result *result = data;
    struct session *session = job_data;
    const uint64_t errors_before = session->run.totals.errors;
    if (chunk->number < session->resumed_chunks) {
        buffer_rewind(&result->base.errors); // reported by the run that was interrupted
        run_collect(&session->run, chunk, &result->base);
        return true;
    }
    run_collect(&session->run, chunk, &result->base);
    if (session->run.totals.out_of_memory)
        return report_output_error(session, rk_err_text(RK_NO_MEMORY));
    session->done.chunks = chunk->number + 1;
    session->done.games += result->base.games;
    session->done.errors += session->run.totals.errors - errors_before;
    return write_output(session, &result->base.out);
}

static void show_progress(void *data)
{
    struct session *session = data;
    if (session->progress)
        progress_update(session->progress, atomic_load(&session->positions));
}

// ---- the run -----------------------------------------------------------------------------------

static bool run_over_games(struct session *session)
{
    const struct review_files_options *options = session->options;
    struct pool_options pool = {.files = options->run.files,
                                .file_count = options->run.file_count,
                                .threads = options->run.threads,
                                .limits = review_chunk_limits,
                                .reporter = options->run.reporter};
    const struct pool_job job = {.data = session,
                                 .result_size = sizeof(struct game_result),
                                 .process = review_chunk,
                                 .collect = collect_chunk,
                                 .tick = show_progress,
                                 .free_result = free_game_result};
    struct progress_options shown = {.label = "analyse", .unit = "positions"};
    pool.reporter.progress = NULL; // it would show what was read, not what was reviewed
    session->progress = options->run.reporter.progress;
    if (session->progress) {
        shown.total = position_count_files(&options->run);
        progress_start(session->progress, &shown);
    }
    const bool succeeded = pool_run(&pool, &job);
    if (session->progress)
        progress_end(session->progress);
    buffer_fini(&session->run.lines);
    return succeeded && !session->failed;
}

static enum run_status finish(struct session *session, bool succeeded)
{
    const struct run *run = &session->run;
    if (succeeded && !run->totals.games)
        return run_fail_without_games(run, "no game found");
    return !succeeded ? RUN_FAILED : session->done.errors ? RUN_GAME_ERRORS : RUN_OK;
}

static bool write_beginning(struct session *session)
{
    struct buffer out = {0};
    format_begin(&session->options->report, &out);
    const bool written = out.failed ? report_output_error(session, rk_err_text(RK_NO_MEMORY))
                         : out.size ? write_output(session, &out)
                                    : true;
    buffer_fini(&out);
    return written;
}

static enum run_status run_to_partial_file(struct session *session)
{
    const struct review_files_options *options = session->options;
    session->partial = partial_file_open(
        options->run.output_name, file_identity(&options->run, &options->report), &session->done);
    if (!session->partial) {
        report_output_error(session, strerror(errno));
        return RUN_FAILED;
    }
    session->resumed_chunks = session->done.chunks;
    const bool begun = session->resumed_chunks || write_beginning(session);
    const enum run_status status = finish(session, begun && run_over_games(session));
    if (partial_file_close(session->partial, status != RUN_FAILED))
        return status;
    report_output_error(session, strerror(errno));
    return RUN_FAILED;
}

static enum run_status run_to_stream(struct session *session)
{
    const char *name = session->options->run.output_name;
    session->run.output = output_open(name);
    if (!session->run.output) {
        report_output_error(session, rk_err_text(RK_NO_MEMORY));
        return RUN_FAILED;
    }
    output_set_progress(session->run.output, session->options->run.reporter.progress);
    const bool begun = !output_error(session->run.output) && write_beginning(session);
    const enum run_status status = finish(session, begun && run_over_games(session));
    const char *error = output_close(session->run.output, status != RUN_FAILED);
    if (error)
        report_output_error(session, error);
    return error ? RUN_FAILED : status;
}

static bool ends_with(const char *text, const char *ending)
{
    const size_t size = strlen(text), ending_size = strlen(ending);
    return size >= ending_size && !strcmp(text + size - ending_size, ending);
}

/* Whether the output can be continued later: a regular file, or one that does not exist yet, that
 * is not compressed. */
static bool can_resume(const char *name)
{
    struct stat status;
    if (!name || !strcmp(name, "-") || ends_with(name, ".gz") || ends_with(name, ".zst"))
        return false;
    return stat(name, &status) || S_ISREG(status.st_mode);
}

enum run_status review_files(const struct review_files_options *options)
{
    struct session session = {.run = {.options = &options->run}, .options = options};
    if (run_is_input(&session.run, options->run.output_name))
        return RUN_OUTPUT_IS_INPUT;
    const bool resumable = can_resume(options->run.output_name);
    return resumable ? run_to_partial_file(&session) : run_to_stream(&session);
}
