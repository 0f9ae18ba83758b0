/* SPDX-License-Identifier: MIT */
#include "explorer/query.h"

#include "explorer/position_index.h"
#include "rookery/moves.h"

static bool has_limits(const struct statistics_filter *filter)
{
    return filter && (filter->since || filter->until || filter->min_rating || filter->max_rating);
}

static void count_ranges(const struct database *database, const rk_position *pos,
                         const struct statistics_filter *filter, struct position_entry *entry,
                         struct statistics *out)
{
    struct statistics_counter counter = {
        .database = database, .filter = filter, .turn = pos->turn, .out = out};
    struct game_range range;
    statistics_begin(&counter);
    while (position_entry_next(database, entry, &range))
        statistics_add(&counter, &range);
    statistics_end(&counter);
}

static void drop_illegal_moves(const rk_position *pos, struct statistics *statistics)
{
    size_t kept = 0;
    for (size_t i = 0; i < statistics->move_count; i++)
        if (rk_moves_legal(pos, statistics->moves[i].move))
            statistics->moves[kept++] = statistics->moves[i];
    statistics->move_count = kept;
}

bool query_position(const struct database *database, const rk_position *pos,
                    const struct statistics_filter *filter, struct statistics *out)
{
    struct position_entry entry;
    const bool found = position_index_find(database, pos, &entry);
    if (!found)
        entry = (struct position_entry){.at = NULL};
    if (has_limits(filter) || !entry.statistics ||
        !statistics_decode(entry.statistics, entry.statistics_end, out))
        count_ranges(database, pos, has_limits(filter) ? filter : NULL, &entry, out);
    drop_illegal_moves(pos, out);
    return found;
}
