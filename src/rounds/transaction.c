/* SPDX-License-Identifier: MIT */
#include "rounds/transaction.h"

#include <stdlib.h>
#include <string.h>

#include "cluster/shards.h"
#include "record/game_moves.h"
#include "record/game_status.h"
#include "record/rated_games.h"
#include "rounds/round.h"

struct transaction *transaction_begin(struct round *round, int64_t at)
{
    struct transaction *transaction = &round->server->rounds->transaction;
    transaction->round = round;
    transaction->at = at;
    transaction->count = transaction->played = 0;
    transaction->rating = NULL;
    return transaction;
}

static struct event *add_event(struct transaction *transaction, enum event_kind kind, int64_t at)
{
    struct event *event = &transaction->events[transaction->count++];
    memset(event, 0, sizeof *event);
    event->kind = kind;
    event->at = at;
    return event;
}

rk_err transaction_play(struct transaction *transaction, rk_action action, rk_fault *fault)
{
    rk_game *game = transaction->round->game;
    if (transaction->count == TRANSACTION_EVENTS_MAX)
        return RK_NOT_NOW; // no command needs more
    const rk_err err = rk_game_play(game, action, fault);
    if (err)
        return err;
    transaction->played++;
    struct event *event = add_event(transaction, EVENT_ACTION, action.at);
    event->action = action;
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        event->left[side] = rk_clock_left(rk_game_clock(game), side, action.at);
    return RK_OK;
}

void transaction_compensate(struct transaction *transaction, int64_t compensation)
{
    transaction->events[transaction->count - 1].compensation = compensation;
}

void transaction_repeat(struct transaction *transaction, const struct event *events, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        transaction->events[transaction->count++] = events[i];
        if (events[i].kind != EVENT_ACTION)
            continue;
        if (rk_game_redo(transaction->round->game))
            abort(); // it was played before
        transaction->played++;
    }
}

void transaction_add_chat(struct transaction *transaction, const struct event *line)
{
    *add_event(transaction, EVENT_CHAT, line->at) = *line;
}

static void take_back_actions(struct transaction *transaction)
{
    for (; transaction->played; transaction->played--)
        if (rk_game_undo(transaction->round->game))
            abort(); // it was played a moment ago
}

void transaction_rollback(struct transaction *transaction)
{
    take_back_actions(transaction);
    transaction->count = 0;
}

// ---- the store job ---------------------------------------------------------------------------

/* Events that share a row of the store. A row is rewritten with each event, so it stays short, but
 * a game should not have a row for every event either. */
enum { ROW_EVENTS = 16 };

static enum statement choose_append(const struct round *round, size_t version)
{
    if (round_is_over(round))
        return STORE_APPEND_AFTER_END;
    return (version - 1) % ROW_EVENTS ? STORE_APPEND_EVENT : STORE_BEGIN_PART;
}

/* The store refuses what a node writes that does not own the shard any more. */
static void bind_owner(struct store_job *job, const struct round *round)
{
    store_bind_integer(job, round->shard);
    store_bind_integer(job, shards_epoch(round->server, round->shard));
}

static void add_append(struct store_job *job, const struct round *round, size_t version,
                       const struct event *event, struct buffer *bytes)
{
    const enum statement statement = choose_append(round, version);
    buffer_clear(bytes);
    event_encode(event, bytes);
    store_call(job, statement);
    store_bind_text(job, round->info.id);
    store_bind_integer(job, (int64_t)((version - 1) / ROW_EVENTS));
    store_bind_integer(job, (int64_t)version);
    store_bind_bytes(job, bytes->bytes, bytes->size);
    if (statement != STORE_APPEND_AFTER_END)
        bind_owner(job, round);
}

/* Counts the game for an account. People choose their side against the engine, so those games do
 * not count for the fair draw of sides. */
static void add_game_count(struct store_job *job, const struct game_info *info, rk_side side,
                           rk_winner winner)
{
    const struct identity *player = &info->players[side];
    if (player->role == ROLE_GUEST || player->role == ROLE_ENGINE)
        return;
    const bool side_was_drawn = game_info_engine_side(info) == RK_NO_SIDE;
    store_call(job, STORE_COUNT_GAME);
    store_bind_text(job, player->id);
    store_bind_integer(job, !side_was_drawn ? 0 : side == RK_WHITE ? 1 : -1);
    store_bind_integer(job, winner == RK_NOBODY_WINS ? 0 : (int)winner == (int)side ? 1 : -1);
}

/* The result of the game, if the transaction ends it. */
struct result {
    bool ends, counts;
    unsigned status;
    rk_winner winner;
    size_t plies;
    struct buffer log; /* all events, for the game's own row */
};

/* The log has the server's time, which never goes back; the game itself has dates. */
static int64_t end_date(const struct transaction *transaction)
{
    return transaction->events[transaction->count - 1].at + transaction->round->server->date_offset;
}

static struct result find_result(const struct transaction *transaction)
{
    const struct round *round = transaction->round;
    struct result result = {.ends = transaction->played && round_is_over(round)};
    if (!result.ends)
        return result;
    result.counts = rk_game_status(round->game) != RK_ABORTED;
    result.status = game_status_number(round->game);
    result.winner = rk_game_winner(round->game);
    result.plies = game_plies(round->game);
    journal_encode(&round->journal, &result.log);
    for (size_t i = 0; i < transaction->count; i++)
        event_encode(&transaction->events[i], &result.log);
    return result;
}

/* Computes the new ratings, if the game counts; false if out of memory. */
static bool change_ratings(struct transaction *transaction, const struct result *result)
{
    struct rated_game game;
    if (!result->counts || !rated_game_describe(&transaction->round->info, result->winner,
                                                result->plies, end_date(transaction), &game))
        return true;
    transaction->rating = rating_change_create(transaction->round->server, &game);
    return transaction->rating != NULL;
}

static void add_result(struct store_job *job, const struct transaction *transaction,
                       const struct result *result)
{
    const struct round *round = transaction->round;
    store_call(job, STORE_FINISH_GAME);
    store_bind_text(job, round->info.id);
    store_bind_integer(job, end_date(transaction));
    store_bind_integer(job, result->status);
    store_bind_integer(job, result->winner);
    store_bind_integer(job, (int64_t)result->plies);
    store_bind_bytes(job, result->log.bytes, result->log.size);
    bind_owner(job, round);
    rating_change_bind(transaction->rating, job);
    if (transaction->rating)
        rating_change_add(transaction->rating, job);
    store_call(job, STORE_DELETE_EVENTS);
    store_bind_text(job, round->info.id);
    if (!round_has_clock(round)) {
        store_call(job, STORE_DELETE_CONDITIONALS);
        store_bind_text(job, round->info.id);
        store_call(job, STORE_DELETE_ALARM);
        store_bind_text(job, round->info.id);
    }
    if (!result->counts)
        return;
    add_game_count(job, &round->info, RK_WHITE, result->winner);
    add_game_count(job, &round->info, RK_BLACK, result->winner);
}

static void drop_rating(struct transaction *transaction)
{
    if (transaction->rating)
        rating_change_end(transaction->round->server, transaction->rating, false);
    rating_change_destroy(transaction->rating);
    transaction->rating = NULL;
}

struct store_job *transaction_make_job(struct transaction *transaction)
{
    const struct round *round = transaction->round;
    struct buffer bytes = {0};
    struct result result = find_result(transaction);
    struct store_job *job = store_job_create();
    take_back_actions(transaction);
    for (size_t i = 0; i < transaction->count; i++)
        add_append(job, round, round->journal.count + i + 1, &transaction->events[i], &bytes);
    bool failed = result.log.failed || (result.ends && !change_ratings(transaction, &result));
    if (result.ends && !failed)
        add_result(job, transaction, &result);
    failed |= bytes.failed;
    buffer_fini(&bytes);
    buffer_fini(&result.log);
    if (!failed)
        return job;
    store_job_destroy(job);
    drop_rating(transaction);
    return NULL;
}
