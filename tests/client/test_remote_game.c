/* SPDX-License-Identifier: MIT */
/* A game built from messages that may be lost, repeated or reordered: it is either right or reports
 * that something is missing. */
#include "client/remote_game.h"

#include <string.h>

#include "rookery/fen.h"
#include "support/board.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static enum remote_game_change apply(struct remote_game *game, const char *json, bool requested,
                                     int64_t now)
{
    struct message message;
    rk_fault fault = {.text = ""};
    if (message_read(MESSAGE_TO_CLIENT, json, strlen(json), &message, &fault))
        fail_msg("%s: %s", json, fault.text);
    assert_string_equal(remote_game_id_in(&message), game->id);
    const enum remote_game_change change = remote_game_apply(game, &message, requested, now);
    message_fini(&message);
    return change;
}

#define SNAPSHOT(version, moves, more)                                                         \
    "{\"t\":\"game\",\"game\":\"Ab3dE6gH\",\"version\":" version ",\"you\":\"black\","         \
    "\"white\":\"Anna\",\"black\":\"Ben\",\"variant\":\"standard\",\"clock\":\"5+3\","         \
    "\"speed\":\"blitz\",\"rated\":false,\"hidden\":false,\"start\":\"" START "\","            \
    "\"moves\":\"" moves "\",\"fen\":\"" START "\",\"turn\":\"white\",\"white_ms\":300000,"    \
    "\"black_ms\":290000,\"running\":true,\"claim\":false,\"abort\":true,\"white_here\":true," \
    "\"black_here\":false,\"watchers\":2" more ",\"status\":\"started\"}"

#define MOVE(version, uci)                                                              \
    "{\"t\":\"event\",\"game\":\"Ab3dE6gH\",\"version\":" version ",\"what\":\"move\"," \
    "\"by\":\"white\",\"move\":\"" uci "\",\"white_ms\":301000,\"black_ms\":290000,"    \
    "\"running\":true,\"status\":\"started\"}"

static void expect_fen(const struct remote_game *game, const char *fen)
{
    char actual[RK_FEN_MAX];
    rk_fen_write(rk_game_position(game->moves), RK_FEN_PLAIN, actual);
    assert_string_equal(actual, fen);
}

static void a_snapshot_sets_every_field(void **state)
{
    (void)state;
    struct remote_game game;
    remote_game_init(&game, "Ab3dE6gH");
    assert_int_equal(apply(&game, SNAPSHOT("7", "e2e4 e7e5", ",\"offer\":\"white\""), true, 1000),
                     REMOTE_GAME_CHANGED);
    assert_int_equal(game.version, 7);
    assert_int_equal(game.you, RK_BLACK);
    assert_string_equal(game.names[RK_WHITE], "Anna");
    assert_string_equal(game.names[RK_BLACK], "Ben");
    assert_string_equal(game.clock, "5+3");
    assert_int_equal(game.draw_offer, RK_WHITE);
    assert_int_equal(game.winner, RK_NOBODY_WINS);
    assert_true(game.present[RK_WHITE] && !game.present[RK_BLACK]);
    assert_int_equal(game.watchers, 2);
    assert_false(game.over);
    assert_true(game.claimable_at == INT64_MAX && game.deadline_at == INT64_MAX);
    expect_fen(&game, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    remote_game_fini(&game);
}

static void only_the_clock_of_the_side_to_move_runs(void **state)
{
    (void)state;
    struct remote_game game;
    remote_game_init(&game, "Ab3dE6gH");
    apply(&game, SNAPSHOT("2", "e2e4 e7e5", ""), true, 1000);
    assert_int_equal(remote_game_time_left(&game, RK_WHITE, 3500), 297500);
    assert_int_equal(remote_game_time_left(&game, RK_BLACK, 3500), 290000);
    assert_int_equal(remote_game_time_left(&game, RK_WHITE, 1000000), 0);
    apply(&game, MOVE("3", "g1f3"), false, 4000);
    assert_int_equal(remote_game_time_left(&game, RK_WHITE, 9000), 301000);
    assert_int_equal(remote_game_time_left(&game, RK_BLACK, 9000), 285000);
    remote_game_fini(&game);
}

static void events_update_the_game(void **state)
{
    (void)state;
    struct remote_game game;
    remote_game_init(&game, "Ab3dE6gH");
    apply(&game, SNAPSHOT("0", "", ",\"deadline_ms\":15000"), true, 1000);
    assert_int_equal(game.deadline_at, 16000);
    assert_int_equal(apply(&game, MOVE("1", "e2e4"), false, 1000), REMOTE_GAME_CHANGED);
    assert_true(game.deadline_at == INT64_MAX && game.can_abort);
    assert_int_equal(apply(&game,
                           "{\"t\":\"chat\",\"game\":\"Ab3dE6gH\",\"version\":2,\"room\":"
                           "\"players\",\"name\":\"Anna\",\"text\":\"hi\"}",
                           false, 1000),
                     REMOTE_GAME_CHANGED);
    assert_int_equal(
        apply(&game, "{\"t\":\"skip\",\"game\":\"Ab3dE6gH\",\"version\":3}", false, 1000),
        REMOTE_GAME_CHANGED);
    assert_int_equal(apply(&game, MOVE("4", "e7e5"), false, 1000), REMOTE_GAME_CHANGED);
    assert_false(game.can_abort);
    assert_int_equal(apply(&game,
                           "{\"t\":\"event\",\"game\":\"Ab3dE6gH\",\"version\":5,\"what\":"
                           "\"resign\",\"by\":\"white\",\"running\":false,\"status\":\"resign\","
                           "\"winner\":\"black\",\"reason\":\"White resigns\"}",
                           false, 1000),
                     REMOTE_GAME_CHANGED);
    assert_true(game.over);
    assert_int_equal(game.winner, RK_BLACK_WINS);
    assert_string_equal(game.reason, "White resigns");
    expect_fen(&game, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    remote_game_fini(&game);
}

static void duplicates_change_nothing(void **state)
{
    (void)state;
    struct remote_game game;
    remote_game_init(&game, "Ab3dE6gH");
    apply(&game, SNAPSHOT("0", "", ""), true, 0);
    apply(&game, MOVE("1", "e2e4"), false, 0);
    assert_int_equal(apply(&game, MOVE("1", "e2e4"), false, 0), REMOTE_GAME_UNCHANGED);
    assert_int_equal(apply(&game, SNAPSHOT("0", "", ""), false, 0), REMOTE_GAME_UNCHANGED);
    assert_int_equal(game.version, 1);
    // A requested snapshot counts even if it is older: the server may have lost its disk.
    assert_int_equal(apply(&game, SNAPSHOT("0", "", ""), true, 0), REMOTE_GAME_CHANGED);
    assert_int_equal(game.version, 0);
    expect_fen(&game, START);
    remote_game_fini(&game);
}

#define CHAT(version)                                            \
    "{\"t\":\"chat\",\"game\":\"Ab3dE6gH\",\"version\":" version \
    ",\"room\":\"players\",\"name\":\"Anna\",\"text\":\"hi\"}"

static void earlier_chat_lines_are_reported_once(void **state)
{
    (void)state;
    struct remote_game game;
    remote_game_init(&game, "Ab3dE6gH");
    assert_int_equal(apply(&game, CHAT("2"), false, 0), REMOTE_GAME_GAP);
    apply(&game, SNAPSHOT("9", "", ""), true, 0);
    assert_int_equal(apply(&game, CHAT("2"), false, 0), REMOTE_GAME_CHANGED);
    assert_int_equal(apply(&game, CHAT("5"), false, 0), REMOTE_GAME_CHANGED);
    assert_int_equal(apply(&game, CHAT("5"), false, 0), REMOTE_GAME_UNCHANGED);
    assert_int_equal(apply(&game, CHAT("2"), false, 0), REMOTE_GAME_UNCHANGED);
    assert_int_equal(game.version, 9);
    assert_int_equal(apply(&game, CHAT("10"), false, 0), REMOTE_GAME_CHANGED);
    assert_int_equal(game.version, 10);
    assert_int_equal(apply(&game, CHAT("12"), false, 0), REMOTE_GAME_GAP);
    remote_game_fini(&game);
}

static void a_missing_event_is_reported_as_a_gap(void **state)
{
    (void)state;
    struct remote_game game;
    remote_game_init(&game, "Ab3dE6gH");
    assert_int_equal(apply(&game, MOVE("1", "e2e4"), false, 0), REMOTE_GAME_GAP);
    apply(&game, SNAPSHOT("0", "", ""), true, 0);
    assert_int_equal(apply(&game, MOVE("2", "e7e5"), false, 0), REMOTE_GAME_GAP);
    assert_int_equal(game.version, 0);
    assert_int_equal(apply(&game, MOVE("1", "e2e4"), false, 0), REMOTE_GAME_CHANGED);
    assert_int_equal(apply(&game, MOVE("2", "e7e5"), false, 0), REMOTE_GAME_CHANGED);
    remote_game_fini(&game);
}

static void impossible_moves_are_rejected(void **state)
{
    (void)state;
    struct remote_game game;
    remote_game_init(&game, "Ab3dE6gH");
    assert_int_equal(apply(&game, SNAPSHOT("1", "e2e5", ""), true, 0), REMOTE_GAME_INVALID);
    assert_int_equal(game.version, -1);
    apply(&game, SNAPSHOT("0", "", ""), true, 0);
    assert_int_equal(apply(&game, MOVE("1", "e2e5"), false, 0), REMOTE_GAME_INVALID);
    assert_int_equal(game.version, 0);
    assert_int_equal(apply(&game, SNAPSHOT("5", "x", ""), true, 0), REMOTE_GAME_INVALID);
    expect_fen(&game, START);
    remote_game_fini(&game);
}

static void presence_watchers_and_rematches_are_tracked(void **state)
{
    (void)state;
    struct remote_game game;
    remote_game_init(&game, "Ab3dE6gH");
    apply(&game, SNAPSHOT("0", "", ",\"rematch\":\"white\""), true, 0);
    assert_int_equal(game.rematch_offer, RK_WHITE);
    apply(&game,
          "{\"t\":\"presence\",\"game\":\"Ab3dE6gH\",\"side\":\"white\",\"here\":false,"
          "\"claimable_in\":10}",
          false, 5000);
    assert_false(game.present[RK_WHITE]);
    assert_int_equal(game.claimable_at, 15000);
    const char *back =
        "{\"t\":\"presence\",\"game\":\"Ab3dE6gH\",\"side\":\"white\",\"here\":true}";
    assert_int_equal(apply(&game, back, false, 6000), REMOTE_GAME_CHANGED);
    assert_int_equal(apply(&game, back, false, 6000), REMOTE_GAME_UNCHANGED);
    assert_true(game.claimable_at == INT64_MAX);
    apply(&game, "{\"t\":\"crowd\",\"game\":\"Ab3dE6gH\",\"watchers\":9}", false, 0);
    assert_int_equal(game.watchers, 9);
    apply(&game, "{\"t\":\"rematched\",\"game\":\"Ab3dE6gH\",\"next\":\"Zz3dE6gH\"}", false, 0);
    assert_int_equal(game.rematch_offer, RK_NO_SIDE);
    assert_string_equal(game.rematch_game, "Zz3dE6gH");
    remote_game_fini(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_sets_every_field),
        cmocka_unit_test(only_the_clock_of_the_side_to_move_runs),
        cmocka_unit_test(events_update_the_game),
        cmocka_unit_test(duplicates_change_nothing),
        cmocka_unit_test(earlier_chat_lines_are_reported_once),
        cmocka_unit_test(a_missing_event_is_reported_as_a_gap),
        cmocka_unit_test(impossible_moves_are_rejected),
        cmocka_unit_test(presence_watchers_and_rematches_are_tracked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
