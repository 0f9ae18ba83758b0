/* SPDX-License-Identifier: MIT */
#include "match/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/engine_log.h"
#include "match/random_mover.h"
#include "uci/xboard.h"

static const char own_command[] = "/proc/self/exe uci";

/* At most one of the processes runs; without one the player moves at random. */
struct player {
    const struct engine_config *config;
    struct process_log log;
    unsigned long game; /* 0: none yet */
    struct external *uci;
    struct xboard *xboard;
    struct random_mover random;
};

static void write_log(void *context, enum process_stream stream, const char *line)
{
    static const char marks[] = {[PROCESS_STDIN] = '>',
                                 [PROCESS_STDOUT] = '<',
                                 [PROCESS_STDERR] = '!',
                                 [PROCESS_EXIT] = '#'};
    const struct player *player = context;
    const struct engine_config *config = player->config;
    engine_log_write(config->log_file, player->game, config->name ? config->name : config->command,
                     marks[stream], line);
}

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
    struct player *player = calloc(1, sizeof *player);
    if (!player) {
        snprintf(error, error_size, "%s", rk_err_text(RK_NO_MEMORY));
        return RK_NO_MEMORY;
    }
    player->config = config;
    player->log = (struct process_log){.context = player, .write = write_log};
    const bool is_self = !strcmp(config->command, "self");
    const struct external_options options = {.command = is_self ? own_command : config->command,
                                             .label = config->command,
                                             .folder = config->folder,
                                             .settings = config->options,
                                             .ponder = config->ponder,
                                             .log = config->log_file ? &player->log : NULL,
                                             .now = now,
                                             .context = context};
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

bool player_can_ponder(const struct player *player)
{
    return player->config->ponder &&
           (player->xboard || (player->uci && external_can_ponder(player->uci)));
}

bool player_is_alive(const struct player *player)
{
    return player->uci      ? external_is_alive(player->uci)
           : player->xboard ? xboard_is_alive(player->xboard)
                            : true;
}

bool player_new_game(struct player *player, rk_variant variant, unsigned long number)
{
    player->game = number;
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

void player_ponder(struct player *player, const struct search_request *request)
{
    if (player->uci)
        external_ponder(player->uci, request->fen, request->moves, &request->limits);
}
