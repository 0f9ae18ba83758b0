/* SPDX-License-Identifier: MIT */
/* Runs the commands of a game one at a time: while one is being written, the next ones are queued.
 * When there is nothing left to do, sets the timer of the round. */
#include <stdio.h>
#include <stdlib.h>

#include "rounds/command.h"
#include "rounds/commands.h"
#include "rounds/conditional_moves.h"
#include "rounds/engine_player.h"
#include "rounds/move_reminders.h"
#include "rounds/ownership.h"
#include "rounds/replica_link.h"
#include "rounds/reply.h"
#include "rounds/timeouts.h"

static void execute_command(struct round *round, const struct command *command, int64_t at,
                            reply_callback *callback, void *context)
{
    if (replica_is_remote(round)) {
        replica_command(round, command, callback, context);
        return;
    }
    round->busy = true; // commands that the callback sends are queued
    command_execute(round, command, at, callback, context);
    round->busy = false;
}

static void execute_queued(struct round *round)
{
    struct queued_command *next = LIST_OWNER(round->queue.next, struct queued_command, node);
    list_remove(&next->node);
    round->queue_count--;
    execute_command(round, &next->command, next->at, next->callback, next->context);
    free(next);
}

void round_continue(struct round *round)
{
    while (!round_is_busy(round) && !list_is_empty(&round->queue))
        execute_queued(round);
    if (round_is_busy(round) || round->replica)
        return;
    if (round->is_lost) {
        ownership_drop_lost(round->server);
        return;
    }
    if (round_is_leaving(round))
        timeouts_pause_for_shutdown(round);
    else
        timeouts_save_uncharged(round);
    if (!round_is_busy(round))
        engine_player_continue(round);
    if (!round_is_busy(round))
        conditional_moves_continue(round);
    if (!round_is_busy(round))
        timeouts_pause_for_vacation(round);
    move_reminder_schedule(round);
    timeouts_schedule(round);
}

/* False: the queue is full, or out of memory. */
static bool queue_command(struct round *round, const struct command *command,
                          reply_callback *callback, void *context)
{
    struct queued_command *queued =
        round->queue_count < COMMAND_QUEUE_MAX ? malloc(sizeof *queued) : NULL;
    if (!queued)
        return false;
    queued->command = *command;
    queued->at = round->server->now;
    queued->callback = callback;
    queued->context = context;
    snprintf(queued->address, sizeof queued->address, "%s",
             command->address ? command->address : "-");
    queued->command.address = queued->address;
    list_add(&round->queue, &queued->node);
    round->queue_count++;
    return true;
}

void round_command(struct round *round, const struct command *command, reply_callback *callback,
                   void *context)
{
    round->used_at = round->server->now;
    if (!round_is_busy(round) && list_is_empty(&round->queue))
        execute_command(round, command, round->server->now, callback, context);
    else if (!queue_command(round, command, callback, context)) {
        reply_refused(round, REFUSED_BUSY, NULL, callback, context);
        return;
    }
    round_continue(round);
}
