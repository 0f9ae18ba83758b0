/* SPDX-License-Identifier: MIT */
/* What an engine thinks of a position, and how people read it. */
#ifndef TUI_ANALYSIS_H
#define TUI_ANALYSIS_H

#include <stdio.h>

#include "rookery/position.h"

enum { ANALYSIS_MOVES_MAX = 8 };

/* All zeros: it has not thought yet. */
struct analysis {
    unsigned depth;
    int score; /* for the side to move, in hundredths of a pawn */
    int mate;  /* it mates in so many moves; below zero, is mated; 0: neither */
    rk_move moves[ANALYSIS_MOVES_MAX];
    size_t move_count;
};

/* "+0.35", "mate in 3", "mated in 2" */
void analysis_print_score(const struct analysis *thought, FILE *out);

/* "depth 12, +0.35: Nf6 Nc3 d5". Nothing ends a line. */
void analysis_print(const struct analysis *thought, const rk_position *pos, FILE *out);

#endif
