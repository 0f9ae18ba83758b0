/* SPDX-License-Identifier: MIT */
#include "analysis/endgames.h"

#include <stdlib.h>

#include "rookery/outcome.h"

struct query {
    struct pending_request request;
    struct work work;
    rk_tablebase *tablebase;
    struct endgame endgame;
    endgame_callback *callback;
    void *context;
};

static void release_query(struct pending_request *request)
{
    free(((struct query *)request)->endgame.moves);
}

// ---- on the worker thread --------------------------------------------------------------------

/* A finished game has a value, too: the tables hold only positions that can be played. */
static struct endgame_value probe(rk_tablebase *tablebase, const rk_position *pos)
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
static int merit(const struct endgame_move *move)
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
    const int difference = merit(second) - merit(first);
    return difference ? difference : (int)first->move - (int)second->move;
}

static void probe_moves(struct query *query)
{
    struct endgame *endgame = &query->endgame;
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
        move->value = probe(query->tablebase, &move->after);
    }
    if (endgame->moves)
        qsort(endgame->moves, endgame->count, sizeof *endgame->moves, compare_moves);
}

static void run_query(struct work *work)
{
    struct query *query = LIST_OWNER(work, struct query, work);
    query->endgame.value = probe(query->tablebase, &query->endgame.position);
    if (query->endgame.value.known)
        probe_moves(query);
}

// ---- on the server's thread ------------------------------------------------------------------

static void finish_query(struct work *work)
{
    struct query *query = LIST_OWNER(work, struct query, work);
    if (query->request.server)
        query->callback(query->context, &query->endgame);
    pending_destroy(&query->request);
}

void endgame_find(struct server *server, const rk_position *pos, endgame_callback *callback,
                  void *context)
{
    struct query *query =
        server->env.tablebase ? pending_create(&server->pending, sizeof *query) : NULL;
    if (!query) {
        callback(context, NULL);
        return;
    }
    query->request.release = release_query;
    query->work = (struct work){.run = run_query, .done = finish_query};
    query->tablebase = server->env.tablebase;
    query->endgame.position = *pos;
    query->callback = callback;
    query->context = context;
    if (server->env.queue_work(server->env.context, &query->work))
        return;
    pending_destroy(&query->request);
    callback(context, NULL);
}
