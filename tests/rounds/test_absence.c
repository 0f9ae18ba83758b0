/* SPDX-License-Identifier: MIT */
/* Players who leave: how long one waits for them, what is told meanwhile, and who may
 * claim what, when. */
#include <stdio.h>
#include <string.h>

#include "support/stage.h"

static struct stage stage;
static struct viewer white, black;

static int begin(void **state)
{
    (void)state;
    stage_begin(&stage);
    return 0;
}

static int end(void **state)
{
    (void)state;
    stage_end(&stage);
    buffer_fini(&white.text);
    buffer_fini(&black.text);
    return 0;
}

/* Both are here and have moved; it is White's turn. */
static void begin_game(const char *clock)
{
    stage_clock_game(&stage, clock);
    viewer_begin(&white, &stage, RK_WHITE, VIEW_WIRE, -1);
    viewer_begin(&black, &stage, RK_BLACK, VIEW_WIRE, -1);
    stage_play(&stage, "e4 e5", SECOND);
}

static void leave(struct viewer *viewer, bool on_purpose)
{
    viewer_end(viewer, on_purpose);
}

/* White, whose turn it is, has left: after how long Black can claim. */
static void expect_patience(int64_t milliseconds)
{
    stage_wait(&stage, milliseconds - 1);
    expect_refused(stage_do(&stage, RK_BLACK, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW, "wait 1 s");
    stage_wait(&stage, 1);
    expect_done(stage_do(&stage, RK_BLACK, VERB_CLAIM_VICTORY));
    expect_end(&stage, "timeout", RK_BLACK_WINS, "Black wins: White left the game");
    leave(&black, false);
}

// ---- how long --------------------------------------------------------------------------------

static void who_says_goodbye_is_waited_for_ten_seconds(void **state)
{
    (void)state;
    begin_game("30+0");
    leave(&white, true);
    expect_patience(10 * SECOND);
}

static void a_lost_connection_is_waited_for_by_the_speed(void **state)
{
    (void)state;
    const struct {
        const char *clock;
        int64_t patience;
    } rows[] = {{"30+0", 300 * SECOND},
                {"10+0", 120 * SECOND},
                {"3+2", 60 * SECOND},
                {"2+0", 30 * SECOND},
                {"25s+0", 30 * SECOND}};
    for (size_t i = 0; i + 1 < sizeof rows / sizeof *rows; i++) {
        begin_game(rows[i].clock);
        leave(&white, false);
        expect_patience(rows[i].patience);
    }
}

static void the_wait_is_halved_for_who_is_four_points_behind(void **state)
{
    (void)state;
    stage_position_game(&stage, "10+0", "4k3/8/8/8/8/8/r6P/4K3 w - - 0 1");
    viewer_begin(&white, &stage, RK_WHITE, VIEW_WIRE, -1);
    viewer_begin(&black, &stage, RK_BLACK, VIEW_WIRE, -1);
    stage_play(&stage, "h3 Ke7", SECOND); // a rook against a pawn
    leave(&white, false);
    expect_patience(60 * SECOND);
}

static void three_points_behind_are_not_enough(void **state)
{
    (void)state;
    stage_position_game(&stage, "10+0", "4k3/8/8/8/8/8/r5PP/4K3 w - - 0 1");
    viewer_begin(&white, &stage, RK_WHITE, VIEW_WIRE, -1);
    viewer_begin(&black, &stage, RK_BLACK, VIEW_WIRE, -1);
    stage_play(&stage, "h3 Ke7", SECOND);
    leave(&white, false);
    expect_patience(120 * SECOND);
}

static void in_variants_where_pieces_count_otherwise_nothing_is_halved(void **state)
{
    (void)state;
    const struct {
        const char *variant, *fen;
    } rows[] = {{"antichess", "4k3/8/8/8/8/8/r6P/4K3 w - - 0 1"},
                {"crazyhouse", "4k3/8/8/8/8/8/r6P/4K3[] w - - 0 1"},
                {"horde", "4k3/qqq5/8/8/8/8/7P/8 w - - 0 1"}};
    const char *moves[] = {"h3 Ke7", "h3 Ke7", "h3 Ke8d8"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game_settings settings = stage_terms("10+0");
        assert_true(rk_variant_from_name(rows[i].variant, &settings.variant));
        settings.start = position_of(settings.variant, rows[i].fen);
        settings.from_position = true;
        stage_game(&stage, &settings, SOURCE_FRIEND);
        viewer_begin(&white, &stage, RK_WHITE, VIEW_WIRE, -1);
        viewer_begin(&black, &stage, RK_BLACK, VIEW_WIRE, -1);
        stage_play(&stage, moves[i], SECOND);
        leave(&white, false);
        stage_wait(&stage, 119 * SECOND);
        expect_refused(stage_do(&stage, RK_BLACK, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW, "wait");
        leave(&black, false);
    }
}

static void the_wait_is_halved_for_guests_and_has_a_floor_of_ten_seconds(void **state)
{
    (void)state;
    stage.white = (struct identity){"~guest", "Guest-ab", ROLE_GUEST};
    begin_game("10+0");
    leave(&white, false);
    expect_patience(60 * SECOND);
    stage_position_game(&stage, "2+0", "4k3/8/8/8/8/8/r6P/4K3 w - - 0 1");
    viewer_begin(&white, &stage, RK_WHITE, VIEW_WIRE, -1);
    viewer_begin(&black, &stage, RK_BLACK, VIEW_WIRE, -1);
    stage_play(&stage, "h3 Ke7", SECOND);
    leave(&white, false); // 30 s, halved twice
    expect_patience(10 * SECOND);
}

static void a_stream_that_drops_has_a_second_more(void **state)
{
    (void)state;
    stage_clock_game(&stage, "2+0");
    viewer_begin(&white, &stage, RK_WHITE, VIEW_STREAM, -1);
    viewer_begin(&black, &stage, RK_BLACK, VIEW_WIRE, -1);
    stage_play(&stage, "e4 e5", SECOND);
    assert_true(round_is_present(stage.round, RK_WHITE));
    leave(&white, false);
    assert_true(round_is_present(stage.round, RK_WHITE));
    stage_wait(&stage, SECOND);
    assert_false(round_is_present(stage.round, RK_WHITE));
    expect_patience(30 * SECOND);
}

static void one_of_several_connections_is_enough(void **state)
{
    (void)state;
    struct viewer second;
    begin_game("2+0");
    viewer_begin(&second, &stage, RK_WHITE, VIEW_WIRE, -1);
    leave(&white, false);
    stage_wait(&stage, 40 * SECOND);
    assert_true(round_is_present(stage.round, RK_WHITE));
    expect_refused(stage_do(&stage, RK_BLACK, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW,
                   "the opponent is here");
    leave(&second, false);
    assert_false(round_is_present(stage.round, RK_WHITE));
    leave(&black, false);
}

static void whoever_does_something_is_waited_for_anew(void **state)
{
    (void)state;
    begin_game("2+0");
    leave(&white, false);
    stage_wait(&stage, 29 * SECOND);
    expect_done(stage_say(&stage, RK_WHITE, ROOM_PLAYERS, "Hello!"));
    expect_patience(30 * SECOND);
}

// ---- who may claim, and what -----------------------------------------------------------------

static void a_claim_needs_the_absent_players_turn(void **state)
{
    (void)state;
    begin_game("2+0");
    stage_play(&stage, "Nf3", SECOND);
    leave(&white, false);
    stage_wait(&stage, 40 * SECOND);
    expect_refused(stage_do(&stage, RK_BLACK, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW,
                   "absent player's turn");
    expect_refused(stage_do(&stage, RK_BLACK, VERB_CLAIM_ABSENT_DRAW), REFUSED_NOT_NOW,
                   "absent player's turn");
    stage_play(&stage, "Nc6", SECOND);
    expect_done(stage_do(&stage, RK_BLACK, VERB_CLAIM_VICTORY));
    leave(&black, false);
}

static void a_claim_needs_that_both_have_moved(void **state)
{
    (void)state;
    stage.server.config.first_move_ms[SPEED_BULLET] = HOUR;
    stage_clock_game(&stage, "2+0");
    viewer_begin(&black, &stage, RK_BLACK, VIEW_WIRE, -1);
    stage_wait(&stage, 2 * MINUTE);
    expect_refused(stage_do(&stage, RK_BLACK, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW,
                   "both have moved");
    leave(&black, false);
}

static void correspondence_is_never_claimed(void **state)
{
    (void)state;
    begin_game("3 days");
    leave(&white, true);
    stage_wait(&stage, HOUR);
    expect_refused(stage_do(&stage, RK_BLACK, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW, "clock");
    leave(&black, false);
}

static void nothing_is_claimed_where_that_was_agreed(void **state)
{
    (void)state;
    struct game_settings settings = stage_terms("2+0");
    settings.rules = RULE_NO_CLAIM_WIN;
    stage_game(&stage, &settings, SOURCE_FRIEND);
    stage_play(&stage, "e4 e5", SECOND);
    stage_wait(&stage, MINUTE);
    expect_refused(stage_do(&stage, RK_BLACK, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW,
                   "nothing is claimed");
}

static void a_draw_can_be_claimed_instead(void **state)
{
    (void)state;
    begin_game("2+0");
    leave(&white, false);
    stage_wait(&stage, 30 * SECOND);
    expect_done(stage_do(&stage, RK_BLACK, VERB_CLAIM_ABSENT_DRAW));
    expect_end(&stage, "timeout", RK_NOBODY_WINS, "Draw: White left the game");
    leave(&black, false);
}

static void victory_is_a_draw_for_who_could_never_mate(void **state)
{
    (void)state;
    stage_position_game(&stage, "2+0", "7k/8/8/8/8/8/P6P/K7 w - - 0 1");
    viewer_begin(&white, &stage, RK_WHITE, VIEW_WIRE, -1);
    viewer_begin(&black, &stage, RK_BLACK, VIEW_WIRE, -1);
    stage_play(&stage, "h4 Kg8", SECOND);
    leave(&white, false);
    stage_wait(&stage, 30 * SECOND);
    expect_done(stage_do(&stage, RK_BLACK, VERB_CLAIM_VICTORY));
    expect_end(&stage, "timeout", RK_NOBODY_WINS, "White left the game, but Black cannot win");
    leave(&black, false);
}

static void nobody_claims_for_himself_to_be_away(void **state)
{
    (void)state;
    begin_game("2+0");
    leave(&white, false);
    stage_wait(&stage, 30 * SECOND);
    expect_refused(stage_do(&stage, RK_WHITE, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW,
                   "the opponent is here");
    leave(&black, false);
}

// ---- what is told ----------------------------------------------------------------------------

static void the_countdown_is_told_after_five_seconds_and_every_five(void **state)
{
    (void)state;
    begin_game("2+0");
    viewer_forget(&black);
    leave(&white, false);
    stage_wait(&stage, SECOND);
    assert_int_equal(viewer_count(&black, "\"side\":\"white\",\"here\":false"), 1);
    assert_false(viewer_saw(&black, "claimable_in"));
    stage_wait(&stage, 4 * SECOND - 1);
    assert_false(viewer_saw(&black, "claimable_in"));
    stage_wait(&stage, 1);
    assert_true(viewer_saw(&black, "\"here\":false,\"claimable_in\":25}"));
    stage_wait(&stage, 5 * SECOND);
    assert_true(viewer_saw(&black, "\"claimable_in\":20}"));
    stage_wait(&stage, 20 * SECOND);
    assert_true(viewer_saw(&black, "\"claimable_in\":0}"));
    assert_int_equal(viewer_count(&black, "claimable_in"), 6);
    leave(&black, false);
}

static void a_return_is_told_at_once(void **state)
{
    (void)state;
    struct viewer stream;
    begin_game("2+0");
    viewer_begin(&stream, &stage, RK_BLACK, VIEW_STREAM, -1);
    leave(&white, false);
    stage_wait(&stage, 6 * SECOND);
    assert_true(viewer_saw(&stream,
                           "{\"type\":\"opponentGone\",\"gone\":true,\"claimWinInSeconds\":25}\n"));
    viewer_forget(&black);
    viewer_begin(&white, &stage, RK_WHITE, VIEW_WIRE, -1);
    assert_true(viewer_saw(&black, "\"side\":\"white\",\"here\":true"));
    assert_true(viewer_saw(&stream, "{\"type\":\"opponentGone\",\"gone\":false}\n"));
    stage_wait(&stage, 20 * SECOND);
    assert_false(viewer_saw(&black, "claimable_in"));
    leave(&white, false);
    leave(&black, false);
    leave(&stream, false);
}

static void nothing_is_told_if_the_clock_ends_before_the_countdown(void **state)
{
    (void)state;
    begin_game("1+0");
    stage_wait(&stage, 28 * SECOND);
    viewer_forget(&black);
    leave(&white, false); // 32 s are left, and 30 s would be waited for, and 3 s more
    stage_wait(&stage, 20 * SECOND);
    assert_false(viewer_saw(&black, "claimable_in"));
    leave(&black, false);
}

static void a_page_that_is_opened_again_is_no_absence(void **state)
{
    (void)state;
    begin_game("2+0");
    viewer_forget(&black);
    leave(&white, false);
    viewer_begin(&white, &stage, RK_WHITE, VIEW_WIRE, -1);
    stage_wait(&stage, 10 * SECOND);
    assert_false(viewer_saw(&black, "presence"));
    leave(&white, false);
    leave(&black, false);
}

static void a_snapshot_carries_presence_and_the_wait(void **state)
{
    (void)state;
    begin_game("2+0");
    leave(&white, false);
    stage_wait(&stage, 12 * SECOND);
    viewer_forget(&black);
    round_send_snapshot(stage.round, &black.watcher);
    assert_true(viewer_saw(&black, "\"white_here\":false"));
    assert_true(viewer_saw(&black, "\"black_here\":true"));
    assert_true(viewer_saw(&black, "\"claimable_in\":18"));
    leave(&black, false);
}

static void a_stream_hears_on_opening_that_the_opponent_is_gone(void **state)
{
    (void)state;
    struct viewer stream;
    begin_game("2+0");
    leave(&white, false);
    leave(&black, false);
    stage_wait(&stage, 12 * SECOND);
    viewer_begin(&stream, &stage, RK_BLACK, VIEW_STREAM, -1);
    assert_true(viewer_saw(&stream,
                           "{\"type\":\"opponentGone\",\"gone\":true,\"claimWinInSeconds\":18}\n"));
    leave(&stream, false);
}

static void the_game_goes_on_while_nobody_claims(void **state)
{
    (void)state;
    begin_game("2+0");
    leave(&white, false);
    stage_wait(&stage, 119 * SECOND);
    expect_running(&stage);
    stage_wait(&stage, SECOND);
    expect_end(&stage, "outoftime", RK_BLACK_WINS, "");
    leave(&black, false);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(who_says_goodbye_is_waited_for_ten_seconds),
        TEST(a_lost_connection_is_waited_for_by_the_speed),
        TEST(the_wait_is_halved_for_who_is_four_points_behind),
        TEST(three_points_behind_are_not_enough),
        TEST(in_variants_where_pieces_count_otherwise_nothing_is_halved),
        TEST(the_wait_is_halved_for_guests_and_has_a_floor_of_ten_seconds),
        TEST(a_stream_that_drops_has_a_second_more),
        TEST(one_of_several_connections_is_enough),
        TEST(whoever_does_something_is_waited_for_anew),
        TEST(a_claim_needs_the_absent_players_turn),
        TEST(a_claim_needs_that_both_have_moved),
        TEST(correspondence_is_never_claimed),
        TEST(nothing_is_claimed_where_that_was_agreed),
        TEST(a_draw_can_be_claimed_instead),
        TEST(victory_is_a_draw_for_who_could_never_mate),
        TEST(nobody_claims_for_himself_to_be_away),
        TEST(the_countdown_is_told_after_five_seconds_and_every_five),
        TEST(a_return_is_told_at_once),
        TEST(nothing_is_told_if_the_clock_ends_before_the_countdown),
        TEST(a_page_that_is_opened_again_is_no_absence),
        TEST(a_snapshot_carries_presence_and_the_wait),
        TEST(a_stream_hears_on_opening_that_the_opponent_is_gone),
        TEST(the_game_goes_on_while_nobody_claims),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
