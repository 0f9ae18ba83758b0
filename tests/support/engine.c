/* SPDX-License-Identifier: MIT */
#include "support/engine.h"

#include <string.h>

#include "base/monotonic.h"

static rk_engine *create_engine(rk_engine_options options)
{
    options.now = monotonic_callback;
    rk_engine *engine = NULL;
    assert_int_equal(rk_engine_create(&options, &engine), RK_OK);
    return engine;
}

rk_engine *make_engine(unsigned threads)
{
    return create_engine((rk_engine_options){.hash_mib = 8, .threads = threads});
}

rk_engine *make_weak_engine(unsigned elo, uint64_t seed)
{
    return create_engine(
        (rk_engine_options){.hash_mib = 1, .threads = 1, .elo = elo, .seed = seed});
}

rk_search_result search_position(rk_engine *engine, rk_position pos, rk_search_limits limits)
{
    rk_search_result result;
    rk_engine_search(engine, &pos, 1, &limits, NULL, NULL, &result);
    return result;
}

rk_search_result search_to_depth(rk_position pos, unsigned depth)
{
    rk_engine *const engine = make_engine(1);
    const rk_search_result result =
        search_position(engine, pos, (rk_search_limits){.depth = depth});
    rk_engine_destroy(engine);
    return result;
}

bool is_one_of(const rk_position *pos, rk_move found, const char *texts)
{
    char word[16];
    for (const char *at = texts; *at;) {
        const size_t length = strcspn(at, " ");
        assert_true(length < sizeof word);
        memcpy(word, at, length);
        word[length] = '\0';
        if (move(pos, word) == found)
            return true;
        at += length + (at[length] == ' ');
    }
    return false;
}
