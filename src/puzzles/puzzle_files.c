/* SPDX-License-Identifier: MIT */
#include "puzzles/puzzle_files.h"

#include "pgntools/run_identity.h"
#include "puzzles/finder.h"

struct puzzles_result {
    struct game_run_result base;
    struct finder *finder; /* created when the first game needs it */
    const struct puzzle_files_options *files;
    /* The current game: */
    const rk_pgn_game *game;
    rk_opening_line opening;
};

static rk_opening_line find_opening(const rk_tree *tree)
{
    rk_opening_line line;
    rk_opening_line_begin(&line, rk_tree_position(tree, RK_ROOT));
    for (rk_node node = RK_ROOT; (node = rk_tree_child(tree, node)) != RK_NO_NODE;)
        rk_opening_line_add(&line, rk_tree_position(tree, node));
    return line;
}

static void write_puzzle(void *context, const struct puzzle *puzzle)
{
    struct puzzles_result *result = context;
    const struct puzzle_source source = {
        .puzzle = puzzle, .game = result->game, .opening = &result->opening};
    result->base.found++;
    puzzle_format_write(result->files->format, &source, &result->base.base.out);
}

static void count_position(void *context)
{
    const struct puzzles_result *result = context;
    game_run_count_position(result->base.run);
}

static int64_t read_clock(void *context)
{
    const struct puzzles_result *result = context;
    return result->files->now(NULL);
}

static rk_err need_finder(struct puzzles_result *result)
{
    const struct finder_options options = {.nodes = result->files->nodes,
                                           .now = read_clock,
                                           .evaluated = count_position,
                                           .context = result};
    return result->finder ? RK_OK : finder_create(&options, &result->finder);
}

static rk_err search_game(struct game_run_result *base, rk_pgn_game *game, const void *options)
{
    struct puzzles_result *result = (struct puzzles_result *)base;
    const rk_tree *tree = rk_pgn_game_tree(game);
    result->files = options;
    result->game = game;
    result->opening = find_opening(tree);
    const rk_err err = need_finder(result);
    return err ? err : finder_search_game(result->finder, tree, write_puzzle, result);
}

static void free_result(struct game_run_result *base)
{
    finder_destroy(((struct puzzles_result *)base)->finder);
}

static void begin_output(const void *options, struct buffer *out)
{
    const struct puzzle_files_options *files = options;
    puzzle_format_begin(files->format, out);
}

static uint64_t identity_of(const struct puzzle_files_options *options)
{
    uint64_t identity = run_identity(&options->run, "puzzles");
    run_identity_add(&identity, options->nodes);
    run_identity_add(&identity, options->format);
    return identity;
}

enum run_status puzzle_files(const struct puzzle_files_options *options,
                             struct game_run_counts *out)
{
    const struct game_job job = {.label = "puzzles",
                                 .identity = identity_of(options),
                                 .result_size = sizeof(struct puzzles_result),
                                 .options = options,
                                 .begin = begin_output,
                                 .search = search_game,
                                 .free_result = free_result};
    return game_run_over_files(&options->run, &job, out);
}
