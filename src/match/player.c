/* SPDX-License-Identifier: MIT */
#include "match/player.h"

#include <stdio.h>
#include <stdlib.h>

#include "match/dice.h"
#include "uci/xboard.h"

/* One of the two, or neither: then it moves by chance. */
struct player {
    struct external *uci;
    struct xboard *xboard;
    struct dice dice;
};

static rk_err start_program(struct player *player, enum contestant_protocol protocol,
                            const struct external_options *options, char *why, size_t why_size)
{
    switch (protocol) {
    case CONTESTANT_UCI:
        return external_start(options, &player->uci, why, why_size);
    case CONTESTANT_XBOARD:
        return xboard_start(options, &player->xboard, why, why_size);
    case CONTESTANT_CHANCE:
        break;
    }
    return RK_OK;
}

rk_err player_start(const struct contestant *contestant, int64_t (*now)(void *context),
                    void *context, struct player **out, char *why, size_t why_size)
{
    const struct external_options options = {.command = contestant->command,
                                             .folder = contestant->folder,
                                             .settings = contestant->settings,
                                             .now = now,
                                             .context = context};
    struct player *player = calloc(1, sizeof *player);
    if (!player) {
        snprintf(why, why_size, "%s", rk_err_text(RK_NO_MEMORY));
        return RK_NO_MEMORY;
    }
    const rk_err err = start_program(player, contestant->protocol, &options, why, why_size);
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
    external_stop(player->uci);
    xboard_stop(player->xboard);
    free(player);
}

const char *player_name(const struct player *player)
{
    return player->uci      ? external_name(player->uci)
           : player->xboard ? xboard_name(player->xboard)
                            : "random";
}

const char *player_lacking(const struct player *player)
{
    return player->uci ? external_unknown_options(player->uci) : "";
}

bool player_new_game(struct player *player, rk_variant variant)
{
    player->dice.variant = variant;
    return player->uci      ? external_new_game(player->uci, variant)
           : player->xboard ? xboard_new_game(player->xboard, variant)
                            : true;
}

enum external_result player_ask(struct player *player, const struct referee_question *question,
                                struct external_reply *out)
{
    if (player->uci)
        return external_search(player->uci, question->fen, question->moves, &question->limits,
                               question->wait_at_most, out);
    if (!player->xboard)
        return dice_ask(&player->dice, question, out);
    return xboard_search(player->xboard, question->fen, question->moves, &question->limits,
                         question->wait_at_most, out);
}
