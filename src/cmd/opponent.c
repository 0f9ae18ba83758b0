/* SPDX-License-Identifier: MIT */
#include "cmd/opponent.h"

#include <stdlib.h>

enum { HASH_MIB = 16, A_SECOND = 1000, OVERHEAD = 50, HINT_NODES = 200000, DRAW_FROM_MOVE = 30 };

struct opponent {
    struct opponent_options options;
    struct session_opponent player;
    rk_engine *engine;  /* plays at its strength */
    rk_engine *adviser; /* as well as it can, for hints */
};

static int64_t ask_time(void *context)
{
    const struct opponent *opponent = context;
    return opponent->options.now();
}

/* The positions of the game, for repetitions; the caller frees them. NULL without memory. */
static rk_position *list_positions(const rk_game *game, size_t *out_count)
{
    const size_t length = rk_game_length(game);
    rk_position *positions = malloc((length + 1) * sizeof *positions);
    if (!positions)
        return NULL;
    *out_count = 0;
    for (size_t i = 0; i < length; i++)
        if (rk_game_action(game, i)->kind == RK_ACT_MOVE)
            positions[(*out_count)++] = *rk_game_before(game, i);
    positions[(*out_count)++] = *rk_game_position(game);
    return positions;
}

static rk_search_result search(rk_engine *engine, const rk_game *game,
                               const rk_search_limits *limits)
{
    size_t count;
    rk_search_result result = {.best = RK_NO_MOVE};
    rk_position *positions = list_positions(game, &count);
    if (positions)
        rk_engine_search(engine, positions, count, limits, NULL, NULL, &result);
    free(positions);
    return result;
}

static rk_search_limits limits_for(const struct opponent_options *options, const rk_game *game,
                                   int64_t now)
{
    const rk_clock *clock = rk_game_clock(game);
    rk_search_limits limits = {.nodes = options->nodes, .move_time = options->think};
    if (clock->rule.kind != RK_CLOCK_NONE) {
        limits.timed = true;
        for (int side = RK_WHITE; side <= RK_BLACK; side++) {
            limits.left[side] = rk_clock_left(clock, (rk_side)side, now);
            limits.increment[side] = clock->rule.stages[side][0].extra;
        }
    } else if (!limits.nodes && !limits.move_time) {
        limits.move_time = A_SECOND;
    }
    return limits;
}

static rk_move choose(void *context, const rk_game *game, int64_t now)
{
    const struct opponent *opponent = context;
    const rk_search_limits limits = limits_for(&opponent->options, game, now);
    return search(opponent->engine, game, &limits).best;
}

/* What is best for the side to move, who is the person. */
static rk_search_result judge(const struct opponent *opponent, const rk_game *game)
{
    const rk_search_limits limits = {.nodes = HINT_NODES};
    rk_engine_forget(opponent->adviser);
    return search(opponent->adviser, game, &limits);
}

static rk_move advise(void *context, const rk_game *game)
{
    return judge(context, game).best;
}

/* Not in the opening, and not where it stands better itself. */
static bool agrees(void *context, const rk_game *game)
{
    return rk_game_position(game)->move_number >= DRAW_FROM_MOVE && judge(context, game).score >= 0;
}

rk_err opponent_create(const struct opponent_options *options, struct opponent **out)
{
    struct opponent *opponent = calloc(1, sizeof *opponent);
    if (!opponent)
        return RK_NO_MEMORY;
    opponent->options = *options;
    opponent->player = (struct session_opponent){.context = opponent,
                                                 .side = options->side,
                                                 .name = "the engine",
                                                 .choose = choose,
                                                 .advise = advise,
                                                 .agrees = agrees};
    rk_engine_options engine = {.hash_mib = HASH_MIB,
                                .threads = 1,
                                .now = ask_time,
                                .context = opponent,
                                .elo = options->elo,
                                .seed = options->seed,
                                .overhead = OVERHEAD};
    rk_err err = rk_engine_create(&engine, &opponent->engine);
    engine.elo = 0;
    if (!err)
        err = rk_engine_create(&engine, &opponent->adviser);
    if (err)
        opponent_destroy(opponent);
    else
        *out = opponent;
    return err;
}

void opponent_destroy(struct opponent *opponent)
{
    if (!opponent)
        return;
    rk_engine_destroy(opponent->engine);
    rk_engine_destroy(opponent->adviser);
    free(opponent);
}

const struct session_opponent *opponent_player(const struct opponent *opponent)
{
    return &opponent->player;
}
