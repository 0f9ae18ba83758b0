/* SPDX-License-Identifier: MIT */
#include "syzygy/endgame.h"

#include <stdlib.h>

#include "rookery/outcome.h"

/* A finished game has a value, too: the tables hold only positions that can be played. */
static struct endgame_value probe_value(rk_tablebase *tablebase, const rk_position *pos)
{
    const rk_outcome outcome = rk_position_outcome(pos);
    struct endgame_value value = {.known = true};
    if (outcome.winner != RK_NOBODY_WINS)
        value.wdl = RK_LOSS; // the side to move is mated
    else if (outcome.end == RK_NOT_OVER)
        value.known = rk_tablebase_wdl(tablebase, pos, &value.wdl) &&
                      rk_tablebase_dtz(tablebase, pos, &value.dtz);
    return value;
}

/* How good a value is for the side that is not to move: the result first; then a short way to a
 * win, a long way to a loss. */
static int rank_move(const struct endgame_move *move)
{
    enum { RESULT_UNIT = 1 << 16, MATE = 1 << 12 };
    const struct endgame_value *value = &move->value;
    if (!value->known)
        return -8 * RESULT_UNIT;
    const int result = -(int)value->wdl * RESULT_UNIT;
    if (value->wdl == RK_DRAW)
        return result;
    return value->wdl < 0 ? result + (value->dtz ? value->dtz : MATE) : result + value->dtz;
}

static int compare_moves(const void *a, const void *b)
{
    const struct endgame_move *first = a, *second = b;
    const int difference = rank_move(second) - rank_move(first);
    return difference ? difference : (int)first->move - (int)second->move;
}

static void probe_moves(rk_tablebase *tablebase, struct endgame *endgame)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(&endgame->position, moves);
    endgame->moves = calloc(count ? count : 1, sizeof *endgame->moves);
    for (size_t i = 0; endgame->moves && i < count; i++) {
        struct endgame_move *move = &endgame->moves[endgame->count++];
        rk_undo memo;
        move->move = moves[i];
        move->after = endgame->position;
        rk_position_apply(&move->after, moves[i], &memo);
        move->zeroing = move->after.halfmove_clock == 0;
        move->value = probe_value(tablebase, &move->after);
    }
    if (endgame->moves)
        qsort(endgame->moves, endgame->count, sizeof *endgame->moves, compare_moves);
}

void endgame_probe(rk_tablebase *tablebase, const rk_position *pos, struct endgame *out)
{
    *out = (struct endgame){.position = *pos, .value = probe_value(tablebase, pos)};
    if (out->value.known)
        probe_moves(tablebase, out);
}

void endgame_fini(struct endgame *endgame)
{
    free(endgame->moves);
    endgame->moves = NULL;
    endgame->count = 0;
}

/* Table distances may be one ply too long, so exactly fifty moves are uncertain. */
const char *endgame_category(const struct endgame_value *value, const rk_position *pos)
{
    enum { FIFTY_MOVES = 100 };
    const int plies = abs(value->dtz) + pos->halfmove_clock;
    switch (value->known ? (int)value->wdl : 3) {
    case RK_WIN:
        return plies > FIFTY_MOVES ? "cursed-win" : plies == FIFTY_MOVES ? "maybe-win" : "win";
    case RK_CURSED_WIN:
        return "cursed-win";
    case RK_DRAW:
        return "draw";
    case RK_BLESSED_LOSS:
        return "blessed-loss";
    case RK_LOSS:
        return plies > FIFTY_MOVES ? "blessed-loss" : plies == FIFTY_MOVES ? "maybe-loss" : "loss";
    default:
        return "unknown";
    }
}
