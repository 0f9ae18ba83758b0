/* SPDX-License-Identifier: MIT */
#include "review/review_files.h"

#include "pgntools/game_run.h"
#include "pgntools/run_identity.h"
#include "review/format.h"
#include "review/reviewer.h"
#include "rookery/tablebase.h"

struct review_result {
    struct game_run_result base;
    struct reviewer *reviewer; /* created when the first game needs it */
    int64_t (*now)(void *context);
};

static void count_position(void *context, size_t done, size_t count)
{
    struct review_result *result = context;
    (void)done;
    (void)count;
    game_run_count_position(result->base.run);
}

static int64_t read_clock(void *context)
{
    const struct review_result *result = context;
    return result->now(NULL);
}

static rk_err need_reviewer(struct review_result *result, const struct review_files_options *files)
{
    const struct reviewer_options options = {.limits = files->report.limits,
                                             .tablebase = files->tablebase,
                                             .now = read_clock,
                                             .progress = count_position,
                                             .context = result};
    result->now = files->now;
    return result->reviewer ? RK_OK : reviewer_create(&options, &result->reviewer);
}

static rk_err review_game(struct game_run_result *base, rk_pgn_game *game, const void *options)
{
    struct review_result *result = (struct review_result *)base;
    const struct review_files_options *files = options;
    struct review review;
    rk_err err = need_reviewer(result, files);
    if (!err)
        err = reviewer_review(result->reviewer, game, &review);
    if (err)
        return err;
    err = report_format_game(&files->report, game, &review, &base->base.out);
    review_fini(&review);
    return err;
}

static void free_result(struct game_run_result *base)
{
    reviewer_destroy(((struct review_result *)base)->reviewer);
}

static void begin_report(const void *options, struct buffer *out)
{
    const struct review_files_options *files = options;
    report_format_begin(&files->report, out);
}

uint64_t review_files_identity(const struct review_files_options *options)
{
    const struct report_options *report = &options->report;
    const uint64_t parts[] = {
        report->format,       report->limits.nodes,
        report->limits.depth, (uint64_t)report->limits.move_time,
        report->columns,      report->utf8,
        report->colour,       options->tablebase ? rk_tablebase_count(options->tablebase) : 0};
    uint64_t identity = run_identity(&options->run, "analyse");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        run_identity_add(&identity, parts[i]);
    return identity;
}

enum run_status review_files(const struct review_files_options *options)
{
    const struct game_job job = {.label = "analyse",
                                 .identity = review_files_identity(options),
                                 .result_size = sizeof(struct review_result),
                                 .options = options,
                                 .begin = begin_report,
                                 .search = review_game,
                                 .free_result = free_result};
    struct game_run_counts counts;
    return game_run_over_files(&options->run, &job, &counts);
}
