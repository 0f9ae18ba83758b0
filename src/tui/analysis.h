/* SPDX-License-Identifier: MIT */
/* The result of an engine search, and how it is printed. */
#ifndef TUI_ANALYSIS_H
#define TUI_ANALYSIS_H

#include <stdio.h>

#include "rookery/game.h"

enum { ANALYSIS_MOVES_MAX = 8 };

/* All zeros before the first result. */
struct analysis {
    unsigned depth;
    int score; /* for the side to move, in centipawns */
    int mate;  /* mate in this number of moves; negative: being mated; 0: neither */
    rk_move moves[ANALYSIS_MOVES_MAX]; /* the principal variation */
    size_t move_count;
};

/* From the result of a search. */
struct analysis analysis_from_search(unsigned depth, int score, const rk_move *moves,
                                     size_t move_count);

/* The positions of a game as rk_engine_search() takes them, the current one last. The caller frees
 * them; NULL if memory runs out. */
rk_position *analysis_list_positions(const rk_game *game, size_t *out_count);

/* "+0.35", "mate in 3", "mated in 2" */
void analysis_print_score(const struct analysis *analysis, FILE *out);

/* "depth 12, +0.35: Nf6 Nc3 d5", without a newline. */
void analysis_print(const struct analysis *analysis, const rk_position *pos, FILE *out);

#endif
