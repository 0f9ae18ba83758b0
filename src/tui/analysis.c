/* SPDX-License-Identifier: MIT */
#include "tui/analysis.h"

#include "rookery/san.h"

void analysis_print_score(const struct analysis *thought, FILE *out)
{
    const int score = thought->score, size = score < 0 ? -score : score;
    if (thought->mate > 0)
        fprintf(out, "mate in %d", thought->mate);
    else if (thought->mate < 0)
        fprintf(out, "mated in %d", -thought->mate);
    else
        fprintf(out, "%s%d.%02d", score > 0 ? "+" : score < 0 ? "-" : "", size / 100, size % 100);
}

void analysis_print(const struct analysis *thought, const rk_position *pos, FILE *out)
{
    rk_position at = *pos;
    fprintf(out, "depth %u, ", thought->depth);
    analysis_print_score(thought, out);
    for (size_t i = 0; i < thought->move_count; i++) {
        char san[RK_SAN_MAX];
        rk_memo undo;
        rk_san_write(&at, thought->moves[i], san);
        fprintf(out, "%s %s", i ? "" : ":", san);
        rk_position_apply(&at, thought->moves[i], &undo);
    }
}
