/* SPDX-License-Identifier: MIT */
#include "rounds/move_reminders.h"

#include <stdio.h>
#include <string.h>

#include "base/milliseconds.h"
#include "record/game_moves.h"
#include "rounds/round.h"
#include "rounds/round_clock.h"
#include "rounds/rounds.h"
#include "social/notifications.h"

enum { REMINDER_SHARE = 5 }; /* one fifth of the time is left */

/* A reminder that is being written. */
struct reminder_request {
    struct pending_request request;
    char game[GAME_ID_SIZE + 1];
    rk_side side;
    size_t ply;
};

/* Rounds up, because the player has less than that. */
static void write_time_left(int64_t left, char *out, size_t size)
{
    if (left > DAY_MS)
        snprintf(out, size, "%d days", (int)((left + DAY_MS - 1) / DAY_MS));
    else if (left > HOUR_MS)
        snprintf(out, size, "%d hours", (int)((left + HOUR_MS - 1) / HOUR_MS));
    else
        snprintf(out, size, "an hour");
}

static void notify_player(const struct round *round, rk_side side)
{
    const struct game_info *info = &round->info;
    const char *opponent = info->players[rk_side_other(side)].name;
    char left[32], text[160];
    write_time_left(round_clock_left(round, side), left, sizeof left);
    snprintf(text, sizeof text, "You have less than %s for your move against %s.", left, opponent);
    notification_add(
        round->server, info->players[side].id,
        &(struct notification){
            .kind = NOTIFICATION_REMINDER, .text = text, .from = opponent, .game = info->id});
}

/* STORE_REFUSED: the player was reminded before a restart. */
static void on_reminder_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    const struct reminder_request reminder = *(struct reminder_request *)context;
    struct server *server = reminder.request.server;
    pending_destroy(context);
    const struct round *round = server ? rounds_find(server, reminder.game) : NULL;
    if (round && outcome == STORE_DONE && game_plies(round->game) == reminder.ply)
        notify_player(round, reminder.side);
}

static void on_reminder(void *context)
{
    struct round *round = context;
    struct server *server = round->server;
    struct reminder_request *reminder = pending_create(&server->rounds->pending, sizeof *reminder);
    round->reminded_ply = game_plies(round->game);
    if (!reminder)
        return;
    memcpy(reminder->game, round->info.id, sizeof reminder->game);
    reminder->side = round_turn(round);
    reminder->ply = round->reminded_ply;
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_ALARM);
    store_bind_text(job, reminder->game);
    store_bind_integer(job, (int64_t)reminder->ply);
    store_write(server->store, job, on_reminder_written, reminder);
}

/* When the player to move is to be reminded; INT64_MAX: not at all. */
static int64_t find_reminder_time(const struct round *round)
{
    const rk_time_control *control = &round->info.settings.clock;
    if (control->kind != RK_CLOCK_DAYS || !round_clock_is_running(round) ||
        round->reminded_ply == game_plies(round->game))
        return INT64_MAX;
    const rk_side turn = round_turn(round);
    const int64_t share = control->stages[turn][0].base / REMINDER_SHARE;
    return round->server->now + round_clock_left(round, turn) - share;
}

void move_reminder_schedule(struct round *round)
{
    const int64_t due = find_reminder_time(round);
    if (due == INT64_MAX)
        timer_stop(&round->server->timers, &round->reminder);
    else
        (void)timer_set(&round->server->timers, &round->reminder, due, on_reminder, round);
}
