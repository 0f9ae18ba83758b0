/* SPDX-License-Identifier: MIT */
#include "support/thinker.h"

#include <string.h>
#include <time.h>

int64_t wall_clock(void *context)
{
    (void)context;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static rk_engine *make(rk_engine_options options)
{
    options.now = wall_clock;
    rk_engine *engine = NULL;
    assert_int_equal(rk_engine_create(&options, &engine), RK_OK);
    return engine;
}

rk_engine *thinker(unsigned threads)
{
    return make((rk_engine_options){.hash_mib = 8, .threads = threads});
}

rk_engine *weak_thinker(unsigned elo, uint64_t seed)
{
    return make((rk_engine_options){.hash_mib = 1, .threads = 1, .elo = elo, .seed = seed});
}

rk_search_result think(rk_engine *engine, rk_position pos, rk_search_limits limits)
{
    rk_search_result result;
    rk_engine_search(engine, &pos, 1, &limits, NULL, NULL, &result);
    return result;
}

rk_search_result think_once(rk_position pos, unsigned depth)
{
    rk_engine *const engine = thinker(1);
    const rk_search_result result = think(engine, pos, (rk_search_limits){.depth = depth});
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
