/* SPDX-License-Identifier: MIT */
#include "rounds/commit.h"

#include <stdlib.h>
#include <string.h>

#include "accounts/presence.h"
#include "cluster/membership.h"
#include "cluster/shards.h"
#include "core/metrics.h"
#include "record/stored_game.h"
#include "rounds/ended_games.h"
#include "rounds/game_listener.h"
#include "rounds/game_notice.h"
#include "rounds/game_notifications.h"
#include "rounds/heartbeat.h"
#include "rounds/player_games.h"
#include "rounds/player_presence.h"
#include "rounds/reply.h"
#include "rounds/round.h"
#include "rounds/round_updates.h"
#include "rounds/watchers.h"

enum { RATING_TRIES_MAX = 5 };

/* A transaction that is being written. */
struct commit {
    struct pending_request request;
    struct round *round;
    int64_t at;
    int64_t arrived_us;       /* the same for metrics, from metrics_clock_us() */
    reply_callback *callback; /* NULL: no reply is needed */
    void *context;
    const char *why; /* sent with the reply; NULL: nothing */
    enum refusal refusal;
    char *chat_text;              /* owned; NULL: no chat line in it */
    struct rating_change *rating; /* owned; NULL: it does not change ratings */
    unsigned rating_tries;        /* to write it after other changes of the ratings */
    bool is_unknown;              /* the store does not know whether it was written */
    size_t count;
    struct event events[];
};

static void release_commit(struct pending_request *request)
{
    struct commit *commit = (struct commit *)request;
    free(commit->chat_text);
    rating_change_destroy(commit->rating);
}

// ---- the transaction is on disk --------------------------------------------------------------

/* A player's clock starts when the player is notified, which is now. The duration of the write,
 * since the move arrived or a paused game resumed, is not charged. */
static void exclude_write_time(struct round *round, const struct commit *commit,
                               const struct event *event, bool was_paused)
{
    const rk_action *action = &event->action;
    const int64_t now = round->server->now;
    const int64_t took = now > commit->at ? now - commit->at : 0;
    if (action->kind == RK_ACT_START_CLOCK)
        round->uncharged = took;
    else if (action->kind == RK_ACT_MOVE) {
        lag_spend(&round->lag[action->by], event->compensation);
        round->uncharged = took;
        round->first_move_from = now;
    } else if (action->kind == RK_ACT_PAUSE)
        round->uncharged = 0; // the pause covers it
    else if (action->kind == RK_ACT_RESUME && was_paused)
        round->uncharged += took;
}

static void apply_events(struct round *round, struct commit *commit)
{
    const bool was_paused = round_is_paused(round);
    heartbeat_unstall(round);
    for (size_t i = 0; i < commit->count; i++) {
        const struct event *event = &commit->events[i];
        // Memory for both was reserved before the write.
        journal_put(&round->journal, event, event->kind == EVENT_CHAT ? commit->chat_text : NULL);
        if (event->kind != EVENT_ACTION) {
            commit->chat_text = NULL;
            continue;
        }
        if (rk_game_redo(round->game))
            abort();
        exclude_write_time(round, commit, event, was_paused);
    }
}

static void finish_round(struct round *round)
{
    struct server *server = round->server;
    metrics_count_label(server->metrics, METRIC_GAMES_FINISHED, rk_game_status(round->game));
    list_remove(&round->node);
    list_add(&server->rounds->over, &round->node);
    player_games_remove(round);
    round->used_at = server->now;
    round->ended_at = round->journal.events[round->journal.count - 1].at + server->date_offset;
    timer_stop(&server->timers, &round->timeout);
    player_presence_stop(round);
    watchers_announce_end(round);
    game_notice_send(round, NOTICE_GAME_FINISH);
    game_notify_ended(round);
    ended_games_publish(round);
}

/* Tells everybody but the watchers what has changed. */
static void publish_change(struct round *round, bool was_over, size_t plies_before)
{
    if (round_is_over(round) && !was_over)
        finish_round(round);
    else if (round_plies(round) != plies_before)
        game_listeners_moved(round);
}

static void send_reply(struct round *round, const struct commit *commit)
{
    if (commit->refusal)
        reply_refused(round, commit->refusal, commit->why, commit->callback, commit->context);
    else
        reply_done(round, commit->callback, commit->context, commit->why);
}

static bool has_move(const struct commit *commit)
{
    for (size_t i = 0; i < commit->count; i++)
        if (commit->events[i].kind == EVENT_ACTION && commit->events[i].action.kind == RK_ACT_MOVE)
            return true;
    return false;
}

static void measure_move(const struct round *round, const struct commit *commit)
{
    struct metrics *metrics = round->server->metrics;
    if (!has_move(commit))
        return;
    metrics_count(metrics, METRIC_MOVES);
    metrics_observe(metrics, METRIC_MOVE_SECONDS,
                    metrics_clock_us(round->server) - commit->arrived_us);
}

static void publish_commit(struct round *round, struct commit *commit)
{
    const size_t first = round->journal.count, plies = round_plies(round);
    const bool was_over = round_is_over(round);
    apply_events(round, commit);
    if (commit->rating)
        round->rating = rating_change_result(commit->rating);
    updates_begin(round);
    send_reply(round, commit);
    measure_move(round, commit);
    watchers_send_events(round, first);
    updates_send(round, first);
    publish_change(round, was_over, plies);
}

static void end_commit(struct commit *commit)
{
    struct round *round = commit->round;
    pending_destroy(&commit->request);
    round->busy = false;
    round_continue(round);
}

// ---- the store refused it, or does not know --------------------------------------------------

// The log is not as expected: another server has written to it, or this transaction was written
// before. Or the connection to the database was lost while it was being written. The game is read
// again before anybody gets an answer.

static void replace_game(struct round *round, struct stored_game *stored)
{
    const size_t known = round->journal.count, plies = round_plies(round);
    const bool was_over = round_is_over(round);
    journal_fini(&round->journal);
    rk_game_destroy(round->game);
    round->journal = stored->journal;
    round->game = stored->game;
    round->rating = stored->rating;
    round->uncharged = 0;
    heartbeat_unstall(round);
    if (round_plies(round) != plies)
        round->first_move_from = round->server->now;
    const size_t first = known < round->journal.count ? known : round->journal.count;
    watchers_send_events(round, first);
    updates_send(round, first);
    publish_change(round, was_over, plies);
}

static void reply_from_journal(struct round *round, const struct commit *commit)
{
    const struct event *last = &commit->events[commit->count - 1];
    if (!reply_repeat(round, last->request, last->name, commit->callback, commit->context))
        reply_refused(round,
                      commit->is_unknown                            ? REFUSED_STORE
                      : !shard_is_ours(round->server, round->shard) ? REFUSED_BUSY
                                                                    : REFUSED_STALE,
                      NULL, commit->callback, commit->context);
}

static void on_game_reloaded(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct commit *commit = context;
    struct stored_game stored;
    rk_fault fault = {.text = "the store does not answer"};
    if (!commit->request.server) {
        pending_destroy(&commit->request);
        return;
    }
    struct round *round = commit->round;
    round->server->rounds->commits--;
    if (outcome == STORE_DONE && !stored_game_read(job, &stored, &fault)) {
        replace_game(round, &stored);
        reply_from_journal(round, commit);
    } else {
        metrics_count_label(round->server->metrics, METRIC_ILLEGAL_STATES, ILLEGAL_STATE_REPLAY);
        log_line(round->server->log, LOG_ERROR, "game %s: cannot be read again: %s", round->info.id,
                 fault.text);
        reply_refused(round, REFUSED_STORE, NULL, commit->callback, commit->context);
    }
    end_commit(commit);
}

static void reload_game(struct commit *commit)
{
    struct round *round = commit->round;
    round->server->rounds->commits++;
    store_read(round->server->store, stored_game_query(round->info.id), on_game_reloaded, commit);
}

static void report_refusal(const struct round *round)
{
    metrics_count_label(round->server->metrics, METRIC_ILLEGAL_STATES, ILLEGAL_STATE_LOG);
    log_line(round->server->log, LOG_WARNING, "game %s: unexpected entries in the log",
             round->info.id);
    membership_invalidate(round->server);
}

static void reload_after_ratings(void *context)
{
    struct commit *commit = context;
    commit->request.internal = false;
    commit->round->server->rounds->commits--;
    reload_game(commit);
}

/* Reads the game again to find out whether the commit took effect. No time is charged until the
 * database is back. */
static void resolve_unknown_commit(struct commit *commit)
{
    struct round *round = commit->round;
    log_line(round->server->log, LOG_WARNING,
             "game %s: reading it again, because the connection was lost during a commit",
             round->info.id);
    commit->is_unknown = true;
    heartbeat_stall(round, commit->at);
    if (!commit->rating) {
        reload_game(commit);
        return;
    }
    round->server->rounds->commits++;
    commit->request.internal = true;
    rating_change_reload(round->server, commit->rating, reload_after_ratings, commit);
}

// ---- writing ---------------------------------------------------------------------------------

static store_done on_commit_written;

/* Another game of one of the players was to end just before this one and could not be written, or
 * another process has changed a rating: the store refused the change, which is computed again from
 * the ratings as they are now. */
static void write_again(void *context)
{
    struct commit *commit = context;
    struct round *round = commit->round;
    struct transaction *transaction = transaction_begin(round, commit->at);
    commit->request.internal = false;
    transaction_repeat(transaction, commit->events, commit->count);
    struct store_job *job = transaction_make_job(transaction);
    rating_change_destroy(commit->rating);
    commit->rating = transaction->rating;
    if (!job) {
        round->server->rounds->commits--;
        report_refusal(round);
        reload_game(commit);
        return;
    }
    store_write(round->server->store, job, on_commit_written, commit);
}

/* Whether a refused commit is tried again. */
static bool may_write_again(const struct commit *commit)
{
    return commit->rating && commit->rating_tries < RATING_TRIES_MAX;
}

static void on_commit_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct commit *commit = context;
    if (!commit->request.server) {
        pending_destroy(&commit->request);
        return;
    }
    struct round *round = commit->round;
    round->server->rounds->commits--;
    round->commit = NULL;
    round->busy = true;
    if (commit->rating)
        rating_change_end(round->server, commit->rating, outcome == STORE_DONE);
    if (outcome == STORE_DONE)
        publish_commit(round, commit);
    else if (outcome == STORE_REFUSED && may_write_again(commit)) {
        commit->rating_tries++;
        round->server->rounds->commits++;
        commit->request.internal = true;
        rating_change_reload(round->server, commit->rating, write_again, commit);
        return;
    } else if (outcome == STORE_REFUSED) {
        report_refusal(round);
        reload_game(commit);
        return;
    } else if (outcome == STORE_UNKNOWN) {
        resolve_unknown_commit(commit);
        return;
    } else {
        log_line(round->server->log, LOG_ERROR, "game %s: the store could not write",
                 round->info.id);
        heartbeat_stall(round, commit->at);
        if (has_move(commit))
            metrics_count_label(round->server->metrics, METRIC_MOVES_REFUSED, REFUSED_STORE);
        reply_refused(round, REFUSED_STORE, NULL, commit->callback, commit->context);
    }
    end_commit(commit);
}

static struct commit *make_commit(const struct transaction *transaction,
                                  const struct completion *completion)
{
    struct round *round = transaction->round;
    const size_t events_size = transaction->count * sizeof *transaction->events;
    struct commit *commit =
        pending_create(&round->server->rounds->pending, sizeof *commit + events_size);
    if (!commit)
        return NULL;
    const struct event *last = &transaction->events[transaction->count - 1];
    commit->request.release = release_commit;
    commit->round = round;
    commit->at = transaction->at;
    // The clock of metrics is exact, but it was not read when the command came.
    commit->arrived_us = metrics_clock_us(round->server) - 1000 * (round->server->now - commit->at);
    commit->callback = completion->callback;
    commit->context = completion->context;
    commit->why = completion->why;
    commit->refusal = completion->refusal;
    commit->chat_text = last->kind == EVENT_CHAT ? strdup(last->text) : NULL;
    commit->count = transaction->count;
    memcpy(commit->events, transaction->events, events_size);
    if ((last->kind == EVENT_CHAT && !commit->chat_text) ||
        journal_reserve(&round->journal, transaction->count)) {
        pending_destroy(&commit->request);
        return NULL;
    }
    return commit;
}

void commit_start(struct transaction *transaction, const struct completion *completion)
{
    struct round *round = transaction->round;
    struct event *last = &transaction->events[transaction->count - 1];
    if (completion->request && !completion->refusal)
        strncpy(last->request, completion->request, EVENT_REQUEST_MAX);
    struct commit *commit = make_commit(transaction, completion);
    struct store_job *job = commit ? transaction_make_job(transaction) : NULL;
    if (!job) {
        if (commit)
            pending_destroy(&commit->request);
        transaction_rollback(transaction);
        reply_refused(round, REFUSED_BUSY, "the server is out of memory", completion->callback,
                      completion->context);
        return;
    }
    commit->rating = transaction->rating;
    round->commit = commit;
    round->server->rounds->commits++;
    store_write(round->server->store, job, on_commit_written, commit);
}
