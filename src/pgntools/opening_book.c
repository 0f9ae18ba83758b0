/* SPDX-License-Identifier: MIT */
#include "pgntools/opening_book.h"

#include <stdlib.h>

#include "pgntools/game_tags.h"
#include "rookery/book.h"

enum { ENTRY_SIZE = 16 };

struct book_move {
    rk_position before;
    rk_move move;
    unsigned points; /* for the side that played it: 2, 1 or 0 */
};

struct book_build {
    struct run run;
    const struct opening_book_options *options;
    rk_book_maker *maker;
    size_t entries;
};

struct book_result {
    struct chunk_result base; /* its output: struct book_move */
    const struct opening_book_options *options;
    /* The current game: */
    struct game_tags tags;
    size_t game_start; /* in the output */
    unsigned long plies;
};

// ---- a chunk ---------------------------------------------------------------------------------

static rk_pgn_next begin_game(void *data, rk_pgn_place place)
{
    struct book_result *result = data;
    result->tags = (struct game_tags){0};
    result->plies = 0;
    result->game_start = result->base.out.size;
    return chunk_result_begin_game(data, place);
}

static rk_pgn_next set_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    game_tags_set(&((struct book_result *)data)->tags, name, value);
    return RK_PGN_CONTINUE;
}

/* Whether the current game had this position before: it counts once, where it comes first, as in
 * an opening database. No capture and no pawn move lies between the two, so the half-move clock
 * says how far to look back. */
static bool is_repeated(const struct book_result *result, const rk_position *pos)
{
    const struct buffer *out = &result->base.out;
    const size_t count = (out->size - result->game_start) / sizeof(struct book_move);
    if (!count)
        return false; // there may be no memory yet
    const struct book_move *moves = (const void *)(out->bytes + result->game_start);
    for (size_t back = 1; back <= count && back <= pos->halfmove_clock; back++)
        if (moves[count - back].before.key == pos->key)
            return true;
    return false;
}

// Polyglot's format has keys for standard chess and Chess960 only.
static rk_pgn_next add_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    struct book_result *result = data;
    const bool supported = before->variant == RK_STANDARD || before->variant == RK_CHESS960;
    (void)san;
    if (!supported || move == RK_NO_MOVE || result->plies++ >= result->options->plies)
        return RK_PGN_SKIP;
    if (is_repeated(result, before))
        return RK_PGN_CONTINUE;
    const struct book_move book_move = {.before = *before, .move = move};
    buffer_add(&result->base.out, &book_move, sizeof book_move);
    return RK_PGN_CONTINUE;
}

// A game without a result counts as a draw, because files of openings have no results.
static unsigned points_for(enum game_result result, uint8_t side)
{
    if (result != WHITE_WON && result != BLACK_WON)
        return 1;
    return (result == WHITE_WON) == (side == RK_WHITE) ? 2 : 0;
}

static rk_pgn_next set_points(void *data, const rk_position *last, rk_pgn_text text)
{
    struct book_result *result = data;
    struct buffer *out = &result->base.out;
    const enum game_result outcome =
        game_result_parse(text.size ? text : result->tags.value[TAG_RESULT]);
    (void)last;
    for (size_t at = result->game_start; at < out->size; at += sizeof(struct book_move)) {
        struct book_move *book_move = (void *)(out->bytes + at);
        book_move->points = points_for(outcome, book_move->before.turn);
    }
    return RK_PGN_CONTINUE;
}

static void read_chunk(const struct chunk *chunk, void *data, const void *build)
{
    struct book_result *result = data;
    const rk_pgn_visitor visitor = {.data = result,
                                    .begin_game = begin_game,
                                    .tag = set_tag,
                                    .move = add_move,
                                    .begin_variation = chunk_result_skip_variation,
                                    .end_game = set_points,
                                    .error = chunk_result_error};
    chunk_result_reset(&result->base);
    result->options = ((const struct book_build *)build)->options;
    chunk_result_read(&result->base, chunk, &visitor);
}

// ---- all chunks ------------------------------------------------------------------------------

static bool collect_chunk(const struct chunk *chunk, void *data, void *context)
{
    const struct book_result *result = data;
    const struct buffer *out = &result->base.out;
    struct book_build *build = context;
    struct totals *totals = &build->run.totals;
    run_collect(&build->run, chunk, &result->base);
    for (size_t at = 0; at < out->size && !totals->out_of_memory; at += sizeof(struct book_move)) {
        const struct book_move *played = (const void *)(out->bytes + at);
        totals->out_of_memory =
            rk_book_maker_add(build->maker, &played->before, played->move, played->points) != RK_OK;
    }
    return !totals->out_of_memory;
}

static bool write_book(void *data)
{
    struct book_build *build = data;
    unsigned char *bytes = NULL;
    size_t size = 0;
    if (build->run.totals.out_of_memory ||
        rk_book_maker_write(build->maker, (unsigned)build->options->min_games, &bytes, &size))
        return false;
    output_write(build->run.output, (const char *)bytes, size);
    build->entries = size / ENTRY_SIZE;
    if (!size)
        build->run.nothing_found = build->run.totals.games
                                       ? "no move for the book found: try a lower --min-games"
                                       : RUN_NO_GAME_TEXT;
    free(bytes);
    return true;
}

enum run_status opening_book_build(const struct run_options *options,
                                   const struct opening_book_options *book_options,
                                   struct opening_book_counts *out)
{
    struct book_build build = {.run = {.options = options}, .options = book_options};
    const struct pool_job job = {.data = &build,
                                 .result_size = sizeof(struct book_result),
                                 .process = read_chunk,
                                 .collect = collect_chunk,
                                 .free_result = chunk_result_fini};
    if (rk_book_maker_create(&build.maker)) {
        run_report_error(&build.run, NULL, rk_err_text(RK_NO_MEMORY));
        return RUN_FAILED;
    }
    const enum run_status status = run_with_output(&build.run, &job, write_book);
    rk_book_maker_destroy(build.maker);
    *out = (struct opening_book_counts){build.run.totals.games, build.entries};
    return status;
}
