/* SPDX-License-Identifier: MIT */
#include "explorer/book_export.h"

#include <stdlib.h>

#include "explorer/position_index.h"
#include "explorer/query.h"
#include "explorer/walk.h"
#include "rookery/book.h"

struct book_export {
    const struct database *database;
    const struct book_options *options;
    rk_book_maker *maker;
    rk_err err;
    uint64_t done; /* positions of the index, then games */
    struct statistics statistics;
};

static bool has_single_games(const struct book_options *options)
{
    return options->min_games <= 1;
}

uint64_t book_export_total(const struct database *database, const struct book_options *options)
{
    return database->header.position_count +
           (has_single_games(options) ? database->header.game_count : 0);
}

static void report_progress(struct book_export *book, uint64_t done)
{
    enum { STEP = 4096 };
    if (book->options->progress && done / STEP != book->done / STEP)
        book->options->progress(book->options->context, done);
    book->done = done;
}

/* Points of the side that moved, two for a win. */
static uint64_t points_of(const struct results *results, uint8_t turn)
{
    return 2 * (turn == RK_WHITE ? results->white : results->black) + results->draws;
}

static void add_move(struct book_export *book, const rk_position *pos,
                     const struct move_statistics *move)
{
    const uint64_t games = results_games(&move->results);
    const uint64_t points = points_of(&move->results, pos->turn);
    if (!book->err && games >= book->options->min_games && games <= UINT32_MAX &&
        (double)points >= 2 * book->options->min_score * (double)games)
        book->err = rk_book_maker_add_games(book->maker, pos, move->move, (uint32_t)games, points);
}

static void add_moves(struct book_export *book, const rk_position *pos)
{
    for (size_t i = 0; i < book->statistics.move_count; i++)
        add_move(book, pos, &book->statistics.moves[i]);
}

static bool has_ordinary_start(const struct database *database, uint32_t number)
{
    struct database_game game;
    database_game(database, number, &game);
    return game.start == NO_NAME;
}

// ---- positions of several games --------------------------------------------------------------

/* Whether enough games have the position, and some of them reach it from the ordinary start within
 * the limit of plies; `out` is where. The position may be reached by transpositions only, each of
 * them too rare for the book: so all positions are looked at, not those along the moves of the
 * book. */
static bool find_game_range(const struct book_export *book, struct position_entry entry,
                            struct game_range *out)
{
    struct game_range range;
    uint64_t games = 0;
    bool found = false;
    while (position_entry_next(book->database, &entry, &range)) {
        games += range.count;
        if (!found && range.ply < book->options->ply_limit &&
            has_ordinary_start(book->database, range.first)) {
            *out = range;
            found = true;
        }
    }
    return found && games >= book->options->min_games;
}

static void add_indexed_positions(struct book_export *book)
{
    struct position_scan scan = {.database = book->database};
    struct position_entry entry;
    struct game_range way;
    rk_position pos;
    while (!book->err && position_scan_next(&scan, &entry)) {
        report_progress(book, book->done + 1);
        if (find_game_range(book, entry, &way) &&
            position_index_replay(book->database, way.first, way.ply, &pos) &&
            query_position(book->database, &pos, NULL, &book->statistics))
            add_moves(book, &pos);
    }
}

// ---- positions of a single game --------------------------------------------------------------

/* The index leaves these positions out. */
static void add_single_position(void *context, const rk_position *pos,
                                const struct game_range *range)
{
    struct book_export *book = context;
    struct statistics_counter counter = {
        .database = book->database, .turn = pos->turn, .out = &book->statistics};
    struct position_entry entry;
    report_progress(book, book->database->header.position_count + range->first);
    if (book->err || range->count > 1 || range->ply >= book->options->ply_limit ||
        !has_ordinary_start(book->database, range->first) ||
        position_index_find(book->database, pos, &entry))
        return;
    statistics_begin(&counter);
    statistics_add(&counter, range);
    statistics_end(&counter);
    add_moves(book, pos);
}

static rk_err add_all(struct book_export *book)
{
    add_indexed_positions(book);
    if (!book->err && has_single_games(book->options) &&
        !walk_games(book->database, 0, book->database->header.game_count, true, add_single_position,
                    book))
        book->err = RK_NO_MEMORY;
    return book->err;
}

rk_err book_export(const struct database *database, const struct book_options *options,
                   unsigned char **out, size_t *out_size)
{
    if (database->header.variant != RK_STANDARD)
        return RK_AGAINST_VARIANT;
    struct book_export *book = calloc(1, sizeof *book);
    if (!book || rk_book_maker_create(&book->maker)) {
        free(book);
        return RK_NO_MEMORY;
    }
    book->database = database;
    book->options = options;
    rk_err err = add_all(book);
    if (!err)
        err = rk_book_maker_write(book->maker, 1, out, out_size);
    rk_book_maker_destroy(book->maker);
    free(book);
    return err;
}
