/* SPDX-License-Identifier: MIT */
#include "analysis/endgames.h"

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
    endgame_fini(&((struct query *)request)->endgame);
}

// ---- on the worker thread --------------------------------------------------------------------

static void run_query(struct work *work)
{
    struct query *query = LIST_OWNER(work, struct query, work);
    const rk_position position = query->endgame.position;
    endgame_probe(query->tablebase, &position, &query->endgame);
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
