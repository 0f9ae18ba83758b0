/* SPDX-License-Identifier: MIT */
#include "match/player.h"

#include <stdio.h>
#include <stdlib.h>

#include "uci/xboard.h"

/* One of the two. */
struct player {
    struct other *uci;
    struct xboard *xboard;
};

rk_err player_start(const struct contestant *contestant, int64_t (*now)(void *context),
                    void *context, struct player **out, char *why, size_t why_size)
{
    const struct other_options options = {.command = contestant->command,
                                          .folder = contestant->folder,
                                          .settings = contestant->settings,
                                          .now = now,
                                          .context = context};
    struct player *player = calloc(1, sizeof *player);
    if (!player) {
        snprintf(why, why_size, "%s", rk_err_text(RK_NO_MEMORY));
        return RK_NO_MEMORY;
    }
    const rk_err err = contestant->protocol == CONTESTANT_XBOARD
                           ? xboard_start(&options, &player->xboard, why, why_size)
                           : other_start(&options, &player->uci, why, why_size);
    if (err)
        free(player);
    else
        *out = player;
    return err;
}

void player_stop(struct player *player)
{
    if (!player)
        return;
    other_stop(player->uci);
    xboard_stop(player->xboard);
    free(player);
}

const char *player_name(const struct player *player)
{
    return player->uci ? other_name(player->uci) : xboard_name(player->xboard);
}

bool player_new_game(struct player *player, rk_variant variant)
{
    return player->uci ? other_new_game(player->uci, variant)
                       : xboard_new_game(player->xboard, variant);
}

enum other_result player_ask(struct player *player, const struct referee_question *question,
                             struct other_answer *out)
{
    if (player->uci)
        return other_ask(player->uci, question->fen, question->moves, &question->limits,
                         question->wait_at_most, out);
    return xboard_ask(player->xboard, question->fen, question->moves, &question->limits,
                      question->wait_at_most, out);
}
