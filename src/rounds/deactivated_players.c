/* SPDX-License-Identifier: MIT */
#include "rounds/deactivated_players.h"

#include "rounds/command.h"
#include "rounds/round_internal.h"

static void ignore_reply(void *context, const struct reply *reply)
{
    (void)context;
    (void)reply;
}

/* A game that can still be aborted is aborted, any other is lost. */
static void resign_for(struct round *round, rk_side side)
{
    const struct command command = {
        .verb = VERB_RESIGN, .by = round->info.players[side], .version = -1};
    round_command(round, &command, ignore_reply, NULL);
}

/* A game that is being started is found when the account is reported again. */
static void resign_games(struct server *server, const struct map *accounts)
{
    const struct list *running = &server->rounds->running;
    for (struct list *node = running->next, *next; node != running; node = next) {
        struct round *round = LIST_OWNER(node, struct round, node);
        next = node->next;
        if (!round->started)
            continue;
        if (map_get(accounts, round->info.players[RK_WHITE].id))
            resign_for(round, RK_WHITE);
        else if (map_get(accounts, round->info.players[RK_BLACK].id))
            resign_for(round, RK_BLACK);
    }
}

void deactivated_players_listen(struct server *server)
{
    server->rounds->deactivations.on_deactivated = resign_games;
    deactivation_listen(server, &server->rounds->deactivations);
}
