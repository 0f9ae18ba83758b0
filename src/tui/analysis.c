/* SPDX-License-Identifier: MIT */
#include "tui/analysis.h"

#include <stdlib.h>

#include "rookery/engine.h"
#include "rookery/san.h"

rk_position *analysis_list_positions(const rk_game *game, size_t *out_count)
{
    const size_t length = rk_game_length(game);
    rk_position *positions = malloc((length + 1) * sizeof *positions);
    if (!positions)
        return NULL;
    *out_count = 0;
    for (size_t i = 0; i < length; i++)
        if (rk_game_action(game, i)->kind == RK_ACT_MOVE)
            positions[(*out_count)++] = *rk_game_position_before(game, i);
    positions[(*out_count)++] = *rk_game_position(game);
    return positions;
}

struct analysis analysis_from_search(unsigned depth, int score, const rk_move *moves,
                                     size_t move_count)
{
    struct analysis analysis = {.depth = depth, .score = score};
    if (score > RK_MATE_IN_MAX)
        analysis.mate = (RK_MATE - score + 1) / 2;
    else if (score < -RK_MATE_IN_MAX)
        analysis.mate = -(RK_MATE + score) / 2;
    while (analysis.move_count < ANALYSIS_MOVES_MAX && analysis.move_count < move_count) {
        analysis.moves[analysis.move_count] = moves[analysis.move_count];
        analysis.move_count++;
    }
    return analysis;
}

void analysis_print_score(const struct analysis *analysis, FILE *out)
{
    const int score = analysis->score, size = score < 0 ? -score : score;
    if (analysis->mate > 0)
        fprintf(out, "mate in %d", analysis->mate);
    else if (analysis->mate < 0)
        fprintf(out, "mated in %d", -analysis->mate);
    else
        fprintf(out, "%s%d.%02d", score > 0 ? "+" : score < 0 ? "-" : "", size / 100, size % 100);
}

void analysis_print(const struct analysis *analysis, const rk_position *pos, FILE *out)
{
    rk_position at = *pos;
    fprintf(out, "depth %u, ", analysis->depth);
    analysis_print_score(analysis, out);
    for (size_t i = 0; i < analysis->move_count; i++) {
        char san[RK_SAN_MAX];
        rk_undo undo;
        rk_san_write(&at, analysis->moves[i], san);
        fprintf(out, "%s %s", i ? "" : ":", san);
        rk_position_apply(&at, analysis->moves[i], &undo);
    }
}
