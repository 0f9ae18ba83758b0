/* SPDX-License-Identifier: MIT */
#include "match/player.h"

#include <stdio.h>
#include <stdlib.h>

#include "match/random_mover.h"
#include "uci/xboard.h"

/* At most one of the processes runs; without one the player moves at random. */
struct player {
    struct external *uci;
    struct xboard *xboard;
    struct random_mover random;
};

static rk_err start_program(struct player *player, enum engine_protocol protocol,
                            const struct external_options *options, char *error, size_t error_size)
{
    switch (protocol) {
    case PROTOCOL_UCI:
        return external_start(options, &player->uci, error, error_size);
    case PROTOCOL_XBOARD:
        return xboard_start(options, &player->xboard, error, error_size);
    case PROTOCOL_RANDOM:
        break;
    }
    return RK_OK;
}

rk_err player_start(const struct engine_config *config, int64_t (*now)(void *context),
                    void *context, struct player **out, char *error, size_t error_size)
{
    const struct external_options options = {.command = config->command,
                                             .folder = config->folder,
                                             .settings = config->options,
                                             .now = now,
                                             .context = context};
    struct player *player = calloc(1, sizeof *player);
    if (!player) {
        snprintf(error, error_size, "%s", rk_err_text(RK_NO_MEMORY));
        return RK_NO_MEMORY;
    }
    const rk_err err = start_program(player, config->protocol, &options, error, error_size);
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

const char *player_unknown_options(const struct player *player)
{
    return player->uci ? external_unknown_options(player->uci) : "";
}

bool player_new_game(struct player *player, rk_variant variant)
{
    player->random.variant = variant;
    return player->uci      ? external_new_game(player->uci, variant)
           : player->xboard ? xboard_new_game(player->xboard, variant)
                            : true;
}

enum external_result player_search(struct player *player, const struct search_request *request,
                                   struct external_reply *out)
{
    if (player->uci)
        return external_search(player->uci, request->fen, request->moves, &request->limits,
                               request->timeout, out);
    if (!player->xboard)
        return random_mover_search(&player->random, request, out);
    return xboard_search(player->xboard, request->fen, request->moves, &request->limits,
                         request->timeout, out);
}
