/* SPDX-License-Identifier: MIT */
#include "support/game.h"

#include <string.h>

#include "support/board.h"

rk_game *start_game(rk_position start, const char *clock)
{
    rk_game_setup setup = {.start = start, .clock_started = *clock != '-'};
    rk_game *game = NULL;
    assert_int_equal(rk_time_control_parse(clock, strlen(clock), &setup.clock, NULL), RK_OK);
    assert_int_equal(rk_game_create(&setup, &game), RK_OK);
    return game;
}

void play_san(rk_game *game, const char *moves)
{
    for (const char *at = moves; *at; at += strspn(at, " ")) {
        const size_t size = strcspn(at, " ");
        rk_fault fault = {.text = ""};
        if (rk_game_play_san(game, at, size, 0, &fault))
            fail_msg("%.*s: %s", (int)size, at, fault.text);
        at += size;
    }
}
