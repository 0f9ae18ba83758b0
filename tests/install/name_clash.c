/* SPDX-License-Identifier: MIT */
/* A program with functions that have the names of internal functions of the library. */
#include <stdio.h>
#include <stdlib.h>

#include <rookery/engine.h>
#include <rookery/fen.h>
#include <rookery/san.h>

void evaluate(void);
void buffer_add(void);

void evaluate(void)
{
    puts("the library calls the program's evaluate()");
    exit(1);
}

void buffer_add(void)
{
    puts("the library calls the program's buffer_add()");
    exit(1);
}

static int64_t now(void *context)
{
    (void)context;
    return 0;
}

int main(void)
{
    const rk_engine_options options = {.hash_mib = 1, .threads = 1, .now = now};
    const rk_search_limits limits = {.depth = 4};
    const rk_position pos = rk_position_start(RK_STANDARD);
    rk_engine *engine;
    rk_search_result result;
    char move[RK_SAN_MAX];
    if (rk_engine_create(&options, &engine))
        return 3;
    rk_engine_search(engine, &pos, 1, &limits, NULL, NULL, &result);
    rk_engine_destroy(engine);
    rk_san_write(&pos, result.best, move);
    printf("best move: %s\n", move);
    return 0;
}
