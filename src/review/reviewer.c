/* SPDX-License-Identifier: MIT */
#include "review/reviewer.h"

#include <stdlib.h>
#include <string.h>

#include "review/brilliant.h"
#include "review/judge.h"
#include "review/summary.h"
#include "review/time_trouble.h"
#include "rookery/outcome.h"

enum {
    SECOND_LOOK_LOSS = 800, /* a move that loses this much of the chances is searched again */
    SECOND_LOOK_FACTOR = 4, /* times the nodes or the time */
    SECOND_LOOK_DEPTH = 3   /* plies more */
};

struct reviewer {
    struct reviewer_options options;
    rk_engine *engine;
};

rk_err reviewer_create(const struct reviewer_options *options, struct reviewer **out)
{
    struct reviewer *reviewer = calloc(1, sizeof *reviewer);
    if (!reviewer)
        return RK_NO_MEMORY;
    reviewer->options = *options;
    const rk_engine_options engine = {.hash_mib = REVIEW_HASH_MIB,
                                      .threads = 1,
                                      .now = options->now,
                                      .context = options->context};
    const rk_err err = rk_engine_create(&engine, &reviewer->engine);
    if (err) {
        free(reviewer);
        return err;
    }
    *out = reviewer;
    return RK_OK;
}

void reviewer_destroy(struct reviewer *reviewer)
{
    if (!reviewer)
        return;
    rk_engine_destroy(reviewer->engine);
    free(reviewer);
}

// ---- positions ---------------------------------------------------------------------------------

static size_t count_plies(const rk_tree *tree)
{
    size_t count = 0;
    for (rk_node node = rk_tree_child(tree, RK_ROOT); node != RK_NO_NODE;
         node = rk_tree_child(tree, node))
        count++;
    return count;
}

static rk_err allocate_review(struct review *review, size_t plies)
{
    review->ply_count = plies;
    review->positions = calloc(plies + 1, sizeof *review->positions);
    review->evaluations = calloc(plies + 1, sizeof *review->evaluations);
    review->moves = calloc(plies + 1, sizeof *review->moves); // one more, so that none is no error
    return review->positions && review->evaluations && review->moves ? RK_OK : RK_NO_MEMORY;
}

static void copy_main_line(struct review *review, const rk_tree *tree)
{
    rk_node node = RK_ROOT;
    review->positions[0] = *rk_tree_position(tree, node);
    for (size_t ply = 0; ply < review->ply_count; ply++) {
        node = rk_tree_child(tree, node);
        review->positions[ply + 1] = *rk_tree_position(tree, node);
        review->moves[ply] = (struct move_review){
            .move = rk_tree_move(tree, node), .side = rk_position_turn(&review->positions[ply])};
    }
}

// ---- searching ---------------------------------------------------------------------------------

/* Keeps the principal variation that was reported last. */
static void keep_line(void *context, const rk_search_line *line)
{
    struct evaluation *evaluation = context;
    if (!line->move_count)
        return;
    evaluation->line_size =
        (unsigned char)(line->move_count < REVIEW_LINE_MAX ? line->move_count : REVIEW_LINE_MAX);
    memcpy(evaluation->line, line->moves, evaluation->line_size * sizeof *evaluation->line);
}

static rk_search_limits search_limits(const struct review_limits *limits, bool second_look)
{
    const unsigned factor = second_look ? SECOND_LOOK_FACTOR : 1;
    return (rk_search_limits){
        .nodes = limits->nodes * factor,
        .depth = limits->depth ? limits->depth + (second_look ? SECOND_LOOK_DEPTH : 0) : 0,
        .move_time = limits->move_time * factor};
}

static bool evaluate_final(const rk_position *pos, struct evaluation *out)
{
    const rk_outcome outcome = rk_position_outcome(pos);
    if (outcome.end == RK_NOT_OVER)
        return false;
    *out = (struct evaluation){.score = outcome.winner == RK_WHITE_WINS   ? RK_MATE
                                        : outcome.winner == RK_BLACK_WINS ? -RK_MATE
                                                                          : 0};
    return true;
}

/* Returns false to give up. */
static bool evaluate(struct reviewer *reviewer, struct review *review, size_t ply, bool again)
{
    struct evaluation found = {0};
    if (!evaluate_final(&review->positions[ply], &found)) {
        const rk_search_limits limits = search_limits(&reviewer->options.limits, again);
        rk_search_result result;
        // Without the game before it: a player who repeats a position has not given up the win.
        rk_engine_search(reviewer->engine, &review->positions[ply], 1, &limits, keep_line, &found,
                         &result);
        // The last report may be older than the move the search ended with.
        if (!found.line_size || found.line[0] != result.best) {
            found.line[0] = result.best;
            found.line_size = 1;
        }
        found.depth = result.depth ? result.depth : 1;
        found.score =
            rk_position_turn(&review->positions[ply]) == RK_WHITE ? result.score : -result.score;
    }
    review->evaluations[ply] = found;
    const struct reviewer_options *options = &reviewer->options;
    return !options->evaluated || options->evaluated(options->context, ply, &found);
}

static bool report_progress(const struct reviewer *reviewer, size_t done, size_t count)
{
    const struct reviewer_options *options = &reviewer->options;
    return !options->progress || options->progress(options->context, done, count);
}

/* Searches the last position first: the transposition table then knows what follows a position when
 * that is searched. */
static bool evaluate_all(struct reviewer *reviewer, struct review *review)
{
    const size_t count = review->ply_count + 1;
    for (size_t done = 0; done < count; done++) {
        if (!evaluate(reviewer, review, review->ply_count - done, false) ||
            !report_progress(reviewer, done + 1, count))
            return false;
    }
    return true;
}

/* An error is confirmed by a longer search of both positions, the later one first. */
static bool look_again(struct reviewer *reviewer, struct review *review)
{
    size_t searched = SIZE_MAX; // the position that was searched again last
    for (size_t ply = review->ply_count; ply-- > 0;) {
        if (judge_loss(review, ply) < SECOND_LOOK_LOSS)
            continue;
        if (searched != ply + 1 && !evaluate(reviewer, review, ply + 1, true))
            return false;
        if (!evaluate(reviewer, review, ply, true))
            return false;
        searched = ply;
    }
    return true;
}

/* The name of the opening; the plies up to the last named position are book moves. */
static void find_opening(struct review *review)
{
    rk_opening_line_begin(&review->opening, &review->positions[0]);
    for (size_t ply = 0; ply < review->ply_count && ply < RK_OPENING_PLIES_MAX; ply++)
        rk_opening_line_add(&review->opening, &review->positions[ply + 1]);
}

// ---- reviewing ---------------------------------------------------------------------------------

static rk_err review_tree(struct reviewer *reviewer, const rk_tree *tree, struct review *review)
{
    const rk_err err = allocate_review(review, count_plies(tree));
    if (err)
        return err;
    copy_main_line(review, tree);
    rk_engine_forget(reviewer->engine);
    if (!evaluate_all(reviewer, review) || !look_again(reviewer, review))
        return RK_NOT_NOW;
    find_opening(review);
    judge_moves(review, review->opening.ply);
    brilliant_find(review, reviewer->engine, &reviewer->options.limits);
    time_trouble_mark(review, tree);
    summarise_moves(review);
    return RK_OK;
}

rk_err reviewer_review(struct reviewer *reviewer, const rk_pgn_game *game, struct review *out)
{
    struct review review = {0};
    const rk_err err = review_tree(reviewer, rk_pgn_game_tree(game), &review);
    if (err)
        review_fini(&review);
    else
        *out = review;
    return err;
}
