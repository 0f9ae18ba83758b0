/* SPDX-License-Identifier: MIT */
/* Answers what was played in a position. */
#ifndef EXPLORER_QUERY_H
#define EXPLORER_QUERY_H

#include "explorer/statistics.h"

/* The statistics of a position. Returns false, and statistics of no games, if the index does not
 * have it: at most one game reached it within the limit of plies. Moves that are not legal, as a
 * corrupt file may have, are left out. `filter` may be NULL. */
bool query_position(const struct database *database, const rk_position *pos,
                    const struct statistics_filter *filter, struct statistics *out);

/* The same, and the results by year and rating, which are counted game by game: for a position of
 * a million games that takes some hundredths of a second. */
bool query_breakdown(const struct database *database, const rk_position *pos,
                     const struct statistics_filter *filter, struct statistics *out,
                     struct breakdown *breakdown);

/* The same for a position that the index does not have: looks for it in all games, at any ply, on
 * several threads. Returns false if memory runs out. */
bool query_all_games(const struct database *database, const rk_position *pos,
                     const struct statistics_filter *filter, unsigned threads,
                     struct statistics *out);

/* Writes the answer as JSON in the shape of Lichess's opening explorer; docs/explorer.md.
 * `breakdown` may be NULL. */
void query_write_json(const struct database *database, const rk_position *pos,
                      const struct statistics *statistics, const struct breakdown *breakdown,
                      struct buffer *out);

#endif
