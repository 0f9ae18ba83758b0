/* SPDX-License-Identifier: MIT */
#include "rounds/turns.h"

#include <stdio.h>
#include <stdlib.h>

#include "rounds/attendance.h"
#include "rounds/audience.h"
#include "rounds/computer.h"
#include "rounds/conduct.h"
#include "rounds/roundtime.h"
#include "rounds/roundview.h"

enum {
    FORGIVEN_MS = 1000,         /* so much is written down at once */
    FORGIVEN_BETWEEN_MS = 10000 /* and no more often */
};

// ---- what is due -----------------------------------------------------------------------------

static bool is_engaged(const struct round *round)
{
    return round->flush || round->busy;
}

static int64_t due_at(const struct round *round)
{
    if (round_is_over(round) || is_engaged(round) || round->server->stopping)
        return INT64_MAX;
    if (round_is_paused(round))
        return round->stalled_since ? INT64_MAX : round->resume_at;
    if (round_clock_runs(round))
        return round_flag_falls(round);
    return round_first_move_by(round);
}

static void resume(struct round *round)
{
    // Whoever is not back by now has as long to come as anybody who has just left.
    if (!round_is_present(round, round_turn(round)))
        attendance_renew(round, round_turn(round));
    (void)conduct_resume(round);
}

static void set_due(struct round *round);

static void fire(void *context)
{
    struct round *round = context;
    const int64_t due = due_at(round);
    if (due > round->server->now)
        ; // things have changed since it was set
    else if (round_is_paused(round))
        resume(round);
    else if (round_clock_runs(round))
        (void)conduct_flag(round);
    else
        (void)conduct_no_show(round);
    set_due(round);
}

static void set_due(struct round *round)
{
    const int64_t due = due_at(round);
    if (due == INT64_MAX)
        timer_stop(&round->server->timers, &round->due);
    else
        (void)timer_set(&round->server->timers, &round->due, due, fire, round);
}

// ---- one after the other ---------------------------------------------------------------------

static void obey(struct round *round, const struct command *command, int64_t at,
                 reply_callback *then, void *context)
{
    round->busy = true; // what the answer causes waits its turn
    conduct(round, command, at, then, context);
    round->busy = false;
}

static void obey_next(struct round *round)
{
    struct waiting *next = LIST_OWNER(round->waiting.next, struct waiting, node);
    list_remove(&next->node);
    round->waiting_count--;
    obey(round, &next->command, next->at, next->then, next->context);
    free(next);
}

/* The server is about to end: the clock stops on disk too. What the running turn was
 * forgiven is part of the pause. */
static void pause_for_end(struct round *round)
{
    const int64_t now = round->server->now;
    if (!round_clock_runs(round) || round->pause_tried)
        return;
    round->pause_tried = true;
    (void)conduct_pause(round, now - round_forgiven(round, now));
}

/* Only the next move would tell what is forgiven, and the server may not live so long:
 * where it is much it is written down, though not again and again on a slow disk. */
static void write_forgiven(struct round *round)
{
    const int64_t now = round->server->now;
    if (!round_clock_runs(round) || round->stalled_since || round->forgiven < FORGIVEN_MS ||
        now - round->forgiven_at < FORGIVEN_BETWEEN_MS)
        return;
    round->forgiven_at = now;
    (void)conduct_forgiven(round);
}

void turns_settle(struct round *round)
{
    while (!is_engaged(round) && !list_is_empty(&round->waiting))
        obey_next(round);
    if (is_engaged(round))
        return;
    if (round->server->stopping)
        pause_for_end(round);
    else
        write_forgiven(round);
    if (!is_engaged(round))
        computer_settle(round);
    set_due(round);
}

static void reply_busy(struct round *round, reply_callback *then, void *context)
{
    reply_refused(round, REFUSED_BUSY, NULL, then, context);
}

void round_command(struct round *round, const struct command *command, reply_callback *then,
                   void *context)
{
    round->used_at = round->server->now;
    if (!is_engaged(round) && list_is_empty(&round->waiting)) {
        obey(round, command, round->server->now, then, context);
        turns_settle(round);
        return;
    }
    if (round->waiting_count >= WAITING_MAX) {
        reply_busy(round, then, context);
        return;
    }
    struct waiting *waiting = malloc(sizeof *waiting);
    if (!waiting) {
        reply_busy(round, then, context);
        return;
    }
    waiting->command = *command;
    waiting->at = round->server->now;
    waiting->then = then;
    waiting->context = context;
    snprintf(waiting->address, sizeof waiting->address, "%s",
             command->address ? command->address : "-");
    waiting->command.address = waiting->address;
    list_add(&round->waiting, &waiting->node);
    round->waiting_count++;
    turns_settle(round);
}

void round_measure_lag(struct round *round, unsigned side, int64_t round_trip_ms)
{
    struct lag *lag = &round->seats[side].lag;
    if (lag->quota_max)
        lag_measure(lag, round_trip_ms);
}

// ---- watching --------------------------------------------------------------------------------

bool round_may_watch(const struct round *round, const char *id)
{
    return !round->info.settings.hidden || game_info_side(&round->info, id) < 2;
}

/* A paused game waits for the player to move; the engine waits for its opponent, who has
 * to answer. */
static bool goes_on_with(const struct round *round, unsigned side)
{
    return side == round_turn(round) || game_info_engine_side(&round->info) == round_turn(round);
}

void round_watch(struct round *round, struct watcher *watcher, int64_t since)
{
    const unsigned side = watcher->side;
    watcher->round = round;
    round->used_at = round->server->now;
    if (side < 2)
        attendance_come(round, side);
    audience_join(watcher, since);
    if (side == 2 || round_is_over(round))
        return; // it may be gone already
    attendance_tell(round, watcher);
    if (round_is_paused(round) && goes_on_with(round, side) && !is_engaged(round) &&
        !round->server->stopping) {
        resume(round);
        set_due(round);
    }
}

void round_unwatch(struct watcher *watcher, bool on_purpose)
{
    struct round *round = watcher->round;
    if (!round)
        return;
    audience_leave(watcher);
    if (watcher->side < 2)
        attendance_go(round, watcher->side, watcher->view, on_purpose);
    round->used_at = round->server->now;
}

void round_set_rematch(struct round *round, unsigned by, const char *next)
{
    round->rematch_by = by;
    snprintf(round->rematch, sizeof round->rematch, "%s", next);
    audience_tell(round, view_rematch(round));
}

// ---- life ------------------------------------------------------------------------------------

struct round *turns_open(struct server *server, const struct game_info *info, struct journal *taken,
                         rk_game *taken_game, int64_t epoch)
{
    struct round *round = calloc(1, sizeof *round);
    if (round) {
        round->server = server;
        round->info = *info;
        round->journal = *taken;
        round->game = taken_game;
        round->epoch = epoch;
        round->rematch_by = 2;
        round->deadline_from = round->used_at = server->now;
        round->resume_at = server->now + server->config.restart_grace_ms;
        round->settle = turns_settle;
        list_init(&round->node);
        list_init(&round->waiting);
        list_init(&round->stalled);
    }
    if (!round || audience_create(round)) {
        free(round);
        journal_fini(taken);
        rk_game_destroy(taken_game);
        return NULL;
    }
    attendance_begin(round);
    return round;
}

void turns_close(struct round *round)
{
    while (!list_is_empty(&round->waiting)) {
        struct list *node = round->waiting.next;
        list_remove(node);
        free(LIST_OWNER(node, struct waiting, node));
    }
    attendance_end(round);
    computer_end(round);
    audience_destroy(round);
    timer_stop(&round->server->timers, &round->due);
    list_remove(&round->node);
    list_remove(&round->stalled);
    journal_fini(&round->journal);
    rk_game_destroy(round->game);
    free(round);
}

bool turns_in_use(const struct round *round)
{
    return is_engaged(round) || round->waiting_count || !list_is_empty(&round->audience->players) ||
           !list_is_empty(&round->audience->spectators);
}

// ---- asking ----------------------------------------------------------------------------------

const struct game_info *round_info(const struct round *round)
{
    return &round->info;
}

const rk_game *round_game(const struct round *round)
{
    return round->game;
}

const struct journal *round_journal(const struct round *round)
{
    return &round->journal;
}

int64_t round_version(const struct round *round)
{
    return (int64_t)round->journal.count;
}

size_t round_plies(const struct round *round)
{
    return game_plies(round->game);
}
