/* SPDX-License-Identifier: MIT */
#include "support/stored_game.h"

#include <stdio.h>
#include <string.h>

#include "rookery/san.h"
#include "rounds/replay.h"
#include "support/board.h"

static struct game_info make_info(const struct stored_game *game)
{
    struct game_info info = {.players = {identity_named(game->white, ROLE_PLAYER),
                                         identity_named(game->black, ROLE_PLAYER)},
                             .keys = {"wwww", "bbbb"},
                             .created_at = game->created_at};
    char why[200];
    const char *where;
    snprintf(info.id, sizeof info.id, "%s", game->id);
    const struct game_settings_request request = {.clock = game->clock ? game->clock : "5+3",
                                                  .limit = -1,
                                                  .increment = -1,
                                                  .days = -1,
                                                  .rated = game->rated,
                                                  .hidden = game->hidden};
    assert_true(game_settings_make(&request, 1, &info.settings, why, sizeof why, &where));
    return info;
}

static void log_action(rk_game *game, struct journal *journal, rk_action action)
{
    struct event event = {.kind = EVENT_ACTION, .at = action.at, .action = action};
    assert_int_equal(rk_game_play(game, action, NULL), RK_OK);
    for (int side = 0; side < 2; side++)
        event.left[side] = rk_clock_left(rk_game_clock(game), (rk_side)side, action.at);
    assert_int_equal(journal_add(journal, &event), RK_OK);
}

static void encode_log(const struct stored_game *stored, const struct game_info *info,
                       struct buffer *out)
{
    const rk_game_setup setup = {
        .start = info->settings.start, .clock = info->settings.clock, .no_undo = true};
    struct journal journal = {0};
    rk_game *game;
    char moves[2000];
    int64_t at = stored->created_at;
    assert_int_equal(rk_game_create(&setup, &game), RK_OK);
    snprintf(moves, sizeof moves, "%s", stored->moves);
    for (char *rest = moves, *move; (move = strtok_r(rest, " ", &rest));) {
        const rk_position *pos = rk_game_position(game);
        rk_action action = {.kind = RK_ACT_MOVE, .by = rk_position_turn(pos), .at = at += 2000};
        assert_int_equal(rk_san_parse(pos, move, strlen(move), &action.move, NULL), RK_OK);
        log_action(game, &journal, action);
    }
    log_action(game, &journal, (rk_action){.kind = RK_ACT_RESIGN, .by = RK_BLACK, .at = at + 2000});
    journal_encode(&journal, out);
    journal_fini(&journal);
    rk_game_destroy(game);
}

static void add_player_row(struct store_job *job, const struct game_info *info, unsigned side)
{
    store_call(job, STORE_ADD_PLAYER);
    store_bind_text(job, info->players[side].id);
    store_bind_integer(job, info->created_at);
    store_bind_text(job, info->id);
    store_bind_integer(job, side);
    store_bind_text(job, info->players[!side].id);
}

static void add_finish(struct store_job *job, const struct stored_game *game,
                       const struct buffer *log)
{
    store_call(job, STORE_FINISH_GAME);
    store_bind_text(job, game->id);
    store_bind_integer(job, game->created_at + 60000);
    store_bind_integer(job, 31); /* resigned */
    store_bind_integer(job, RK_WHITE_WINS);
    store_bind_integer(job, 4);
    store_bind_bytes(job, log->bytes, log->size);
    store_bind_integer(job, 1);
}

void stored_game_add(struct fake_store *store, const struct stored_game *game)
{
    const struct game_info info = make_info(game);
    struct buffer json = {0}, log = {0};
    game_info_write(&info, &json);
    encode_log(game, &info, &log);
    struct store_job *job = store_job_create();
    store_call(job, STORE_ADD_GAME);
    store_bind_text(job, game->id);
    store_bind_text(job, buffer_cstr(&json));
    store_bind_text(job, game_settings_perf_key(&info.settings));
    store_bind_integer(job, game->rated);
    store_bind_integer(job, game->hidden);
    store_bind_integer(job, game->created_at);
    add_player_row(job, &info, RK_WHITE);
    add_player_row(job, &info, RK_BLACK);
    add_finish(job, game, &log);
    assert_int_equal(fake_store_run(store, job), STORE_DONE);
    buffer_fini(&json);
    buffer_fini(&log);
}
