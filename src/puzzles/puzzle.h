/* SPDX-License-Identifier: MIT */
/* A puzzle: a position after an error of the opponent in which only one move wins, and the
 * solution, a line in which each of the solver's moves is the only winning one. docs/puzzles.md
 * describes how they are found, named and rated. */
#ifndef PUZZLES_PUZZLE_H
#define PUZZLES_PUZZLE_H

#include <stddef.h>
#include <stdint.h>

#include "rookery/position.h"

enum { PUZZLE_PLIES_MAX = 19 }; /* of a solution: odd, because the solver moves first and last */

struct puzzle {
    rk_position before; /* the position in which the opponent errs */
    rk_move error;
    /* After the error, and after each ply of the solution. */
    rk_position positions[PUZZLE_PLIES_MAX + 1];
    rk_move moves[PUZZLE_PLIES_MAX]; /* the solver's and the opponent's in turn */
    size_t move_count;
    size_t game_ply; /* of the error, from 1 */
    int score;       /* of the first move for the solver, as in rk_search_result */
    int second;      /* of the second-best move; -RK_MATE if there is no other */
    unsigned depth;  /* from which on the engine finds the first move */
    uint32_t themes; /* bits, by enum puzzle_theme */
    unsigned rating;
};

/* The solver's moves. */
static inline size_t puzzle_length(const struct puzzle *puzzle)
{
    return (puzzle->move_count + 1) / 2;
}

/* Whether the solution ends with checkmate. */
bool puzzle_is_mate(const struct puzzle *puzzle);

#endif
