/* SPDX-License-Identifier: MIT */
/* What an engine thinks of a position, and how people read it. */
#ifndef TUI_THOUGHT_H
#define TUI_THOUGHT_H

#include <stdio.h>

#include "rookery/position.h"

enum { THOUGHT_MOVES_MAX = 8 };

/* All zeros: it has not thought yet. */
struct thought {
    unsigned depth;
    int score; /* for the side to move, in hundredths of a pawn */
    int mate;  /* it mates in so many moves; below zero, is mated; 0: neither */
    rk_move moves[THOUGHT_MOVES_MAX];
    size_t move_count;
};

/* "+0.35", "mate in 3", "mated in 2" */
void thought_write_score(const struct thought *thought, FILE *out);

/* "depth 12, +0.35: Nf6 Nc3 d5". Nothing ends a line. */
void thought_write(const struct thought *thought, const rk_position *pos, FILE *out);

#endif
