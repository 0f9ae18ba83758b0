/* SPDX-License-Identifier: MIT */
/* Reviews of games for tests. Errors fail the test. */
#ifndef SUPPORT_REVIEW_H
#define SUPPORT_REVIEW_H

#include "review/reviewer.h"
#include "rookery/tablebase.h"

rk_pgn_game *parse_game(const char *pgn);

/* Reviews a game with this many nodes for each position. Free it with review_fini(). */
struct review review_pgn(const char *pgn, uint64_t nodes);
struct review review_pgn_with_tables(const char *pgn, uint64_t nodes, rk_tablebase *tables);

/* A review without a search: the moves in SAN from a position, with a score for White and a line of
 * the engine for each position. Lines are in UCI notation, separated by blanks. */
struct scripted_position {
    int score;
    const char *line;
};
struct review script_review(rk_position start, const char *const *sans,
                            const struct scripted_position *positions, size_t ply_count);

#endif
