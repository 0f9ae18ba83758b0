/* SPDX-License-Identifier: MIT */
/* Queries: which moves were played in a position, with what results. */
#ifndef EXPLORER_QUERY_H
#define EXPLORER_QUERY_H

#include "base/json.h"
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

/* The statistics of a position in several databases together. Where the index of one does not have
 * the position, and it has at most `scan_max` games, it is looked for in all of them. Returns false
 * if memory runs out. */
bool query_databases(const struct database *const databases[], size_t count, const rk_position *pos,
                     const struct statistics_filter *filter, uint64_t scan_max,
                     struct statistics *out);

/* What to write of an answer. */
struct query_answer {
    const struct database *const *databases; /* that the references are to */
    const rk_position *pos;
    const struct statistics *statistics;
    const struct breakdown *breakdown; /* NULL: none */
    size_t moves_max, top_max, recent_max;
    bool of_player; /* the games of one player with `player_side`: averages are of the opponents */
    rk_side player_side;
    /* Writes the members `id` and what else is known of a game; NULL: its number. */
    void (*write_id)(struct json *json, const struct database *database, uint32_t number);
};

/* Writes the answer as JSON in the shape of Lichess's opening explorer; docs/explorer.md. */
void query_write_answer(const struct query_answer *answer, struct buffer *out);

/* The same with everything, of one database. `breakdown` may be NULL. */
void query_write_json(const struct database *database, const rk_position *pos,
                      const struct statistics *statistics, const struct breakdown *breakdown,
                      struct buffer *out);

#endif
