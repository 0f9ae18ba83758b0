/* SPDX-License-Identifier: MIT */
/* A game kept up by messages: whatever order they come in, it is never wrong
 * without noticing. */
#include "client/remote_game.h"

#include <string.h>

#include "rookery/fen.h"
#include "support/board.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* The parts that change; the rest is the same in all. */
static enum remote_game_change take(struct remote_game *mirror, const char *json, bool wanted,
                                    int64_t now)
{
    struct message message;
    rk_fault fault = {.text = ""};
    if (message_read(MESSAGE_TO_CLIENT, json, strlen(json), &message, &fault))
        fail_msg("%s: %s", json, fault.text);
    assert_string_equal(remote_game_id_in(&message), mirror->id);
    const enum remote_game_change change = remote_game_apply(mirror, &message, wanted, now);
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

static void expect_fen(const struct remote_game *mirror, const char *fen)
{
    char is[RK_FEN_MAX];
    rk_fen_write(rk_game_position(mirror->game), RK_FEN_PLAIN, is);
    assert_string_equal(is, fen);
}

static void a_snapshot_says_everything(void **state)
{
    (void)state;
    struct remote_game mirror;
    remote_game_init(&mirror, "Ab3dE6gH");
    assert_int_equal(take(&mirror, SNAPSHOT("7", "e2e4 e7e5", ",\"offer\":\"white\""), true, 1000),
                     REMOTE_GAME_CHANGED);
    assert_int_equal(mirror.version, 7);
    assert_int_equal(mirror.you, RK_BLACK);
    assert_string_equal(mirror.names[RK_WHITE], "Anna");
    assert_string_equal(mirror.names[RK_BLACK], "Ben");
    assert_string_equal(mirror.clock, "5+3");
    assert_int_equal(mirror.offer, RK_WHITE_WINS);
    assert_int_equal(mirror.winner, RK_NOBODY_WINS);
    assert_true(mirror.here[RK_WHITE] && !mirror.here[RK_BLACK]);
    assert_int_equal(mirror.watchers, 2);
    assert_false(mirror.over);
    assert_true(mirror.claimable_at == INT64_MAX && mirror.deadline_at == INT64_MAX);
    expect_fen(&mirror, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    remote_game_fini(&mirror);
}

static void the_clock_of_the_mover_runs(void **state)
{
    (void)state;
    struct remote_game mirror;
    remote_game_init(&mirror, "Ab3dE6gH");
    take(&mirror, SNAPSHOT("2", "e2e4 e7e5", ""), true, 1000);
    assert_int_equal(remote_game_time_left(&mirror, RK_WHITE, 3500), 297500);
    assert_int_equal(remote_game_time_left(&mirror, RK_BLACK, 3500), 290000);
    assert_int_equal(remote_game_time_left(&mirror, RK_WHITE, 1000000), 0);
    take(&mirror, MOVE("3", "g1f3"), false, 4000);
    assert_int_equal(remote_game_time_left(&mirror, RK_WHITE, 9000), 301000);
    assert_int_equal(remote_game_time_left(&mirror, RK_BLACK, 9000), 285000);
    remote_game_fini(&mirror);
}

static void what_happens_is_followed(void **state)
{
    (void)state;
    struct remote_game mirror;
    remote_game_init(&mirror, "Ab3dE6gH");
    take(&mirror, SNAPSHOT("0", "", ",\"deadline_ms\":15000"), true, 1000);
    assert_int_equal(mirror.deadline_at, 16000);
    assert_int_equal(take(&mirror, MOVE("1", "e2e4"), false, 1000), REMOTE_GAME_CHANGED);
    assert_true(mirror.deadline_at == INT64_MAX && mirror.can_abort);
    assert_int_equal(take(&mirror,
                          "{\"t\":\"chat\",\"game\":\"Ab3dE6gH\",\"version\":2,\"room\":"
                          "\"players\",\"name\":\"Anna\",\"text\":\"hi\"}",
                          false, 1000),
                     REMOTE_GAME_CHANGED);
    assert_int_equal(
        take(&mirror, "{\"t\":\"skip\",\"game\":\"Ab3dE6gH\",\"version\":3}", false, 1000),
        REMOTE_GAME_CHANGED);
    assert_int_equal(take(&mirror, MOVE("4", "e7e5"), false, 1000), REMOTE_GAME_CHANGED);
    assert_false(mirror.can_abort);
    assert_int_equal(take(&mirror,
                          "{\"t\":\"event\",\"game\":\"Ab3dE6gH\",\"version\":5,\"what\":"
                          "\"resign\",\"by\":\"white\",\"running\":false,\"status\":\"resign\","
                          "\"winner\":\"black\",\"reason\":\"White resigns\"}",
                          false, 1000),
                     REMOTE_GAME_CHANGED);
    assert_true(mirror.over);
    assert_int_equal(mirror.winner, RK_BLACK_WINS);
    assert_string_equal(mirror.reason, "White resigns");
    expect_fen(&mirror, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    remote_game_fini(&mirror);
}

static void what_comes_twice_changes_nothing(void **state)
{
    (void)state;
    struct remote_game mirror;
    remote_game_init(&mirror, "Ab3dE6gH");
    take(&mirror, SNAPSHOT("0", "", ""), true, 0);
    take(&mirror, MOVE("1", "e2e4"), false, 0);
    assert_int_equal(take(&mirror, MOVE("1", "e2e4"), false, 0), REMOTE_GAME_UNCHANGED);
    assert_int_equal(take(&mirror, SNAPSHOT("0", "", ""), false, 0), REMOTE_GAME_UNCHANGED);
    assert_int_equal(mirror.version, 1);
    // One that was asked for holds, as after a server that has lost its disk.
    assert_int_equal(take(&mirror, SNAPSHOT("0", "", ""), true, 0), REMOTE_GAME_CHANGED);
    assert_int_equal(mirror.version, 0);
    expect_fen(&mirror, START);
    remote_game_fini(&mirror);
}

#define CHAT(version)                                            \
    "{\"t\":\"chat\",\"game\":\"Ab3dE6gH\",\"version\":" version \
    ",\"room\":\"players\",\"name\":\"Anna\",\"text\":\"hi\"}"

static void what_was_said_before_is_heard_once(void **state)
{
    (void)state;
    struct remote_game mirror;
    remote_game_init(&mirror, "Ab3dE6gH");
    assert_int_equal(take(&mirror, CHAT("2"), false, 0), REMOTE_GAME_GAP);
    take(&mirror, SNAPSHOT("9", "", ""), true, 0);
    assert_int_equal(take(&mirror, CHAT("2"), false, 0), REMOTE_GAME_CHANGED);
    assert_int_equal(take(&mirror, CHAT("5"), false, 0), REMOTE_GAME_CHANGED);
    assert_int_equal(take(&mirror, CHAT("5"), false, 0), REMOTE_GAME_UNCHANGED);
    assert_int_equal(take(&mirror, CHAT("2"), false, 0), REMOTE_GAME_UNCHANGED);
    assert_int_equal(mirror.version, 9);
    assert_int_equal(take(&mirror, CHAT("10"), false, 0), REMOTE_GAME_CHANGED);
    assert_int_equal(mirror.version, 10);
    assert_int_equal(take(&mirror, CHAT("12"), false, 0), REMOTE_GAME_GAP);
    remote_game_fini(&mirror);
}

static void a_gap_is_noticed(void **state)
{
    (void)state;
    struct remote_game mirror;
    remote_game_init(&mirror, "Ab3dE6gH");
    assert_int_equal(take(&mirror, MOVE("1", "e2e4"), false, 0), REMOTE_GAME_GAP);
    take(&mirror, SNAPSHOT("0", "", ""), true, 0);
    assert_int_equal(take(&mirror, MOVE("2", "e7e5"), false, 0), REMOTE_GAME_GAP);
    assert_int_equal(mirror.version, 0);
    assert_int_equal(take(&mirror, MOVE("1", "e2e4"), false, 0), REMOTE_GAME_CHANGED);
    assert_int_equal(take(&mirror, MOVE("2", "e7e5"), false, 0), REMOTE_GAME_CHANGED);
    remote_game_fini(&mirror);
}

static void what_cannot_be_is_noticed(void **state)
{
    (void)state;
    struct remote_game mirror;
    remote_game_init(&mirror, "Ab3dE6gH");
    assert_int_equal(take(&mirror, SNAPSHOT("1", "e2e5", ""), true, 0), REMOTE_GAME_INVALID);
    assert_int_equal(mirror.version, -1);
    take(&mirror, SNAPSHOT("0", "", ""), true, 0);
    assert_int_equal(take(&mirror, MOVE("1", "e2e5"), false, 0), REMOTE_GAME_INVALID);
    assert_int_equal(mirror.version, 0);
    assert_int_equal(take(&mirror, SNAPSHOT("5", "x", ""), true, 0), REMOTE_GAME_INVALID);
    expect_fen(&mirror, START);
    remote_game_fini(&mirror);
}

static void people_come_and_go(void **state)
{
    (void)state;
    struct remote_game mirror;
    remote_game_init(&mirror, "Ab3dE6gH");
    take(&mirror, SNAPSHOT("0", "", ",\"rematch\":\"white\""), true, 0);
    assert_int_equal(mirror.rematch_by, RK_WHITE);
    take(&mirror,
         "{\"t\":\"presence\",\"game\":\"Ab3dE6gH\",\"side\":\"white\",\"here\":false,"
         "\"claimable_in\":10}",
         false, 5000);
    assert_false(mirror.here[RK_WHITE]);
    assert_int_equal(mirror.claimable_at, 15000);
    const char *back =
        "{\"t\":\"presence\",\"game\":\"Ab3dE6gH\",\"side\":\"white\",\"here\":true}";
    assert_int_equal(take(&mirror, back, false, 6000), REMOTE_GAME_CHANGED);
    assert_int_equal(take(&mirror, back, false, 6000), REMOTE_GAME_UNCHANGED);
    assert_true(mirror.claimable_at == INT64_MAX);
    take(&mirror, "{\"t\":\"crowd\",\"game\":\"Ab3dE6gH\",\"watchers\":9}", false, 0);
    assert_int_equal(mirror.watchers, 9);
    take(&mirror, "{\"t\":\"rematched\",\"game\":\"Ab3dE6gH\",\"next\":\"Zz3dE6gH\"}", false, 0);
    assert_int_equal(mirror.rematch_by, 2);
    assert_string_equal(mirror.next, "Zz3dE6gH");
    remote_game_fini(&mirror);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_says_everything),
        cmocka_unit_test(the_clock_of_the_mover_runs),
        cmocka_unit_test(what_happens_is_followed),
        cmocka_unit_test(what_comes_twice_changes_nothing),
        cmocka_unit_test(what_was_said_before_is_heard_once),
        cmocka_unit_test(a_gap_is_noticed),
        cmocka_unit_test(what_cannot_be_is_noticed),
        cmocka_unit_test(people_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
