/* SPDX-License-Identifier: MIT */
#include "ratings/refunds.h"

#include <stdio.h>
#include <string.h>

#include "base/milliseconds.h"
#include "ratings/leaderboard_change.h"
#include "ratings/rating_row.h"
#include "ratings/rating_sync.h"
#include "ratings/ratings_internal.h"
#include "ratings/reload.h"

enum { TRIES_MAX = 5 };

_Static_assert((int)REFUND_GAMES_MAX <= (int)RELOAD_MAX, "all refunded ratings are read at once");

/* The points that one player gets back in one perf. */
struct refund {
    char account[IDENTITY_ID_MAX + 1];
    enum perf perf;
    double points;
    struct rating_write write;
};

struct refund_request {
    struct pending_request pending;
    char cheater[IDENTITY_ID_MAX + 1];
    struct refund refunds[REFUND_GAMES_MAX];
    size_t count;
    unsigned tries;
    refund_writer *write;
    refund_callback *callback;
    void *context;
};

static struct refund_summary summarize_refunds(const struct refund_request *request)
{
    struct refund_summary summary = {.players = request->count};
    for (size_t i = 0; i < request->count; i++)
        summary.points += request->refunds[i].points;
    return summary;
}

static void finish_request(struct refund_request *request, bool done)
{
    const struct refund_summary summary = summarize_refunds(request);
    request->callback(request->context, done ? &summary : NULL);
    pending_destroy(&request->pending);
}

// ---- writing ---------------------------------------------------------------------------------

static void write_refunds(void *context);

static void reload_and_retry(struct refund_request *request)
{
    struct ratings_reload *reload = ratings_reload_create(request->pending.server);
    if (!reload) {
        finish_request(request, false);
        return;
    }
    for (size_t i = 0; i < request->count; i++)
        ratings_reload_add(reload, request->refunds[i].account, request->refunds[i].perf);
    ratings_reload_start(reload, write_refunds, request);
}

static void on_refund_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct refund_request *request = context;
    for (size_t i = 0; i < request->count; i++) {
        struct refund *refund = &request->refunds[i];
        rating_write_end(&refund->write, outcome == STORE_DONE);
        leaderboard_mark_changed(request->pending.server, refund->perf);
        if (outcome == STORE_DONE)
            rating_sync_publish(request->pending.server, refund->account, refund->perf,
                                &refund->write.after);
    }
    if (outcome == STORE_REFUSED && request->tries++ < TRIES_MAX)
        reload_and_retry(request);
    else
        finish_request(request, outcome == STORE_DONE);
}

static void add_refund(struct refund_request *request, struct refund *refund, struct store_job *job)
{
    struct server *server = request->pending.server;
    const struct rated_player *player = rated_player_find(server, refund->account);
    refund->write = rating_write_begin(player->entries[refund->perf]);
    rating_add_refund(&refund->write.after, refund->points);
    rating_write_queue(&refund->write);
    rating_add_row(job, refund->account, refund->perf, &refund->write.after, server_date(server));
    store_call(job, STORE_ADD_RATING_REFUND);
    store_bind_text(job, refund->account);
    store_bind_text(job, perf_key(refund->perf));
    store_bind_real(job, refund->points);
    store_bind_text(job, request->cheater);
    store_bind_integer(job, server_date(server));
}

static void write_refunds(void *context)
{
    struct refund_request *request = context;
    struct store_job *job = store_job_create();
    for (size_t i = 0; i < request->count; i++)
        add_refund(request, &request->refunds[i], job);
    const struct refund_summary summary = summarize_refunds(request);
    request->write(request->context, &summary, job, on_refund_written, request);
}

// ---- the games -------------------------------------------------------------------------------

static struct refund *find_or_add_refund(struct refund_request *request, const char *account,
                                         enum perf perf)
{
    for (size_t i = 0; i < request->count; i++)
        if (request->refunds[i].perf == perf && !strcmp(request->refunds[i].account, account))
            return &request->refunds[i];
    struct refund *refund = &request->refunds[request->count++];
    snprintf(refund->account, sizeof refund->account, "%s", account);
    refund->perf = perf;
    return refund;
}

/* Adds what the opponent lost in the game of the current row. */
static void add_game(struct refund_request *request, const struct store_job *job)
{
    enum { PERF, OPPONENT, LOST };
    enum perf perf;
    const char *account = store_get_text(job, OPPONENT);
    const double lost = store_get_real(job, LOST);
    const struct rated_player *player = rated_player_find(request->pending.server, account);
    if (lost <= 0 || !perf_from_key(store_get_text(job, PERF), &perf) || !player ||
        !player->entries[perf])
        return;
    find_or_add_refund(request, account, perf)->points += lost;
}

static void on_cheater_games(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct refund_request *request = context;
    if (!request->pending.server) {
        pending_destroy(&request->pending);
        return;
    }
    while (outcome == STORE_DONE && store_next_row(job))
        add_game(request, job);
    request->pending.internal = true; // the store has answered; the writer answers while we live
    if (outcome == STORE_DONE)
        write_refunds(request);
    else
        finish_request(request, false);
}

void ratings_refund(struct server *server, const char *cheater, refund_writer *write,
                    refund_callback *callback, void *context)
{
    struct refund_request *request = pending_create(&server->ratings->pending, sizeof *request);
    if (!request) {
        callback(context, NULL);
        return;
    }
    snprintf(request->cheater, sizeof request->cheater, "%s", cheater);
    request->write = write;
    request->callback = callback;
    request->context = context;
    struct store_job *job = store_job_create();
    store_call(job, STORE_REFUNDABLE_GAMES);
    store_bind_text(job, cheater);
    store_bind_integer(job, server_date(server) - REFUND_DAYS * DAY_MS);
    store_bind_integer(job, REFUND_GAMES_MAX);
    // Among the writes, so that it sees an earlier refund that is being written.
    store_write(server->store, job, on_cheater_games, request);
}
