/* SPDX-License-Identifier: MIT */
#include "support/puzzle.h"

#include <stdio.h>
#include <string.h>

#include "rookery/san.h"
#include "support/board.h"

struct puzzle puzzle_from(const char *fen, const char *solution)
{
    struct puzzle puzzle = {.depth = 1};
    char copy[200];
    puzzle.positions[0] = puzzle.before = position(fen);
    snprintf(copy, sizeof copy, "%s", solution);
    for (char *save = NULL, *san = strtok_r(copy, " ", &save); san;
         san = strtok_r(NULL, " ", &save)) {
        const size_t i = puzzle.move_count++;
        rk_undo undo;
        assert_true(i < PUZZLE_PLIES_MAX);
        if (rk_san_parse(&puzzle.positions[i], san, strlen(san), RK_NOTATION_PLAIN,
                         &puzzle.moves[i], NULL))
            fail_msg("%s: %s is not a move", fen, san);
        puzzle.positions[i + 1] = puzzle.positions[i];
        rk_position_apply(&puzzle.positions[i + 1], puzzle.moves[i], &undo);
    }
    return puzzle;
}
