/* SPDX-License-Identifier: MIT */
#include "tui/hints.h"

#include <stdlib.h>

enum { HASH_MIB = 16, NODES = 200000 };

struct hints {
    int64_t (*now)(void);
    struct session_hints provider;
    rk_engine *engine; /* NULL before the first hint */
};

static int64_t engine_time(void *context)
{
    const struct hints *hints = context;
    return hints->now();
}

static bool prepare_engine(struct hints *hints)
{
    const rk_engine_options options = {
        .hash_mib = HASH_MIB, .threads = 1, .now = engine_time, .context = hints};
    if (hints->engine) {
        rk_engine_forget(hints->engine);
        return true;
    }
    return !rk_engine_create(&options, &hints->engine);
}

bool hints_analyse(struct hints *hints, const rk_game *game, struct analysis *out)
{
    const rk_search_limits limits = {.nodes = NODES};
    rk_search_result result = {.best = RK_NO_MOVE};
    size_t count;
    rk_position *positions = prepare_engine(hints) ? analysis_list_positions(game, &count) : NULL;
    if (positions)
        rk_engine_search(hints->engine, positions, count, &limits, NULL, NULL, &result);
    free(positions);
    *out =
        analysis_from_search(result.depth, result.score, &result.best, result.best != RK_NO_MOVE);
    return out->move_count;
}

static bool analyse_position(void *context, const rk_game *game, struct analysis *out)
{
    return hints_analyse(context, game, out);
}

rk_err hints_create(int64_t (*now)(void), struct hints **out)
{
    struct hints *hints = calloc(1, sizeof *hints);
    if (!hints)
        return RK_NO_MEMORY;
    hints->now = now;
    hints->provider = (struct session_hints){.context = hints, .analyse = analyse_position};
    *out = hints;
    return RK_OK;
}

void hints_destroy(struct hints *hints)
{
    if (!hints)
        return;
    rk_engine_destroy(hints->engine);
    free(hints);
}

const struct session_hints *hints_provider(const struct hints *hints)
{
    return &hints->provider;
}
