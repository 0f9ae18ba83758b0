/* SPDX-License-Identifier: MIT */
#include "rounds/game_notifications.h"

#include <stdio.h>

#include "accounts/presence.h"
#include "record/game_status.h"
#include "rounds/round.h"
#include "social/notifications.h"

static void notify_absent(struct round *round, rk_side side, enum notification_kind kind,
                          const char *text)
{
    const struct identity *players = round->info.players;
    if (!presence_is_online(round->server, players[side].id))
        notification_add(round->server, players[side].id,
                         &(struct notification){.kind = kind,
                                                .text = text,
                                                .from = players[rk_side_other(side)].name,
                                                .game = round->info.id});
}

void game_notify_started(struct round *round)
{
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++) {
        char text[NOTIFICATION_TEXT_MAX];
        snprintf(text, sizeof text, "Your game against %s has started.",
                 round->info.players[rk_side_other(side)].name);
        notify_absent(round, side, NOTIFICATION_GAME_START, text);
    }
}

void game_notify_ended(struct round *round)
{
    for (rk_side side = RK_WHITE; side <= RK_BLACK && !round_has_clock(round); side++) {
        char text[NOTIFICATION_TEXT_MAX], result[RK_FAULT_TEXT_MAX];
        game_result_sentence(round->game, result, sizeof result);
        snprintf(text, sizeof text, "Your game against %s is over: %s",
                 round->info.players[rk_side_other(side)].name, result);
        notify_absent(round, side, NOTIFICATION_GAME_END, text);
    }
}
