/* SPDX-License-Identifier: MIT */
#include "ratings/reload.h"

#include "ratings/rating_row.h"
#include "ratings/ratings_internal.h"

struct ratings_reload {
    struct pending_request pending;
    struct store_job *job; /* until it is submitted */
    ratings_reloaded *callback;
    void *context;
};

static void take_row(struct server *server, const struct store_job *job)
{
    struct rating rating;
    enum perf perf;
    const struct rated_player *player =
        rated_player_find(server, store_get_text(job, RATING_ROW_ACCOUNT));
    if (player && rating_from_row(job, &perf, &rating) && player->entries[perf])
        rating_entry_replace(player->entries[perf], &rating);
}

static void on_rows(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct ratings_reload *reload = context;
    struct server *server = reload->pending.server;
    if (server) {
        while (outcome == STORE_DONE && store_next_row(job))
            take_row(server, job);
        reload->callback(reload->context);
    }
    pending_destroy(&reload->pending);
}

struct ratings_reload *ratings_reload_create(struct server *server)
{
    struct ratings_reload *reload = pending_create(&server->ratings->pending, sizeof *reload);
    if (reload)
        reload->job = store_job_create();
    return reload;
}

void ratings_reload_add(struct ratings_reload *reload, const char *account, enum perf perf)
{
    store_call(reload->job, STORE_RATING);
    store_bind_text(reload->job, account);
    store_bind_text(reload->job, perf_key(perf));
}

void ratings_reload_start(struct ratings_reload *reload, ratings_reloaded *callback, void *context)
{
    reload->callback = callback;
    reload->context = context;
    // Among the writes, so that it sees all that were queued before.
    store_write(reload->pending.server->store, reload->job, on_rows, reload);
}
