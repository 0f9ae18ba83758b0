/* SPDX-License-Identifier: MIT */
#include "puzzles/finder.h"

#include <stdlib.h>

#include "puzzles/difficulty.h"
#include "puzzles/themes.h"
#include "review/chances.h"
#include "rookery/engine.h"
#include "rookery/moves.h"
#include "rookery/outcome.h"

enum {
    ERROR_LOSS = 1500,          /* the chances that the opponent's move loses at least */
    WON = 7500,                 /* the chances of the solver after the error at least */
    ONLY_MOVE_MARGIN = 2000,    /* what every other move loses at least */
    MATE_MARGIN = LOSS_MISTAKE, /* what a move without mate loses, where the best one mates */
    VERIFY_FACTOR = 4,          /* times the nodes: for the moves of a solution */
    LINES = 2                   /* the best move and the second-best */
};

struct finder {
    struct finder_options options;
    rk_engine *engine;
};

/* The main line of a game. */
struct main_line {
    rk_position *positions; /* the start first */
    rk_move *moves;
    int *scores; /* of each position, for the side to move */
    size_t plies;
};

rk_err finder_create(const struct finder_options *options, struct finder **out)
{
    struct finder *finder = calloc(1, sizeof *finder);
    if (!finder)
        return RK_NO_MEMORY;
    finder->options = *options;
    const rk_engine_options engine = {.hash_mib = PUZZLE_HASH_MIB,
                                      .threads = 1,
                                      .now = options->now,
                                      .context = options->context};
    const rk_err err = rk_engine_create(&engine, &finder->engine);
    if (err) {
        free(finder);
        return err;
    }
    *out = finder;
    return RK_OK;
}

void finder_destroy(struct finder *finder)
{
    if (!finder)
        return;
    rk_engine_destroy(finder->engine);
    free(finder);
}

static bool is_stopped(const struct finder *finder)
{
    return finder->options.stop && atomic_load(finder->options.stop);
}

// ---- searches --------------------------------------------------------------------------------

/* The two best moves of a position. */
struct best_moves {
    rk_move best;
    int score, second; /* `second` is -RK_MATE if there is no other move */
    rk_move line_best[LINES];
    int line_score[LINES];
    unsigned found_depth; /* from which on `best` is the engine's move */
    rk_move last_best;
};

static void keep_lines(void *context, const rk_search_line *line)
{
    struct best_moves *moves = context;
    if (!line->move_count || line->bound != RK_EXACT || line->number > LINES)
        return;
    moves->line_best[line->number - 1] = line->moves[0];
    moves->line_score[line->number - 1] = line->score;
    if (line->number == 1 && line->moves[0] != moves->last_best) {
        moves->last_best = line->moves[0];
        moves->found_depth = line->depth;
    }
}

/* Searches the last of `count` positions with a clear memory, so that the depth tells how hard the
 * move is to find. */
static struct best_moves find_best_moves(struct finder *finder, const rk_position *positions,
                                         size_t count)
{
    struct best_moves moves = {.line_score = {0, -RK_MATE}};
    const rk_search_limits limits = {.nodes = finder->options.nodes * VERIFY_FACTOR,
                                     .lines = LINES};
    rk_search_result result;
    rk_engine_forget(finder->engine);
    rk_engine_search(finder->engine, positions, count, &limits, keep_lines, &moves, &result);
    moves.best = result.best;
    moves.score = result.score;
    // The search may have ended with the former second move as the best.
    moves.second = moves.line_best[1] == result.best ? moves.line_score[0] : moves.line_score[1];
    return moves;
}

static int search_score(struct finder *finder, const rk_position *positions, size_t count)
{
    const rk_outcome outcome = rk_position_outcome(&positions[count - 1]);
    const rk_search_limits limits = {.nodes = finder->options.nodes};
    rk_search_result result;
    if (outcome.end != RK_NOT_OVER)
        return outcome.winner == RK_NOBODY_WINS ? 0 : -RK_MATE;
    rk_engine_search(finder->engine, positions, count, &limits, NULL, NULL, &result);
    return result.score;
}

// ---- the main line ---------------------------------------------------------------------------

static void main_line_fini(struct main_line *line)
{
    free(line->positions);
    free(line->moves);
    free(line->scores);
}

static rk_err read_main_line(const rk_tree *tree, struct main_line *out)
{
    size_t plies = 0;
    for (rk_node node = RK_ROOT; (node = rk_tree_child(tree, node)) != RK_NO_NODE;)
        plies++;
    *out = (struct main_line){.positions = calloc(plies + 1, sizeof *out->positions),
                              .moves = calloc(plies + 1, sizeof *out->moves),
                              .scores = calloc(plies + 1, sizeof *out->scores),
                              .plies = plies};
    if (!out->positions || !out->moves || !out->scores) {
        main_line_fini(out);
        return RK_NO_MEMORY;
    }
    rk_node node = RK_ROOT;
    out->positions[0] = *rk_tree_position(tree, node);
    for (size_t i = 0; i < plies; i++) {
        node = rk_tree_child(tree, node);
        out->moves[i] = rk_tree_move(tree, node);
        out->positions[i + 1] = *rk_tree_position(tree, node);
    }
    return RK_OK;
}

static void evaluate_all(struct finder *finder, struct main_line *line)
{
    const struct finder_options *options = &finder->options;
    for (size_t i = 0; i <= line->plies && !is_stopped(finder); i++) {
        line->scores[i] = search_score(finder, line->positions, i + 1);
        if (options->evaluated)
            options->evaluated(options->context);
    }
}

// ---- candidates ------------------------------------------------------------------------------

/* Whether the move at this ply is an error that wins the game for the opponent. */
static bool is_error(const struct main_line *line, size_t ply)
{
    const int before = CHANCE_ONE - chance_of_score(line->scores[ply]);
    const int after = chance_of_score(line->scores[ply + 1]);
    return line->moves[ply] != RK_NO_MOVE && after >= WON && after - before >= ERROR_LOSS;
}

/* Every other move loses much, and does not win any more. */
static bool is_only_move(const struct best_moves *moves)
{
    const int best = chance_of_score(moves->score), second = chance_of_score(moves->second);
    if (moves->best == RK_NO_MOVE || best < WON)
        return false;
    if (moves->score >= RK_MATE_IN_MAX)
        return best - second >= MATE_MARGIN;
    return best - second >= ONLY_MOVE_MARGIN && second < CHANCE_WINNING;
}

/* Any mate will do as the last move of a solution. */
static bool is_mate_in_one(const struct best_moves *moves)
{
    return moves->score == RK_MATE - 1;
}

// ---- solutions -------------------------------------------------------------------------------

static void add_move(struct puzzle *puzzle, rk_move move)
{
    rk_undo undo;
    const size_t i = puzzle->move_count++;
    puzzle->moves[i] = move;
    puzzle->positions[i + 1] = puzzle->positions[i];
    rk_position_apply(&puzzle->positions[i + 1], move, &undo);
}

/* Continues after the solver's move while the solver has only one that wins. */
static void continue_solution(struct finder *finder, struct puzzle *puzzle)
{
    while (puzzle->move_count + 2 <= PUZZLE_PLIES_MAX && !is_stopped(finder)) {
        const rk_position *last = &puzzle->positions[puzzle->move_count];
        if (rk_position_outcome(last).end != RK_NOT_OVER)
            return;
        const struct best_moves reply =
            find_best_moves(finder, puzzle->positions, puzzle->move_count + 1);
        if (reply.best == RK_NO_MOVE)
            return;
        const size_t kept = puzzle->move_count;
        add_move(puzzle, reply.best);
        const struct best_moves answer =
            find_best_moves(finder, puzzle->positions, puzzle->move_count + 1);
        const bool is_over = rk_position_outcome(&puzzle->positions[kept + 1]).end != RK_NOT_OVER;
        if (is_over || (!is_only_move(&answer) && !is_mate_in_one(&answer))) {
            puzzle->move_count = kept;
            return;
        }
        add_move(puzzle, answer.best);
    }
}

/* Whether a longer search also says that the opponent could have done better. A move without an
 * alternative is no error, nor is the solver's only move a puzzle. */
static bool is_confirmed_error(struct finder *finder, const struct main_line *line, size_t ply,
                               int score_after)
{
    if (rk_moves_count(&line->positions[ply]) < 2 || rk_moves_count(&line->positions[ply + 1]) < 2)
        return false;
    const struct best_moves before = find_best_moves(finder, line->positions, ply + 1);
    return chance_of_score(score_after) + chance_of_score(before.score) - CHANCE_ONE >= ERROR_LOSS;
}

/* Taking back what the opponent has just taken is no puzzle by itself. */
static bool is_plain_recapture(const struct puzzle *puzzle)
{
    return puzzle->move_count == 1 && !puzzle_is_mate(puzzle) &&
           rk_move_is_capture(&puzzle->before, puzzle->error) &&
           rk_move_to(puzzle->error) == rk_move_to(puzzle->moves[0]);
}

static bool make_puzzle(struct finder *finder, const struct main_line *line, size_t ply,
                        struct puzzle *out)
{
    const struct best_moves first = find_best_moves(finder, line->positions, ply + 2);
    if (!is_only_move(&first) || !is_confirmed_error(finder, line, ply, first.score))
        return false;
    *out = (struct puzzle){.before = line->positions[ply],
                           .error = line->moves[ply],
                           .game_ply = ply + 1,
                           .score = first.score,
                           .second = first.second,
                           .depth = first.found_depth};
    out->positions[0] = line->positions[ply + 1];
    add_move(out, first.best);
    continue_solution(finder, out);
    if (is_plain_recapture(out))
        return false;
    out->themes = themes_find(out);
    out->rating = difficulty_rating(out);
    return true;
}

static void search_line(struct finder *finder, struct main_line *line, puzzle_callback *callback,
                        void *context)
{
    rk_engine_forget(finder->engine);
    evaluate_all(finder, line);
    for (size_t ply = 0; ply < line->plies && !is_stopped(finder); ply++) {
        struct puzzle puzzle;
        if (is_error(line, ply) && make_puzzle(finder, line, ply, &puzzle))
            callback(context, &puzzle);
    }
}

rk_err finder_search_game(struct finder *finder, const rk_tree *tree, puzzle_callback *callback,
                          void *context)
{
    const unsigned variant = rk_tree_position(tree, RK_ROOT)->variant;
    struct main_line line;
    if (variant != RK_STANDARD && variant != RK_CHESS960)
        return RK_OK;
    const rk_err err = read_main_line(tree, &line);
    if (err)
        return err;
    search_line(finder, &line, callback, context);
    main_line_fini(&line);
    return RK_OK;
}
