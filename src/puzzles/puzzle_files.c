/* SPDX-License-Identifier: MIT */
#include "puzzles/puzzle_files.h"

#include "puzzles/finder.h"

/* A chunk is a game or a few: a game takes seconds, so that threads should not get many at once. */
static const struct chunk_limits puzzle_chunk_limits = {
    .chunk_size = 2 << 10, .tagless_size = 64 << 10, .game_max = 8 << 20};

/* A run over all files. */
struct session {
    struct run run;
    const struct puzzle_files_options *options;
    struct puzzle_counts counts;
    struct progress *progress; /* NULL: nothing is shown */
};

struct puzzles_result {
    struct chunk_result base;
    const struct session *session;
    const struct chunk *chunk;
    struct finder *finder; /* created when the first game needs it */
    uint64_t puzzles;
    /* The current game: */
    const rk_pgn_game *game;
    rk_opening_line opening;
};

// ---- a chunk, on any thread ------------------------------------------------------------------

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
    result->puzzles++;
    puzzle_format_write(result->session->options->format, &source, &result->base.out);
}

static rk_err need_finder(struct puzzles_result *result)
{
    const struct puzzle_files_options *files = result->session->options;
    const struct finder_options options = {.nodes = files->nodes, .now = files->now};
    return result->finder ? RK_OK : finder_create(&options, &result->finder);
}

static rk_err search_game(struct puzzles_result *result, const rk_pgn_game *game)
{
    const rk_tree *tree = rk_pgn_game_tree(game);
    const rk_err err = need_finder(result);
    if (err)
        return err;
    result->game = game;
    result->opening = find_opening(tree);
    return finder_search_game(result->finder, tree, write_puzzle, result);
}

static rk_pgn_next take_game(void *data, rk_pgn_game *taken, const rk_pgn_error *error)
{
    struct puzzles_result *result = data;
    result->base.games++;
    if (error) {
        rk_pgn_error placed = *error;
        placed.place.line += result->chunk->start.line;
        chunk_result_add_error(&result->base, &placed);
    } else if (search_game(result, taken)) {
        result->base.out_of_memory = true;
    }
    rk_pgn_game_destroy(taken);
    return result->base.out_of_memory ? RK_PGN_STOP : RK_PGN_CONTINUE;
}

static void process_chunk(const struct chunk *chunk, void *data, const void *session)
{
    struct puzzles_result *result = data;
    chunk_result_reset(&result->base);
    result->session = session;
    result->chunk = chunk;
    result->puzzles = 0;
    if (chunk->has_cut_off_game) {
        const rk_pgn_visitor counter = {.data = result, .begin_game = chunk_result_begin_game};
        chunk_result_read(&result->base, chunk, &counter);
        return;
    }
    if (rk_pgn_games_read_text(chunk->text, chunk->size, take_game, result))
        result->base.out_of_memory = true;
    result->base.out_of_memory |= result->base.out.failed || result->base.errors.failed;
}

static void free_result(void *data)
{
    struct puzzles_result *result = data;
    finder_destroy(result->finder);
    chunk_result_fini(&result->base);
}

// ---- the run ---------------------------------------------------------------------------------

static bool collect_chunk(const struct chunk *chunk, void *data, void *context)
{
    const struct puzzles_result *result = data;
    struct session *session = context;
    run_collect(&session->run, chunk, &result->base);
    output_write(session->run.output, result->base.out.bytes, result->base.out.size);
    session->counts.games += result->base.games;
    session->counts.puzzles += result->puzzles;
    return run_can_continue(&session->run);
}

static void show_progress(void *data)
{
    const struct session *session = data;
    if (session->progress)
        progress_update(session->progress, session->counts.games);
}

static bool run_over_games(struct session *session)
{
    const struct run_options *run = &session->options->run;
    struct pool_options pool = {.files = run->files,
                                .file_count = run->file_count,
                                .threads = run->threads,
                                .limits = puzzle_chunk_limits,
                                .reporter = run->reporter};
    const struct pool_job job = {.data = session,
                                 .result_size = sizeof(struct puzzles_result),
                                 .process = process_chunk,
                                 .collect = collect_chunk,
                                 .tick = show_progress,
                                 .free_result = free_result};
    const struct progress_options shown = {.label = "puzzles", .unit = "games"};
    pool.reporter.progress = NULL; // it would show what was read, not what was searched
    session->progress = run->reporter.progress;
    if (session->progress)
        progress_start(session->progress, &shown);
    const bool succeeded = pool_run(&pool, &job);
    if (session->progress)
        progress_end(session->progress);
    buffer_fini(&session->run.lines);
    return succeeded && !session->run.totals.out_of_memory;
}

static bool write_beginning(struct session *session)
{
    struct buffer out = {0};
    puzzle_format_begin(session->options->format, &out);
    const bool complete = !out.failed;
    output_write(session->run.output, out.bytes, out.size);
    buffer_fini(&out);
    return complete;
}

enum run_status puzzle_files(const struct puzzle_files_options *options, struct puzzle_counts *out)
{
    const char *name = options->run.output_name;
    struct session session = {.run = {.options = &options->run}, .options = options};
    if (run_is_input(&session.run, name))
        return RUN_OUTPUT_IS_INPUT;
    session.run.output = output_open(name);
    if (!session.run.output) {
        run_report_error(&session.run, name, rk_err_text(RK_NO_MEMORY));
        return RUN_FAILED;
    }
    output_set_progress(session.run.output, options->run.reporter.progress);
    const bool succeeded =
        !output_error(session.run.output) && write_beginning(&session) && run_over_games(&session);
    const char *error = output_close(session.run.output, succeeded);
    if (error)
        run_report_error(&session.run, name ? name : "standard output", error);
    *out = session.counts;
    const enum run_status status = run_status_after(&session.run, succeeded && !error);
    return status == RUN_OK && !session.counts.games
               ? run_fail_without_games(&session.run, "no game found")
               : status;
}
