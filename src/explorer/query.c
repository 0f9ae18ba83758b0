/* SPDX-License-Identifier: MIT */
#include "explorer/query.h"

#include <stdlib.h>

#include "explorer/position_index.h"
#include "explorer/search.h"
#include "rookery/moves.h"

static bool has_limits(const struct statistics_filter *filter)
{
    return filter && (filter->since || filter->until || filter->min_rating || filter->max_rating ||
                      filter->accepts);
}

static void count_ranges(struct statistics_counter *counter, struct position_entry *entry)
{
    struct game_range range;
    statistics_begin(counter);
    while (position_entry_next(counter->database, entry, &range))
        statistics_add(counter, &range);
    statistics_end(counter);
}

static void drop_illegal_moves(const rk_position *pos, struct statistics *statistics)
{
    size_t kept = 0;
    for (size_t i = 0; i < statistics->move_count; i++)
        if (rk_moves_legal(pos, statistics->moves[i].move))
            statistics->moves[kept++] = statistics->moves[i];
    statistics->move_count = kept;
}

static bool read_statistics(struct statistics_counter *counter, const rk_position *pos)
{
    struct position_entry entry;
    const bool found = position_index_find(counter->database, pos, &entry);
    if (!found)
        entry = (struct position_entry){.at = NULL};
    if (counter->filter || counter->breakdown || !entry.statistics ||
        !statistics_decode(entry.statistics, entry.statistics_end, counter->out))
        count_ranges(counter, &entry);
    drop_illegal_moves(pos, counter->out);
    return found;
}

bool query_position(const struct database *database, const rk_position *pos,
                    const struct statistics_filter *filter, struct statistics *out)
{
    struct statistics_counter counter = {.database = database,
                                         .filter = has_limits(filter) ? filter : NULL,
                                         .turn = pos->turn,
                                         .out = out};
    return read_statistics(&counter, pos);
}

bool query_breakdown(const struct database *database, const rk_position *pos,
                     const struct statistics_filter *filter, struct statistics *out,
                     struct breakdown *breakdown)
{
    struct statistics_counter counter = {.database = database,
                                         .filter = has_limits(filter) ? filter : NULL,
                                         .turn = pos->turn,
                                         .out = out,
                                         .breakdown = breakdown};
    *breakdown = (struct breakdown){0};
    return read_statistics(&counter, pos);
}

// ---- positions that are not in the index -----------------------------------------------------

/* The plies before the position in a game; false if it does not occur. */
static bool find_in_game(const struct database *database, uint32_t number, const rk_position *pos,
                         uint32_t *ply)
{
    struct database_game game;
    rk_position at;
    rk_undo undo;
    database_game(database, number, &game);
    if (!database_start(database, game.start, &at))
        return false;
    for (*ply = 0; at.key != pos->key; ++*ply) {
        if (*ply == game.plies || !rk_moves_legal(&at, database_move(&game, *ply)))
            return false;
        rk_position_apply(&at, database_move(&game, *ply), &undo);
    }
    return true;
}

bool query_all_games(const struct database *database, const rk_position *pos,
                     const struct statistics_filter *filter, unsigned threads,
                     struct statistics *out)
{
    struct statistics_counter counter = {.database = database,
                                         .filter = has_limits(filter) ? filter : NULL,
                                         .turn = pos->turn,
                                         .out = out};
    struct filter position;
    struct buffer found = {.bytes = NULL};
    filter_init(&position);
    filter_set_position(&position, pos);
    const struct search_options search = {.filter = &position, .threads = threads};
    statistics_begin(&counter);
    const bool complete = search_games(database, &search, &found);
    const uint32_t *numbers = (const void *)found.bytes;
    for (size_t i = 0; i < found.size / sizeof *numbers; i++) {
        struct game_range range = {.first = numbers[i], .count = 1};
        if (find_in_game(database, numbers[i], pos, &range.ply))
            statistics_add(&counter, &range);
    }
    statistics_end(&counter);
    drop_illegal_moves(pos, out);
    buffer_fini(&found);
    return complete;
}

// ---- several databases -----------------------------------------------------------------------

/* The games of a small database are counted, also where the index has none or one of them. */
static bool query_exactly(const struct database *database, const rk_position *pos,
                          const struct statistics_filter *filter, uint64_t scan_max,
                          struct statistics *out)
{
    if (query_position(database, pos, filter, out) || database->header.game_count > scan_max)
        return true;
    return query_all_games(database, pos, filter, 1, out);
}

bool query_databases(const struct database *const databases[], size_t count, const rk_position *pos,
                     const struct statistics_filter *filter, uint64_t scan_max,
                     struct statistics *out)
{
    bool complete = true;
    out->results = (struct results){0};
    out->move_count = out->top_count = out->recent_count = 0;
    for (size_t i = 0; i < count; i++) {
        struct statistics *part = malloc(sizeof *part);
        complete = part && query_exactly(databases[i], pos, filter, scan_max, part) && complete;
        if (part)
            statistics_merge(out, part, databases, (uint32_t)i);
        free(part);
    }
    return complete;
}
