/* SPDX-License-Identifier: MIT */
#include "review/reviewer.h"

#include <stdlib.h>
#include <string.h>

#include "review/brilliant.h"
#include "review/judge.h"
#include "review/summary.h"
#include "review/table_result.h"
#include "review/time_trouble.h"
#include "rookery/outcome.h"

/* Every position gets the first look. A move whose loss of the chances is in the range of the next
 * one gets that, too: a search of both positions, before and after it, for longer. The last two
 * looks are for moves that are neither clearly good nor clearly a blunder. They start with an empty
 * table: one that knows what follows the move that was played finds less for the others. */
static const struct look {
    int loss_min, loss_max;
    unsigned factor; /* times the nodes or the time */
    unsigned depth;  /* plies more */
    bool forgets;    /* what was searched before */
} looks[] = {{0, CHANCE_ONE + 1, 1, 0, false},
             {LOSS_INACCURACY, CHANCE_ONE + 1, 4, 3, false},
             {LOSS_MISTAKE, 3 * LOSS_BLUNDER, 16, 6, true},
             {LOSS_BLUNDER * 2 / 3, LOSS_BLUNDER * 3 / 2, 64, 9, true}};
enum { LOOK_COUNT = sizeof looks / sizeof *looks };

/* A search that ends while the score is about to change, by at least so much of the chances, is
 * continued, each time with twice the nodes or the time. */
enum { UNSETTLED_MIN = LOSS_INACCURACY / 2, TRIES_MAX = 4 };

struct reviewer {
    struct reviewer_options options;
    rk_engine *engine;
};

static bool is_stopped(const struct reviewer *reviewer)
{
    return reviewer->options.stop && atomic_load(reviewer->options.stop);
}

/* The engine reads the clock every few milliseconds, so a long search is stopped here. */
static int64_t read_clock(void *context)
{
    const struct reviewer *reviewer = context;
    if (is_stopped(reviewer))
        rk_engine_stop(reviewer->engine);
    return reviewer->options.now(reviewer->options.context);
}

rk_err reviewer_create(const struct reviewer_options *options, struct reviewer **out)
{
    struct reviewer *reviewer = calloc(1, sizeof *reviewer);
    if (!reviewer)
        return RK_NO_MEMORY;
    reviewer->options = *options;
    const rk_engine_options engine = {.hash_mib = REVIEW_HASH_MIB,
                                      .threads = 1,
                                      .now = read_clock,
                                      .context = reviewer,
                                      .tablebase = options->tablebase};
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
    review->moves =
        calloc(plies + 1, sizeof *review->moves); // at least one: calloc(0) may return NULL
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

/* Keeps a principal variation. The transposition table may cut one short that was longer before:
 * the longer one stays if it begins like that. */
static void keep_moves(struct evaluation *evaluation, const rk_move *moves, size_t count)
{
    const size_t size = count < REVIEW_LINE_MAX ? count : REVIEW_LINE_MAX;
    if (size <= evaluation->line_size && !memcmp(evaluation->line, moves, size * sizeof *moves))
        return;
    memcpy(evaluation->line, moves, size * sizeof *moves);
    evaluation->line_size = (unsigned char)size;
}

/* What a search has found so far. */
struct finding {
    struct evaluation *evaluation;
    int score; /* for the side to move */
    bool has_score;
    int bound; /* of the depth that is being searched; its score is not known yet */
    bool has_bound;
};

/* A bound is no score. A search often ends with one, when it runs out of nodes while it looks for
 * the score of the next depth, and it may be far off. */
static void keep_line(void *context, const rk_search_line *line)
{
    struct finding *finding = context;
    if (!line->move_count)
        return;
    finding->has_bound = line->bound != RK_EXACT;
    if (finding->has_bound) {
        finding->bound = line->score;
        return;
    }
    keep_moves(finding->evaluation, line->moves, line->move_count);
    finding->score = line->score;
    finding->has_score = true;
}

/* Whether the search has ended when it had just found that the score of the last depth is wrong. */
static bool is_unsettled(const struct finding *finding)
{
    if (!finding->has_bound || !finding->has_score)
        return finding->has_bound;
    const int change = chance_of_score(finding->bound) - chance_of_score(finding->score);
    return change >= UNSETTLED_MIN || change <= -UNSETTLED_MIN;
}

static rk_search_limits search_limits(const struct review_limits *limits, unsigned look)
{
    return (rk_search_limits){.nodes = limits->nodes * looks[look].factor,
                              .depth = limits->depth ? limits->depth + looks[look].depth : 0,
                              .move_time = limits->move_time * looks[look].factor};
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

static void search_position(struct reviewer *reviewer, const rk_position *pos, unsigned look,
                            struct evaluation *evaluation)
{
    rk_search_limits limits = search_limits(&reviewer->options.limits, look);
    struct finding finding = {.evaluation = evaluation};
    rk_search_result result;
    if (looks[look].forgets)
        rk_engine_forget(reviewer->engine);
    for (unsigned tries = 0; tries < TRIES_MAX; tries++) {
        // Without the game before it: a player who repeats a position has not given up the win.
        rk_engine_search(reviewer->engine, pos, 1, &limits, keep_line, &finding, &result);
        if (!is_unsettled(&finding))
            break;
        limits.nodes *= 2;
        limits.move_time *= 2;
    }
    // The last report may be older than the move the search ended with.
    keep_moves(evaluation, &result.best, 1);
    const int score = is_unsettled(&finding) ? finding.bound
                      : finding.has_score    ? finding.score
                                             : result.score;
    evaluation->look = (unsigned char)look;
    evaluation->depth = result.depth ? result.depth : 1;
    evaluation->score = rk_position_turn(pos) == RK_WHITE ? score : -score;
}

/* Evaluates a position with a look. Returns false if the review was stopped. */
static bool evaluate(struct reviewer *reviewer, struct review *review, size_t ply, unsigned look)
{
    const struct reviewer_options *options = &reviewer->options;
    const rk_position *pos = &review->positions[ply];
    struct evaluation *evaluation = &review->evaluations[ply];
    if (!evaluate_final(pos, evaluation)) {
        search_position(reviewer, pos, look, evaluation);
        table_result_find(options->tablebase, pos, evaluation);
    }
    if (is_stopped(reviewer))
        return false; // in the middle of the search
    if (options->evaluated)
        options->evaluated(options->context, ply, evaluation);
    return true;
}

static void report_progress(const struct reviewer *reviewer, size_t done, size_t count)
{
    const struct reviewer_options *options = &reviewer->options;
    if (options->progress)
        options->progress(options->context, done, count);
}

/* Searches the last position first: the transposition table then knows what follows a position when
 * that is searched. Returns false if the review was stopped. */
static bool evaluate_all(struct reviewer *reviewer, struct review *review)
{
    const size_t count = review->ply_count + 1;
    for (size_t done = 0; done < count; done++) {
        if (!evaluate(reviewer, review, review->ply_count - done, 0))
            return false;
        report_progress(reviewer, done + 1, count);
    }
    return true;
}

/* A longer search tells nothing new where the game is over or the tables know the result. */
static bool is_searched(const struct evaluation *evaluation, unsigned look)
{
    return evaluation->look >= look || !evaluation->depth || evaluation->in_tables;
}

static bool is_in_range(int loss, unsigned look)
{
    return look < LOOK_COUNT && loss >= looks[look].loss_min && loss < looks[look].loss_max;
}

/* The next look that a move needs. Both positions of a move with a loss need the same look: a
 * deeper search of one of them sees more, and the difference would pass for an error. */
static unsigned look_needed(const struct review *review, size_t ply)
{
    const struct evaluation *before = &review->evaluations[ply], *after = before + 1;
    const unsigned reached = before->look > after->look ? before->look : after->look;
    const int loss = judge_loss(review, ply);
    if (loss < LOSS_INACCURACY)
        return 0;
    const bool are_equal = is_searched(before, reached) && is_searched(after, reached);
    return are_equal && is_in_range(loss, reached + 1) ? reached + 1 : reached;
}

/* Searches the positions of a move, the later one first, if they need another look. Returns false
 * if the review was stopped. */
static bool search_again(struct reviewer *reviewer, struct review *review, size_t ply,
                         bool *has_searched)
{
    const unsigned needed = look_needed(review, ply);
    for (size_t position = ply + 2; position-- > ply;) {
        if (is_searched(&review->evaluations[position], needed))
            continue;
        if (!evaluate(reviewer, review, position, needed))
            return false;
        *has_searched = true;
    }
    return true;
}

/* A position belongs to two moves, so that a search may raise doubts about another move. This ends,
 * since a position gets each look once. Returns false if the review was stopped. */
static bool search_doubtful_moves(struct reviewer *reviewer, struct review *review)
{
    bool has_searched = true;
    while (has_searched) {
        has_searched = false;
        for (size_t ply = review->ply_count; ply-- > 0;)
            if (!search_again(reviewer, review, ply, &has_searched))
                return false;
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
    if (!evaluate_all(reviewer, review) || !search_doubtful_moves(reviewer, review))
        return RK_NOT_NOW;
    find_opening(review);
    judge_moves(review, review->opening.ply);
    brilliant_find(review, reviewer->engine, &reviewer->options.limits);
    if (is_stopped(reviewer))
        return RK_NOT_NOW;
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
