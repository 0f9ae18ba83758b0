/* SPDX-License-Identifier: MIT */
#include "rounds/ledger.h"

#include <stdlib.h>
#include <string.h>

#include "accounts/presence.h"
#include "rounds/attendance.h"
#include "rounds/audience.h"
#include "rounds/roundread.h"
#include "rounds/roundtime.h"

enum { HEARTBEAT_MS = 1000 };

// ---- what is awaited -------------------------------------------------------------------------

void pledge_begin(struct server *server, struct pledge *pledge)
{
    pledge->server = server;
    list_add(&server->rounds->pledges, &pledge->node);
}

bool pledge_end(struct pledge *pledge)
{
    list_remove(&pledge->node);
    return pledge->server != NULL;
}

// ---- replies ---------------------------------------------------------------------------------

static struct reply reply_now(const struct round *round)
{
    return (struct reply){.version = round_version(round),
                          .left = {round_left(round, RK_WHITE), round_left(round, RK_BLACK)}};
}

static void answer(const struct reply *reply, reply_callback *then, void *context)
{
    if (then)
        then(context, reply);
}

/* The answer that entry of the journal was given. */
static struct reply reply_for(const struct round *round, size_t index)
{
    const struct event *event = &round->journal.events[index];
    struct reply reply = reply_now(round);
    reply.version = (int64_t)index + 1;
    if (event->kind == EVENT_ACTION)
        memcpy(reply.left, event->left, sizeof reply.left);
    return reply;
}

void reply_done(struct round *round, reply_callback *then, void *context, const char *why)
{
    struct reply reply = reply_for(round, round->journal.count - 1);
    reply.why = why;
    answer(&reply, then, context);
}

void reply_refused(struct round *round, enum refusal refusal, const char *why, reply_callback *then,
                   void *context)
{
    struct reply reply = reply_now(round);
    reply.refusal = refusal;
    reply.why = why ? why : refusal_text(refusal);
    answer(&reply, then, context);
}

bool reply_again(struct round *round, const char *key, const char *name, reply_callback *then,
                 void *context)
{
    const struct journal *journal = &round->journal;
    size_t found = *key ? journal_find(journal, key, journal->count) : SIZE_MAX;
    for (; found != SIZE_MAX; found = journal_find(journal, key, found)) {
        const struct event *event = &journal->events[found];
        if (event->kind == EVENT_CHAT && strcmp(event->name, name) != 0)
            continue; // another's of the same id
        struct reply reply = reply_for(round, found);
        reply.again = true;
        answer(&reply, then, context);
        return true;
    }
    return false;
}

// ---- plans -----------------------------------------------------------------------------------

struct plan *plan_begin(struct round *round, int64_t at)
{
    struct plan *plan = &round->server->rounds->plan;
    plan->round = round;
    plan->at = at;
    plan->count = plan->played = 0;
    plan->compensation[RK_WHITE] = plan->compensation[RK_BLACK] = 0;
    return plan;
}

static struct event *add_event(struct plan *plan, enum event_kind kind, int64_t at)
{
    struct event *event = &plan->events[plan->count++];
    memset(event, 0, sizeof *event);
    event->kind = kind;
    event->at = at;
    return event;
}

rk_err plan_play(struct plan *plan, rk_action action, rk_fault *fault)
{
    rk_game *game = plan->round->game;
    if (plan->count == PLAN_EVENTS_MAX)
        return RK_NOT_NOW; // no command makes so many
    const rk_err err = rk_game_play(game, action, fault);
    if (err)
        return err;
    plan->played++;
    struct event *event = add_event(plan, EVENT_ACTION, action.at);
    event->action = action;
    for (int side = 0; side < 2; side++)
        event->left[side] = rk_clock_left(rk_game_clock(game), (rk_side)side, action.at);
    return RK_OK;
}

void plan_say(struct plan *plan, const struct event *said)
{
    *add_event(plan, EVENT_CHAT, said->at) = *said;
}

static void take_back(struct plan *plan)
{
    for (; plan->played; plan->played--)
        if (rk_game_undo(plan->round->game))
            abort(); // it was played a moment ago
}

void plan_abandon(struct plan *plan)
{
    take_back(plan);
    plan->count = 0;
}

// ---- the job ---------------------------------------------------------------------------------

/* So many events share a row: it is short enough to be written again with each, and
 * the index of rows grows slowly. */
enum { PART_EVENTS = 16 };

static enum statement choose_append(const struct round *round, size_t seq)
{
    if (round_is_over(round))
        return STORE_APPEND_AFTER;
    return (seq - 1) % PART_EVENTS ? STORE_APPEND : STORE_BEGIN_PART;
}

static void add_entry(struct store_job *job, const struct round *round, size_t seq,
                      const struct event *event, struct buffer *bytes)
{
    const enum statement statement = choose_append(round, seq);
    buffer_clear(bytes);
    event_encode(event, bytes);
    store_call(job, statement);
    store_bind_text(job, round->info.id);
    store_bind_integer(job, (int64_t)((seq - 1) / PART_EVENTS));
    store_bind_integer(job, (int64_t)seq);
    store_bind_bytes(job, bytes->bytes, bytes->size);
    if (statement != STORE_APPEND_AFTER)
        store_bind_integer(job, round->epoch);
}

/* Against the engine people choose their side: it tells nothing for the next draw. */
static void add_count(struct store_job *job, const struct game_info *info, unsigned side)
{
    const struct identity *player = &info->players[side];
    if (player->role == ROLE_GUEST || player->role == ROLE_ENGINE)
        return;
    const bool drawn = game_info_engine_side(info) == 2;
    store_call(job, STORE_COUNT_GAME);
    store_bind_text(job, player->id);
    store_bind_integer(job, !drawn ? 0 : side == RK_WHITE ? 1 : -1);
}

/* How the game ends with the plan, if it does. */
struct finish {
    bool ends, counts;
    unsigned status;
    rk_winner winner;
    size_t plies;
    struct buffer log; /* all of it, to be kept in the game's row */
};

static struct finish finish_of(const struct plan *plan)
{
    const struct round *round = plan->round;
    struct finish finish = {.ends = plan->played && round_is_over(round)};
    if (!finish.ends)
        return finish;
    finish.counts = rk_game_status(round->game) != RK_ABORTED;
    finish.status = game_status_number(round->game);
    finish.winner = rk_game_winner(round->game);
    finish.plies = game_plies(round->game);
    journal_encode(&round->journal, &finish.log);
    for (size_t i = 0; i < plan->count; i++)
        event_encode(&plan->events[i], &finish.log);
    return finish;
}

static void add_finish(struct store_job *job, const struct plan *plan, const struct finish *finish)
{
    const struct round *round = plan->round;
    store_call(job, STORE_FINISH_GAME);
    store_bind_text(job, round->info.id);
    store_bind_integer(job, plan->events[plan->count - 1].at);
    store_bind_integer(job, finish->status);
    store_bind_integer(job, finish->winner);
    store_bind_integer(job, (int64_t)finish->plies);
    store_bind_bytes(job, finish->log.bytes, finish->log.size);
    store_bind_integer(job, round->epoch);
    store_call(job, STORE_END_EVENTS);
    store_bind_text(job, round->info.id);
    if (!finish->counts)
        return;
    add_count(job, &round->info, RK_WHITE);
    add_count(job, &round->info, RK_BLACK);
}

/* Takes the plan back and writes all of it as one job. NULL without memory. */
static struct store_job *make_job(struct plan *plan)
{
    struct round *round = plan->round;
    struct buffer bytes = {0};
    struct finish finish = finish_of(plan);
    struct store_job *job = store_job_create();
    take_back(plan);
    for (size_t i = 0; i < plan->count; i++)
        add_entry(job, round, round->journal.count + i + 1, &plan->events[i], &bytes);
    if (finish.ends)
        add_finish(job, plan, &finish);
    const bool failed = bytes.failed || finish.log.failed;
    buffer_fini(&bytes);
    buffer_fini(&finish.log);
    if (!failed)
        return job;
    store_job_destroy(job);
    return NULL;
}

// ---- when the store fails --------------------------------------------------------------------

/* Until the store works again nobody's time is charged. */
static void stall(struct round *round, int64_t since)
{
    if (round_is_over(round) || round->stalled_since)
        return;
    round->stalled_since = since;
    list_add(&round->server->rounds->stalled, &round->stalled);
    heartbeat_begin(round->server);
}

static void recover(struct round *round)
{
    if (!round->stalled_since)
        return;
    round->forgiven = round_forgiven(round, round->server->now);
    round->deadline_from += round->server->now - round->stalled_since;
    round->stalled_since = 0;
    list_remove(&round->stalled);
}

static void recover_all(struct server *server)
{
    struct list *stalled = &server->rounds->stalled;
    while (!list_is_empty(stalled)) {
        struct round *round = LIST_OWNER(stalled->next, struct round, stalled);
        recover(round);
        if (!round->flush && !round->busy)
            round->settle(round);
    }
}

// ---- the heartbeat ---------------------------------------------------------------------------

static bool is_beat_needed(const struct rounds *rounds)
{
    if (!list_is_empty(&rounds->stalled))
        return true;
    for (const struct list *node = rounds->running.next; node != &rounds->running;
         node = node->next)
        if (round_clock_runs(LIST_OWNER(node, struct round, node)))
            return true;
    return false;
}

static void beaten(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct pledge *pledge = context;
    struct server *server = pledge->server;
    if (pledge_end(pledge)) {
        server->rounds->beating = false;
        if (outcome == STORE_DONE)
            recover_all(server);
    }
    free(pledge);
}

void heartbeat(struct server *server)
{
    struct pledge *pledge = malloc(sizeof *pledge);
    if (!pledge)
        return;
    pledge_begin(server, pledge);
    server->rounds->beating = true;
    struct store_job *job = store_job_create();
    store_call(job, STORE_HEARTBEAT);
    store_bind_integer(job, server->now);
    store_write(server->store, job, beaten, pledge);
}

static void tick(void *context)
{
    struct server *server = context;
    struct rounds *rounds = server->rounds;
    if (list_is_empty(&rounds->running) && list_is_empty(&rounds->stalled))
        return;
    if (!rounds->beating && is_beat_needed(rounds))
        heartbeat(server);
    (void)timer_set(&server->timers, &rounds->heartbeat, server->now + HEARTBEAT_MS, tick, server);
}

void heartbeat_begin(struct server *server)
{
    struct timer *heartbeat = &server->rounds->heartbeat;
    if (!timer_is_set(heartbeat))
        (void)timer_set(&server->timers, heartbeat, server->now + HEARTBEAT_MS, tick, server);
}

static void free_flush(struct flush *flush)
{
    if (flush)
        free(flush->said);
    free(flush);
}

// ---- when it is on disk ----------------------------------------------------------------------

/* A clock starts when its player hears of it, which is now: what the flush took since
 * the move came, or since a paused game went on, is charged to nobody. */
static void forgive_flush(struct round *round, const struct flush *flush, const rk_action *action,
                          bool was_paused)
{
    const int64_t now = round->server->now;
    const int64_t took = now > flush->at ? now - flush->at : 0;
    if (action->kind == RK_ACT_START_CLOCK)
        round->forgiven = took;
    else if (action->kind == RK_ACT_MOVE) {
        lag_spend(&round->seats[action->by].lag, flush->compensation[action->by]);
        round->forgiven = took;
        round->deadline_from = now;
    } else if (action->kind == RK_ACT_PAUSE)
        round->forgiven = 0; // the pause begins where that began
    else if (action->kind == RK_ACT_RESUME && was_paused)
        round->forgiven += took;
}

static void enter(struct round *round, struct flush *flush)
{
    const bool was_paused = round_is_paused(round);
    recover(round);
    for (size_t i = 0; i < flush->count; i++) {
        const struct event *event = &flush->events[i];
        // Room was made for both before it was written.
        journal_put(&round->journal, event, event->kind == EVENT_CHAT ? flush->said : NULL);
        if (event->kind != EVENT_ACTION) {
            flush->said = NULL;
            continue;
        }
        if (rk_game_redo(round->game))
            abort();
        forgive_flush(round, flush, &event->action, was_paused);
    }
}

static void say_it_is_over(struct round *round)
{
    struct server *server = round->server;
    list_remove(&round->node);
    list_add(&server->rounds->over, &round->node);
    round->used_at = server->now;
    timer_stop(&server->timers, &round->due);
    attendance_end(round);
    audience_end(round);
    for (int side = 0; side < 2; side++)
        presence_notify(server, round->info.players[side].id, NOTICE_GAME_FINISH, round->info.id);
}

static void acknowledge(struct round *round, const struct flush *flush)
{
    if (flush->refusal)
        reply_refused(round, flush->refusal, flush->why, flush->then, flush->context);
    else
        reply_done(round, flush->then, flush->context, flush->why);
}

static void commit(struct round *round, struct flush *flush)
{
    const size_t first = round->journal.count;
    const bool was_over = round_is_over(round);
    enter(round, flush);
    acknowledge(round, flush);
    audience_publish(round, first);
    if (round_is_over(round) && !was_over)
        say_it_is_over(round);
}

// ---- when the log is not what we thought -----------------------------------------------------

/* Somebody else has written to it, or this was written before: it is read again. */
struct reread {
    struct pledge pledge;
    struct flush *flush;
};

static void adopt(struct round *round, struct kept *kept)
{
    const size_t known = round->journal.count;
    const bool was_over = round_is_over(round);
    journal_fini(&round->journal);
    rk_game_destroy(round->game);
    round->journal = kept->journal;
    round->game = kept->game;
    round->forgiven = 0;
    audience_publish(round, known < round->journal.count ? known : round->journal.count);
    if (round_is_over(round) && !was_over)
        say_it_is_over(round);
}

static void answer_by_log(struct round *round, const struct flush *flush)
{
    const struct event *last = &flush->events[flush->count - 1];
    if (!reply_again(round, last->request, last->name, flush->then, flush->context))
        reply_refused(round, REFUSED_STALE, NULL, flush->then, flush->context);
}

static void end_flush(struct flush *flush)
{
    struct round *round = flush->round;
    free_flush(flush);
    round->busy = false;
    round->settle(round);
}

static void reread_done(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct reread *reread = context;
    struct flush *flush = reread->flush;
    const bool here = pledge_end(&reread->pledge);
    struct kept kept;
    rk_fault fault = {.text = "the store does not answer"};
    free(reread);
    if (!here) {
        free_flush(flush);
        return;
    }
    struct round *round = flush->round;
    round->server->rounds->flushes--;
    if (outcome == STORE_DONE && !kept_read(job, &kept, &fault)) {
        adopt(round, &kept);
        answer_by_log(round, flush);
    } else {
        log_line(round->server->log, LOG_ERROR, "game %s cannot be read again: %s", round->info.id,
                 fault.text);
        reply_refused(round, REFUSED_STORE, NULL, flush->then, flush->context);
    }
    end_flush(flush);
}

static bool read_again(struct flush *flush)
{
    struct round *round = flush->round;
    struct reread *reread = malloc(sizeof *reread);
    if (!reread)
        return false;
    log_line(round->server->log, LOG_WARNING, "game %s: the log has gone on without us",
             round->info.id);
    reread->flush = flush;
    round->server->rounds->flushes++;
    pledge_begin(round->server, &reread->pledge);
    store_read(round->server->store, kept_ask(round->info.id), reread_done, reread);
    return true;
}

// ---- the store's answer ----------------------------------------------------------------------

static void flushed(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct flush *flush = context;
    if (!pledge_end(&flush->pledge)) {
        free_flush(flush);
        return;
    }
    struct round *round = flush->round;
    round->server->rounds->flushes--;
    round->flush = NULL;
    round->busy = true;
    if (outcome == STORE_DONE)
        commit(round, flush);
    else if (outcome == STORE_REFUSED && read_again(flush))
        return;
    else {
        log_line(round->server->log, LOG_ERROR, "game %s: an entry could not be written",
                 round->info.id);
        stall(round, flush->at);
        reply_refused(round, REFUSED_STORE, NULL, flush->then, flush->context);
    }
    end_flush(flush);
}

static struct flush *make_flush(const struct plan *plan, const struct asker *asker)
{
    struct round *round = plan->round;
    struct flush *flush = malloc(sizeof *flush + plan->count * sizeof *plan->events);
    const struct event *last = &plan->events[plan->count - 1];
    const bool says = last->kind == EVENT_CHAT;
    char *said = says ? strdup(last->text) : NULL;
    if (!flush || (says && !said) || journal_reserve(&round->journal, plan->count)) {
        free(said);
        free(flush);
        return NULL;
    }
    *flush = (struct flush){.round = round,
                            .at = plan->at,
                            .then = asker->then,
                            .context = asker->context,
                            .why = asker->why,
                            .refusal = asker->refusal,
                            .said = said,
                            .count = plan->count};
    memcpy(flush->compensation, plan->compensation, sizeof flush->compensation);
    memcpy(flush->events, plan->events, plan->count * sizeof *plan->events);
    return flush;
}

void plan_commit(struct plan *plan, const struct asker *asker)
{
    struct round *round = plan->round;
    struct event *last = &plan->events[plan->count - 1];
    if (asker->request && !asker->refusal)
        strncpy(last->request, asker->request, EVENT_REQUEST_MAX);
    struct flush *flush = make_flush(plan, asker);
    struct store_job *job = flush ? make_job(plan) : NULL;
    if (!job) {
        free_flush(flush);
        plan_abandon(plan);
        reply_refused(round, REFUSED_BUSY, "the server is out of memory", asker->then,
                      asker->context);
        return;
    }
    round->flush = flush;
    round->server->rounds->flushes++;
    pledge_begin(round->server, &flush->pledge);
    store_write(round->server->store, job, flushed, flush);
}
