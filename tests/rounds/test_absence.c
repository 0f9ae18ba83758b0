/* SPDX-License-Identifier: MIT */
/* Players who leave: when the opponent can claim the game, and what is announced meanwhile. */
#include <stdio.h>
#include <string.h>

#include "rounds/round_watch.h"
#include "support/fixture.h"

static struct fixture fixture;
static struct fake_watcher white, black;

static int tear_down(void **state)
{
    fixture_close(*state);
    buffer_fini(&white.text);
    buffer_fini(&black.text);
    return 0;
}

/* Both players are present and have moved; it is White's turn. */
static void start_game(const char *clock)
{
    fixture_start(&fixture, clock);
    fake_watcher_join(&white, &fixture, RK_WHITE, VIEW_WIRE, -1);
    fake_watcher_join(&black, &fixture, RK_BLACK, VIEW_WIRE, -1);
    fixture_play(&fixture, "e4 e5", SECOND);
}

static void leave(struct fake_watcher *watcher, bool on_purpose)
{
    fake_watcher_leave(watcher, on_purpose);
}

/* White is to move and has left: Black can claim after `wait`. */
static void expect_limit(int64_t milliseconds)
{
    harness_wait(&fixture.harness, milliseconds - 1);
    expect_refused(fixture_do(&fixture, RK_BLACK, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW, "wait 1 s");
    harness_wait(&fixture.harness, 1);
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_CLAIM_VICTORY));
    expect_end(&fixture, "timeout", RK_BLACK_WINS, "Black wins: White left the game");
    leave(&black, false);
}

// ---- limits ----------------------------------------------------------------------------------

static void a_player_who_left_on_purpose_has_ten_seconds(void **state)
{
    (void)state;
    start_game("30+0");
    leave(&white, true);
    expect_limit(10 * SECOND);
}

static void the_limit_after_a_lost_connection_depends_on_the_speed(void **state)
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
        start_game(rows[i].clock);
        leave(&white, false);
        expect_limit(rows[i].patience);
    }
}

static void the_limit_is_halved_for_a_player_four_points_behind(void **state)
{
    (void)state;
    fixture_start_from(&fixture, "10+0", "4k3/8/8/8/8/8/r6P/4K3 w - - 0 1");
    fake_watcher_join(&white, &fixture, RK_WHITE, VIEW_WIRE, -1);
    fake_watcher_join(&black, &fixture, RK_BLACK, VIEW_WIRE, -1);
    fixture_play(&fixture, "h3 Ke7", SECOND); // a rook against a pawn
    leave(&white, false);
    expect_limit(60 * SECOND);
}

static void the_limit_is_not_halved_for_three_points(void **state)
{
    (void)state;
    fixture_start_from(&fixture, "10+0", "4k3/8/8/8/8/8/r5PP/4K3 w - - 0 1");
    fake_watcher_join(&white, &fixture, RK_WHITE, VIEW_WIRE, -1);
    fake_watcher_join(&black, &fixture, RK_BLACK, VIEW_WIRE, -1);
    fixture_play(&fixture, "h3 Ke7", SECOND);
    leave(&white, false);
    expect_limit(120 * SECOND);
}

static void variants_with_other_piece_values_do_not_halve_the_limit(void **state)
{
    (void)state;
    const struct {
        const char *variant, *fen;
    } rows[] = {{"antichess", "4k3/8/8/8/8/8/r6P/4K3 w - - 0 1"},
                {"crazyhouse", "4k3/8/8/8/8/8/r6P/4K3[] w - - 0 1"},
                {"horde", "4k3/qqq5/8/8/8/8/7P/8 w - - 0 1"}};
    const char *moves[] = {"h3 Ke7", "h3 Ke7", "h3 Ke8d8"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game_settings settings = settings_for("10+0");
        assert_true(rk_variant_from_name(rows[i].variant, &settings.variant));
        settings.start = position_of(settings.variant, rows[i].fen);
        settings.from_position = true;
        fixture_start_with(&fixture, &settings, SOURCE_FRIEND);
        fake_watcher_join(&white, &fixture, RK_WHITE, VIEW_WIRE, -1);
        fake_watcher_join(&black, &fixture, RK_BLACK, VIEW_WIRE, -1);
        fixture_play(&fixture, moves[i], SECOND);
        leave(&white, false);
        harness_wait(&fixture.harness, 119 * SECOND);
        expect_refused(fixture_do(&fixture, RK_BLACK, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW, "wait");
        leave(&black, false);
    }
}

static void the_limit_is_halved_for_guests_but_at_least_ten_seconds(void **state)
{
    (void)state;
    fixture.white = (struct identity){"~guest", "Guest-ab", ROLE_GUEST};
    start_game("10+0");
    leave(&white, false);
    expect_limit(60 * SECOND);
    fixture_start_from(&fixture, "2+0", "4k3/8/8/8/8/8/r6P/4K3 w - - 0 1");
    fake_watcher_join(&white, &fixture, RK_WHITE, VIEW_WIRE, -1);
    fake_watcher_join(&black, &fixture, RK_BLACK, VIEW_WIRE, -1);
    fixture_play(&fixture, "h3 Ke7", SECOND);
    leave(&white, false); // 30 s, halved twice
    expect_limit(10 * SECOND);
}

static void a_dropped_stream_has_one_second_more(void **state)
{
    (void)state;
    fixture_start(&fixture, "2+0");
    fake_watcher_join(&white, &fixture, RK_WHITE, VIEW_STREAM, -1);
    fake_watcher_join(&black, &fixture, RK_BLACK, VIEW_WIRE, -1);
    fixture_play(&fixture, "e4 e5", SECOND);
    assert_true(round_is_present(fixture.round, RK_WHITE));
    leave(&white, false);
    assert_true(round_is_present(fixture.round, RK_WHITE));
    harness_wait(&fixture.harness, SECOND);
    assert_false(round_is_present(fixture.round, RK_WHITE));
    expect_limit(30 * SECOND);
}

static void one_of_several_connections_makes_a_player_present(void **state)
{
    (void)state;
    struct fake_watcher second;
    start_game("2+0");
    fake_watcher_join(&second, &fixture, RK_WHITE, VIEW_WIRE, -1);
    leave(&white, false);
    harness_wait(&fixture.harness, 40 * SECOND);
    assert_true(round_is_present(fixture.round, RK_WHITE));
    expect_refused(fixture_do(&fixture, RK_BLACK, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW,
                   "the opponent is present");
    leave(&second, false);
    assert_false(round_is_present(fixture.round, RK_WHITE));
    leave(&black, false);
}

static void a_command_restarts_the_absence(void **state)
{
    (void)state;
    start_game("2+0");
    leave(&white, false);
    harness_wait(&fixture.harness, 29 * SECOND);
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "Hello!"));
    expect_limit(30 * SECOND);
}

// ---- claims ----------------------------------------------------------------------------------

static void a_claim_requires_the_absent_players_turn(void **state)
{
    (void)state;
    start_game("2+0");
    fixture_play(&fixture, "Nf3", SECOND);
    leave(&white, false);
    harness_wait(&fixture.harness, 40 * SECOND);
    expect_refused(fixture_do(&fixture, RK_BLACK, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW,
                   "absent player's turn");
    expect_refused(fixture_do(&fixture, RK_BLACK, VERB_CLAIM_ABSENT_DRAW), REFUSED_NOT_NOW,
                   "absent player's turn");
    fixture_play(&fixture, "Nc6", SECOND);
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_CLAIM_VICTORY));
    leave(&black, false);
}

static void a_claim_requires_a_move_of_both_players(void **state)
{
    (void)state;
    fixture.harness.server->config.first_move_ms[SPEED_BULLET] = HOUR;
    fixture_start(&fixture, "2+0");
    fake_watcher_join(&black, &fixture, RK_BLACK, VIEW_WIRE, -1);
    harness_wait(&fixture.harness, 2 * MINUTE);
    expect_refused(fixture_do(&fixture, RK_BLACK, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW,
                   "both players have moved");
    leave(&black, false);
}

static void correspondence_games_cannot_be_claimed(void **state)
{
    (void)state;
    start_game("3 days");
    leave(&white, true);
    harness_wait(&fixture.harness, HOUR);
    expect_refused(fixture_do(&fixture, RK_BLACK, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW, "clock");
    leave(&black, false);
}

static void no_claim_win_forbids_claims(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("2+0");
    settings.rules = RULE_NO_CLAIM_WIN;
    fixture_start_with(&fixture, &settings, SOURCE_FRIEND);
    fixture_play(&fixture, "e4 e5", SECOND);
    harness_wait(&fixture.harness, MINUTE);
    expect_refused(fixture_do(&fixture, RK_BLACK, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW,
                   "cannot be claimed");
}

static void a_draw_can_be_claimed_instead(void **state)
{
    (void)state;
    start_game("2+0");
    leave(&white, false);
    harness_wait(&fixture.harness, 30 * SECOND);
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_CLAIM_ABSENT_DRAW));
    expect_end(&fixture, "timeout", RK_NOBODY_WINS, "Draw: White left the game");
    leave(&black, false);
}

static void claiming_victory_without_mating_material_draws(void **state)
{
    (void)state;
    fixture_start_from(&fixture, "2+0", "7k/8/8/8/8/8/P6P/K7 w - - 0 1");
    fake_watcher_join(&white, &fixture, RK_WHITE, VIEW_WIRE, -1);
    fake_watcher_join(&black, &fixture, RK_BLACK, VIEW_WIRE, -1);
    fixture_play(&fixture, "h4 Kg8", SECOND);
    leave(&white, false);
    harness_wait(&fixture.harness, 30 * SECOND);
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_CLAIM_VICTORY));
    expect_end(&fixture, "timeout", RK_NOBODY_WINS, "White left the game, but Black cannot win");
    leave(&black, false);
}

static void a_player_cannot_claim_their_own_absence(void **state)
{
    (void)state;
    start_game("2+0");
    leave(&white, false);
    harness_wait(&fixture.harness, 30 * SECOND);
    expect_refused(fixture_do(&fixture, RK_WHITE, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW,
                   "the opponent is present");
    leave(&black, false);
}

// ---- announcements ---------------------------------------------------------------------------

static void the_countdown_is_announced_every_five_seconds(void **state)
{
    (void)state;
    start_game("2+0");
    fake_watcher_clear(&black);
    leave(&white, false);
    harness_wait(&fixture.harness, SECOND);
    assert_int_equal(fake_watcher_count(&black, "\"side\":\"white\",\"here\":false"), 1);
    assert_false(fake_watcher_saw(&black, "claimable_in"));
    harness_wait(&fixture.harness, 4 * SECOND - 1);
    assert_false(fake_watcher_saw(&black, "claimable_in"));
    harness_wait(&fixture.harness, 1);
    assert_true(fake_watcher_saw(&black, "\"here\":false,\"claimable_in\":25}"));
    harness_wait(&fixture.harness, 5 * SECOND);
    assert_true(fake_watcher_saw(&black, "\"claimable_in\":20}"));
    harness_wait(&fixture.harness, 20 * SECOND);
    assert_true(fake_watcher_saw(&black, "\"claimable_in\":0}"));
    assert_int_equal(fake_watcher_count(&black, "claimable_in"), 6);
    leave(&black, false);
}

static void a_return_is_announced_at_once(void **state)
{
    (void)state;
    struct fake_watcher stream;
    start_game("2+0");
    fake_watcher_join(&stream, &fixture, RK_BLACK, VIEW_STREAM, -1);
    leave(&white, false);
    harness_wait(&fixture.harness, 6 * SECOND);
    assert_true(fake_watcher_saw(
        &stream, "{\"type\":\"opponentGone\",\"gone\":true,\"claimWinInSeconds\":25}\n"));
    fake_watcher_clear(&black);
    fake_watcher_join(&white, &fixture, RK_WHITE, VIEW_WIRE, -1);
    assert_true(fake_watcher_saw(&black, "\"side\":\"white\",\"here\":true"));
    assert_true(fake_watcher_saw(&stream, "{\"type\":\"opponentGone\",\"gone\":false}\n"));
    harness_wait(&fixture.harness, 20 * SECOND);
    assert_false(fake_watcher_saw(&black, "claimable_in"));
    leave(&white, false);
    leave(&black, false);
    leave(&stream, false);
}

static void no_countdown_if_the_clock_runs_out_first(void **state)
{
    (void)state;
    start_game("1+0");
    harness_wait(&fixture.harness, 28 * SECOND);
    fake_watcher_clear(&black);
    leave(&white, false); // 32 s are left: less than the limit of 30 s and the margin of 3 s
    harness_wait(&fixture.harness, 20 * SECOND);
    assert_false(fake_watcher_saw(&black, "claimable_in"));
    leave(&black, false);
}

static void reloading_a_page_is_not_an_absence(void **state)
{
    (void)state;
    start_game("2+0");
    fake_watcher_clear(&black);
    leave(&white, false);
    fake_watcher_join(&white, &fixture, RK_WHITE, VIEW_WIRE, -1);
    harness_wait(&fixture.harness, 10 * SECOND);
    assert_false(fake_watcher_saw(&black, "presence"));
    leave(&white, false);
    leave(&black, false);
}

static void a_snapshot_has_presence_and_the_countdown(void **state)
{
    (void)state;
    start_game("2+0");
    leave(&white, false);
    harness_wait(&fixture.harness, 12 * SECOND);
    fake_watcher_clear(&black);
    watcher_send_snapshot(&black.watcher);
    assert_true(fake_watcher_saw(&black, "\"white_here\":false"));
    assert_true(fake_watcher_saw(&black, "\"black_here\":true"));
    assert_true(fake_watcher_saw(&black, "\"claimable_in\":18"));
    leave(&black, false);
}

static void a_new_stream_is_told_that_the_opponent_is_gone(void **state)
{
    (void)state;
    struct fake_watcher stream;
    start_game("2+0");
    leave(&white, false);
    leave(&black, false);
    harness_wait(&fixture.harness, 12 * SECOND);
    fake_watcher_join(&stream, &fixture, RK_BLACK, VIEW_STREAM, -1);
    assert_true(fake_watcher_saw(
        &stream, "{\"type\":\"opponentGone\",\"gone\":true,\"claimWinInSeconds\":18}\n"));
    leave(&stream, false);
}

static void the_game_continues_until_somebody_claims(void **state)
{
    (void)state;
    start_game("2+0");
    leave(&white, false);
    harness_wait(&fixture.harness, 119 * SECOND);
    expect_running(&fixture);
    harness_wait(&fixture.harness, SECOND);
    expect_end(&fixture, "outoftime", RK_BLACK_WINS, "");
    leave(&black, false);
}

int main(void)
{
#define TEST(function) \
    cmocka_unit_test_prestate_setup_teardown(function, fixture_set_up, tear_down, &fixture)
    const struct CMUnitTest tests[] = {
        TEST(a_player_who_left_on_purpose_has_ten_seconds),
        TEST(the_limit_after_a_lost_connection_depends_on_the_speed),
        TEST(the_limit_is_halved_for_a_player_four_points_behind),
        TEST(the_limit_is_not_halved_for_three_points),
        TEST(variants_with_other_piece_values_do_not_halve_the_limit),
        TEST(the_limit_is_halved_for_guests_but_at_least_ten_seconds),
        TEST(a_dropped_stream_has_one_second_more),
        TEST(one_of_several_connections_makes_a_player_present),
        TEST(a_command_restarts_the_absence),
        TEST(a_claim_requires_the_absent_players_turn),
        TEST(a_claim_requires_a_move_of_both_players),
        TEST(correspondence_games_cannot_be_claimed),
        TEST(no_claim_win_forbids_claims),
        TEST(a_draw_can_be_claimed_instead),
        TEST(claiming_victory_without_mating_material_draws),
        TEST(a_player_cannot_claim_their_own_absence),
        TEST(the_countdown_is_announced_every_five_seconds),
        TEST(a_return_is_announced_at_once),
        TEST(no_countdown_if_the_clock_runs_out_first),
        TEST(reloading_a_page_is_not_an_absence),
        TEST(a_snapshot_has_presence_and_the_countdown),
        TEST(a_new_stream_is_told_that_the_opponent_is_gone),
        TEST(the_game_continues_until_somebody_claims),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
