/* SPDX-License-Identifier: MIT */
#include "puzzles/difficulty.h"

#include "base/minmax.h"
#include "puzzles/themes.h"
#include "rookery/moves.h"

enum {
    BASE = 800,
    PER_DEPTH = 55, /* for each ply of depth from which on the engine finds the move */
    DEPTH_MAX = 16, /* more depth says no more about people */
    PER_MOVE = 130, /* for each of the solver's moves after the first */
    FOR_SACRIFICE = 150,
    FOR_QUIET_MOVE = 120,
    PER_FORCING = 12, /* for each other capture or check that has to be looked at */
    FORCING_MAX = 12,
    FOR_HANGING_PIECE = -150,
    FOR_MATE = -60, /* people look for mates */
    FOR_BACK_RANK = -100
};

static bool has_theme(const struct puzzle *puzzle, enum puzzle_theme theme)
{
    return puzzle->themes >> theme & 1;
}

/* The captures and checks besides the solution. */
static int count_forcing(const rk_position *pos, rk_move solution)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);
    int forcing = 0;
    for (size_t i = 0; i < count; i++)
        forcing += moves[i] != solution &&
                   (rk_move_is_capture(pos, moves[i]) || rk_move_gives_check(pos, moves[i]));
    return forcing;
}

unsigned difficulty_rating(const struct puzzle *puzzle)
{
    int rating =
        BASE + PER_DEPTH * min_int((int)puzzle->depth, DEPTH_MAX) +
        PER_MOVE * ((int)puzzle_length(puzzle) - 1) +
        PER_FORCING * min_int(count_forcing(&puzzle->positions[0], puzzle->moves[0]), FORCING_MAX);
    rating += has_theme(puzzle, THEME_SACRIFICE) ? FOR_SACRIFICE : 0;
    rating += has_theme(puzzle, THEME_QUIET_MOVE) ? FOR_QUIET_MOVE : 0;
    rating += has_theme(puzzle, THEME_HANGING_PIECE) ? FOR_HANGING_PIECE : 0;
    rating += has_theme(puzzle, THEME_MATE) ? FOR_MATE : 0;
    rating += has_theme(puzzle, THEME_BACK_RANK_MATE) ? FOR_BACK_RANK : 0;
    if (rating < PUZZLE_RATING_MIN)
        return PUZZLE_RATING_MIN;
    return (unsigned)min_int(rating, PUZZLE_RATING_MAX);
}
