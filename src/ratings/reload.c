/* SPDX-License-Identifier: MIT */
#include "ratings/reload.h"

#include <stdio.h>
#include <string.h>

#include "ratings/rating_row.h"
#include "ratings/ratings_internal.h"

/* One of the ratings that are read. */
struct reloaded_rating {
    char account[IDENTITY_ID_MAX + 1];
    enum perf perf;
    bool found;
};

struct ratings_reload {
    struct pending_request pending;
    struct store_job *job; /* until it is submitted */
    struct reloaded_rating ratings[RELOAD_MAX];
    size_t count;
    ratings_reloaded *callback;
    void *context;
};

static struct rating_entry *find_entry(const struct server *server, const char *account,
                                       enum perf perf)
{
    const struct rated_player *player = rated_player_find(server, account);
    return player ? player->entries[perf] : NULL;
}

static void take_row(struct ratings_reload *reload, const struct store_job *job)
{
    const char *account = store_get_text(job, RATING_ROW_ACCOUNT);
    struct rating rating;
    enum perf perf;
    if (!rating_from_row(job, &perf, &rating))
        return;
    struct rating_entry *entry = find_entry(reload->pending.server, account, perf);
    if (entry)
        rating_entry_replace(entry, &rating);
    for (size_t i = 0; i < reload->count; i++)
        if (reload->ratings[i].perf == perf && !strcmp(reload->ratings[i].account, account))
            reload->ratings[i].found = true;
}

/* A rating that is not stored any more begins again: its player's account was erased, or another
 * process has deleted it. Otherwise every change of it would be refused, and the game could not
 * end. */
static void reset_missing(const struct ratings_reload *reload)
{
    const struct server *server = reload->pending.server;
    for (size_t i = 0; i < reload->count; i++) {
        const struct reloaded_rating *missing = &reload->ratings[i];
        struct rating_entry *entry = find_entry(server, missing->account, missing->perf);
        if (missing->found || !entry)
            continue;
        const bool is_bot = rated_player_find(server, missing->account)->who.role == ROLE_BOT;
        const struct rating start = rating_start(is_bot);
        rating_entry_replace(entry, &start);
    }
}

static void on_rows(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct ratings_reload *reload = context;
    if (reload->pending.server) {
        while (outcome == STORE_DONE && store_next_row(job))
            take_row(reload, job);
        if (outcome == STORE_DONE)
            reset_missing(reload);
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
    struct reloaded_rating *rating = &reload->ratings[reload->count++];
    snprintf(rating->account, sizeof rating->account, "%s", account);
    rating->perf = perf;
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
