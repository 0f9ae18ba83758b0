/* SPDX-License-Identifier: MIT */
/* Conditional moves: which lines are accepted, and when their replies are played. */
#include "rounds/conditional_moves.h"

#include <stdio.h>
#include <string.h>

#include "rounds/round_messages.h"
#include "support/fixture.h"

static struct fixture fixture;

static struct recorded_reply set_lines(rk_side side, const char *lines)
{
    struct recorded_reply result = {.count = 0};
    conditional_moves_set(fixture.round, side == RK_WHITE ? &fixture.white : &fixture.black, lines,
                          record_reply, &result);
    harness_settle(&fixture.harness);
    assert_int_equal(result.count, 1);
    return result;
}

static void expect_lines(rk_side side, const char *expected)
{
    struct buffer lines = {0};
    conditional_moves_write(fixture.round, side, &lines);
    assert_string_equal(buffer_cstr(&lines), expected);
    buffer_fini(&lines);
}

static void expect_plies(size_t plies)
{
    assert_int_equal(round_plies(fixture.round), plies);
}

static void a_prepared_reply_is_played_at_once(void **state)
{
    (void)state;
    fixture_start(&fixture, "3 days");
    fixture_play(&fixture, "e4", 0);
    expect_done(set_lines(RK_WHITE, "e7e5 g1f3 b8c6 f1b5, c7c5 g1f3"));
    expect_lines(RK_WHITE, "e7e5 g1f3 b8c6 f1b5,c7c5 g1f3");
    fixture_play(&fixture, "e5", HOUR);
    expect_plies(3);
    expect_lines(RK_WHITE, "b8c6 f1b5");
    fixture_play(&fixture, "Nc6", HOUR);
    expect_plies(5);
    expect_lines(RK_WHITE, "");
    fixture_play(&fixture, "a6", HOUR);
    expect_plies(6); // nothing more was prepared
}

static void both_players_can_prepare_replies(void **state)
{
    (void)state;
    fixture_start(&fixture, "3 days");
    expect_done(set_lines(RK_BLACK, "e4 e5 Nf3 Nc6 Bb5 a6"));
    fixture_play(&fixture, "e4", 0);
    expect_plies(2);
    expect_refused(set_lines(RK_WHITE, "e7e5 g1f3"), REFUSED_NOT_NOW, "it is your turn");
    fixture_play(&fixture, "Nf3", 0);
    expect_plies(4);
    fixture_play(&fixture, "Bc4", 0); // another move than expected
    expect_plies(5);
    expect_lines(RK_BLACK, "");
    expect_done(set_lines(RK_WHITE, "Bc5 c3"));
    fixture_play(&fixture, "Bc5", 0);
    expect_plies(7);
}

static void lines_survive_a_restart_and_end_with_the_game(void **state)
{
    (void)state;
    fixture_start(&fixture, "3 days");
    fixture_play(&fixture, "e4", 0);
    expect_done(set_lines(RK_WHITE, "e7e5 g1f3 b8c6 f1b5"));
    fixture_play(&fixture, "e5", HOUR);
    fixture_crash(&fixture, MINUTE);
    expect_lines(RK_WHITE, "b8c6 f1b5");
    fixture_play(&fixture, "Nc6", HOUR);
    expect_plies(5);
    expect_done(set_lines(RK_WHITE, "a7a6 b5a4"));
    fixture_do(&fixture, RK_BLACK, VERB_RESIGN);
    fixture_crash(&fixture, MINUTE);
    assert_null(fixture.round);
}

static void a_reply_that_a_crash_interrupted_is_played_afterwards(void **state)
{
    (void)state;
    fixture_start(&fixture, "3 days");
    fixture_play(&fixture, "e4 c5", 0);
    fixture_play(&fixture, "Nf3", 0);
    expect_done(set_lines(RK_WHITE, "d7d6 d2d4"));
    struct command move = fixture_command(&fixture, RK_BLACK, VERB_MOVE);
    struct recorded_reply reply = {.count = 0};
    snprintf(move.move, sizeof move.move, "d6");
    fixture_send(&fixture, &move, &reply);
    fixture_crash(&fixture, MINUTE); // the move was written, the reply was not
    harness_settle(&fixture.harness);
    expect_plies(5);
}

/* The move is being written when the player, who has not seen it yet, replaces the lines. */
static void new_lines_outlive_the_old_ones_that_the_opponent_has_left(void **state)
{
    (void)state;
    struct recorded_reply moved = {.count = 0}, set = {.count = 0};
    fixture_start(&fixture, "3 days");
    fixture_play(&fixture, "e4", 0);
    expect_done(set_lines(RK_WHITE, "e7e5 g1f3"));
    fixture.harness.store.paused = true;
    struct command move = fixture_command(&fixture, RK_BLACK, VERB_MOVE);
    snprintf(move.move, sizeof move.move, "c5");
    fixture_send(&fixture, &move, &moved);
    conditional_moves_set(fixture.round, &fixture.white, "c7c5 g1f3 d7d6 d2d4", record_reply, &set);
    fixture.harness.store.paused = false;
    harness_settle(&fixture.harness);
    expect_done(set);
    expect_plies(3);
    expect_lines(RK_WHITE, "d7d6 d2d4");
    fixture_crash(&fixture, MINUTE);
    expect_lines(RK_WHITE, "d7d6 d2d4");
}

static void take_all_shards(const char *owner)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_TAKE_ALL_SHARDS);
    store_bind_text(job, owner);
    assert_int_equal(fake_store_run(&fixture.harness.store, job), STORE_DONE);
}

static void a_node_that_lost_the_game_changes_no_lines(void **state)
{
    (void)state;
    fixture_start(&fixture, "3 days");
    expect_done(set_lines(RK_BLACK, "e4 e5"));
    take_all_shards("another node");
    expect_refused(set_lines(RK_BLACK, "e4 c5"), REFUSED_BUSY, "");
    expect_refused(set_lines(RK_BLACK, ""), REFUSED_BUSY, "");
    expect_lines(RK_BLACK, "e2e4 e7e5");
}

static void lines_are_deleted_on_request(void **state)
{
    (void)state;
    fixture_start(&fixture, "3 days");
    expect_done(set_lines(RK_BLACK, "e4 e5"));
    expect_done(set_lines(RK_BLACK, ""));
    expect_lines(RK_BLACK, "");
    fixture_crash(&fixture, MINUTE);
    expect_lines(RK_BLACK, "");
    fixture_play(&fixture, "e4", 0);
    expect_plies(1);
}

static void impossible_lines_are_refused_with_the_reason(void **state)
{
    (void)state;
    static const struct {
        const char *lines, *why;
    } rows[] = {
        {"e4 e5,e4 c5", "line 2: another line answers the same moves differently"},
        {"e4", "line 1: it must end with a move of your own"},
        {"d4 d5\ne2e5 e7e5", "line 2: "},
        {"e4 nonsense", "line 1: "},
        {"e4 e5 e4 e5", "line 1: "},
    };
    fixture_start(&fixture, "3 days");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_refused(set_lines(RK_BLACK, rows[i].lines), REFUSED_ILLEGAL, rows[i].why);
    expect_lines(RK_BLACK, "");
}

static void the_number_and_length_of_lines_are_limited(void **state)
{
    (void)state;
    char lines[4000] = "";
    fixture_start(&fixture, "3 days");
    for (int i = 0; i < 8; i++)
        strcat(lines, "Nf3 Nf6 Ng1 Ng8 ");
    expect_refused(set_lines(RK_BLACK, lines), REFUSED_ILLEGAL, "at most 30 moves");
    lines[120 - 8] = '\0'; // 28 moves
    expect_done(set_lines(RK_BLACK, lines));
    lines[0] = '\0';
    for (int i = 0; i < 31; i++)
        strcat(lines, "e4 e5,");
    expect_refused(set_lines(RK_BLACK, lines), REFUSED_ILLEGAL, "at most 30 lines");
}

static void conditional_moves_are_for_the_players_of_correspondence_games(void **state)
{
    (void)state;
    struct recorded_reply result = {.count = 0};
    fixture_start(&fixture, "10+0");
    expect_refused(set_lines(RK_BLACK, "e4 e5"), REFUSED_NOT_NOW, "for correspondence games");
    fixture_start(&fixture, "3 days");
    conditional_moves_set(fixture.round, &fixture.stranger, "e4 e5", record_reply, &result);
    expect_refused(result, REFUSED_FORBIDDEN, "not your game");
}

static void only_their_owner_sees_them(void **state)
{
    (void)state;
    fixture_start(&fixture, "3 days");
    expect_done(set_lines(RK_BLACK, "e4 e5"));
    static const bool sees[] = {[RK_WHITE] = false, [RK_BLACK] = true, [RK_NO_SIDE] = false};
    for (rk_side side = RK_WHITE; side <= RK_NO_SIDE; side++) {
        struct shared_buffer *snapshot = round_message_game(fixture.round, side);
        char text[4096];
        snprintf(text, sizeof text, "%.*s", (int)snapshot->size, snapshot->bytes);
        assert_int_equal(strstr(text, "\"conditional\":\"e2e4 e7e5\"") != NULL, sees[side]);
        shared_buffer_unref(snapshot);
    }
}

static void a_failing_store_changes_nothing(void **state)
{
    (void)state;
    fixture_start(&fixture, "3 days");
    fixture.harness.store.writes_fail = true;
    expect_refused(set_lines(RK_BLACK, "e4 e5"), REFUSED_STORE, "");
    fixture.harness.store.writes_fail = false;
    expect_lines(RK_BLACK, "");
}

int main(void)
{
#define TEST(test) FIXTURE_TEST(test, &fixture)
    const struct CMUnitTest tests[] = {
        TEST(a_prepared_reply_is_played_at_once),
        TEST(both_players_can_prepare_replies),
        TEST(lines_survive_a_restart_and_end_with_the_game),
        TEST(a_reply_that_a_crash_interrupted_is_played_afterwards),
        TEST(new_lines_outlive_the_old_ones_that_the_opponent_has_left),
        TEST(a_node_that_lost_the_game_changes_no_lines),
        TEST(lines_are_deleted_on_request),
        TEST(impossible_lines_are_refused_with_the_reason),
        TEST(the_number_and_length_of_lines_are_limited),
        TEST(conditional_moves_are_for_the_players_of_correspondence_games),
        TEST(only_their_owner_sees_them),
        TEST(a_failing_store_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
