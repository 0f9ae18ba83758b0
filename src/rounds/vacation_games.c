/* SPDX-License-Identifier: MIT */
#include "rounds/vacation_games.h"

#include "rounds/round.h"
#include "rounds/round_internal.h"
#include "rounds/round_messages.h"
#include "rounds/watchers.h"

/* A replica only shows it: its owner stops the clock. */
static void update_game(struct round *round, rk_side side, bool on)
{
    watchers_send_message(round, round_message_vacation(round, side, on));
    if (round->replica)
        return;
    if (!on)
        round->resume_at = round->server->now;
    if (!round_is_busy(round))
        round_continue(round);
}

static void update_games(const struct list *rounds, const char *account, bool on)
{
    for (struct list *node = rounds->next, *next; node != rounds; node = next) {
        struct round *round = LIST_OWNER(node, struct round, node);
        const rk_side side = game_info_side(&round->info, account);
        next = node->next;
        if (side != RK_NO_SIDE && round->info.settings.clock.kind == RK_CLOCK_DAYS &&
            round->started && !round_is_over(round))
            update_game(round, side, on);
    }
}

void vacation_games_update(struct server *server, const char *account, bool on)
{
    update_games(&server->rounds->running, account, on);
    update_games(&server->rounds->replicas, account, on);
}
