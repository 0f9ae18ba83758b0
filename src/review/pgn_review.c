/* SPDX-License-Identifier: MIT */
#include "review/pgn_review.h"

#include "review/report_json.h"
#include "review/reviewer.h"

static int64_t read_clock(void *context)
{
    const struct pgn_review_options *options = context;
    return options->now(options->context);
}

static void pass_evaluation(void *context, size_t ply, const struct evaluation *evaluation)
{
    const struct pgn_review_options *options = context;
    const bool is_mate = score_is_mate(evaluation->score);
    options->evaluated(options->context, ply,
                       is_mate ? score_mate(evaluation->score) : evaluation->score, is_mate);
}

static rk_err review_game(const struct reviewer_options *options, const rk_pgn_game *game,
                          struct buffer *out)
{
    struct reviewer *reviewer;
    struct review review;
    rk_err err = reviewer_create(options, &reviewer);
    if (err)
        return err;
    err = reviewer_review(reviewer, game, &review);
    reviewer_destroy(reviewer);
    if (err)
        return err;
    const struct report_options report = {.format = FORMAT_JSON, .limits = options->limits};
    report_json_object(&report, game, &review, out);
    review_fini(&review);
    return out->failed ? RK_NO_MEMORY : RK_OK;
}

rk_err pgn_review(const char *pgn, size_t size, const struct pgn_review_options *options,
                  struct buffer *out)
{
    const struct reviewer_options reviewer = {.limits = {.nodes = options->nodes},
                                              .now = read_clock,
                                              .evaluated = pass_evaluation,
                                              .context = (void *)options,
                                              .stop = options->stop};
    rk_pgn_game *game;
    rk_err err = rk_pgn_game_parse(pgn, size, &game, NULL);
    if (err)
        return err;
    err = review_game(&reviewer, game, out);
    rk_pgn_game_destroy(game);
    return err;
}
