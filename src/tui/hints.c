/* SPDX-License-Identifier: MIT */
#include "tui/hints.h"

#include <stdlib.h>

enum { HASH_MIB = 16, NODES = 200000 };

struct hints {
    int64_t (*now)(void);
    struct session_hints voice;
    rk_engine *engine; /* NULL until it is asked for the first time */
};

static int64_t ask_time(void *context)
{
    const struct hints *adviser = context;
    return adviser->now();
}

rk_position *analysis_list_positions(const rk_game *game, size_t *out_count)
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

struct analysis analysis_from_search(unsigned depth, int score, const rk_move *moves,
                                     size_t move_count)
{
    struct analysis thought = {.depth = depth, .score = score};
    if (score > RK_MATE_IN_MAX)
        thought.mate = (RK_MATE - score + 1) / 2;
    else if (score < -RK_MATE_IN_MAX)
        thought.mate = -(RK_MATE + score) / 2;
    while (thought.move_count < ANALYSIS_MOVES_MAX && thought.move_count < move_count) {
        thought.moves[thought.move_count] = moves[thought.move_count];
        thought.move_count++;
    }
    return thought;
}

static bool has_engine(struct hints *adviser)
{
    const rk_engine_options options = {
        .hash_mib = HASH_MIB, .threads = 1, .now = ask_time, .context = adviser};
    if (adviser->engine) {
        rk_engine_forget(adviser->engine);
        return true;
    }
    return !rk_engine_create(&options, &adviser->engine);
}

bool hints_analyse(struct hints *adviser, const rk_game *game, struct analysis *out)
{
    const rk_search_limits limits = {.nodes = NODES};
    rk_search_result result = {.best = RK_NO_MOVE};
    size_t count;
    rk_position *positions = has_engine(adviser) ? analysis_list_positions(game, &count) : NULL;
    if (positions)
        rk_engine_search(adviser->engine, positions, count, &limits, NULL, NULL, &result);
    free(positions);
    *out =
        analysis_from_search(result.depth, result.score, &result.best, result.best != RK_NO_MOVE);
    return out->move_count;
}

static bool judge(void *context, const rk_game *game, struct analysis *out)
{
    return hints_analyse(context, game, out);
}

rk_err hints_create(int64_t (*now)(void), struct hints **out)
{
    struct hints *adviser = calloc(1, sizeof *adviser);
    if (!adviser)
        return RK_NO_MEMORY;
    adviser->now = now;
    adviser->voice = (struct session_hints){.context = adviser, .judge = judge};
    *out = adviser;
    return RK_OK;
}

void hints_destroy(struct hints *adviser)
{
    if (!adviser)
        return;
    rk_engine_destroy(adviser->engine);
    free(adviser);
}

const struct session_hints *hints_provider(const struct hints *adviser)
{
    return &adviser->voice;
}
