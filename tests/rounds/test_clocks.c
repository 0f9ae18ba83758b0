/* SPDX-License-Identifier: MIT */
/* Time in online play: first-move deadlines, aborting, flags, giving time, lag compensation. */
#include <stdio.h>
#include <string.h>

#include "cluster/shards.h"
#include "record/game_status.h"
#include "rounds/lag.h"
#include "rounds/round_watch.h"
#include "support/fixture.h"

static struct fixture fixture;

// ---- the first move --------------------------------------------------------------------------

static void expect_deadline(const char *clock, int64_t milliseconds)
{
    fixture_start(&fixture, clock);
    harness_wait(&fixture.harness, milliseconds - 1);
    expect_running(&fixture);
    harness_wait(&fixture.harness, 1);
    expect_end(&fixture, "aborted", RK_NOBODY_WINS, "White did not make the first move in time");
}

static void the_first_move_deadline_depends_on_the_speed(void **state)
{
    (void)state;
    expect_deadline("15s+0", 15 * SECOND);
    expect_deadline("1+0", 20 * SECOND);
    expect_deadline("3+2", 25 * SECOND);
    expect_deadline("10+0", 30 * SECOND);
    expect_deadline("30+0", 35 * SECOND);
}

static void the_first_move_deadline_is_longer_in_chess960(void **state)
{
    (void)state;
    char why[200];
    const char *where;
    struct game_settings settings;
    const struct game_settings_request request = {
        .variant = "chess960", .clock = "3+2", .limit = -1, .increment = -1, .days = -1};
    assert_true(game_settings_make(&request, 5, &settings, why, sizeof why, &where));
    fixture_start_with(&fixture, &settings, SOURCE_LOBBY);
    harness_wait(&fixture.harness, 37499);
    expect_running(&fixture);
    harness_wait(&fixture.harness, 1);
    expect_end(&fixture, "aborted", RK_NOBODY_WINS, "White");
}

static void blacks_deadline_starts_with_whites_move(void **state)
{
    (void)state;
    fixture_start(&fixture, "3+2");
    fixture_play(&fixture, "e4", 20 * SECOND);
    harness_wait(&fixture.harness, 25 * SECOND - 1);
    expect_running(&fixture);
    harness_wait(&fixture.harness, 1);
    expect_end(&fixture, "aborted", RK_NOBODY_WINS, "Black did not make the first move in time");
    assert_int_equal(last_event(&fixture)->action.by, RK_BLACK);
}

static void the_deadline_is_in_the_messages(void **state)
{
    (void)state;
    struct fake_watcher watcher, stream;
    fixture_start(&fixture, "3+2");
    harness_wait(&fixture.harness, 5 * SECOND);
    fake_watcher_join(&watcher, &fixture, RK_WHITE, VIEW_WIRE, -1);
    fake_watcher_join(&stream, &fixture, RK_WHITE, VIEW_STREAM, -1);
    assert_true(fake_watcher_saw(&watcher, "\"deadline_ms\":20000"));
    assert_true(
        fake_watcher_saw(&stream, "\"expiration\":{\"idleMillis\":5000,\"millisToMove\":25000}"));
    fake_watcher_leave(&watcher, false);
    fake_watcher_leave(&stream, false);
}

static void with_no_abort_a_missed_deadline_loses(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("3+2");
    settings.rules = RULE_NO_ABORT;
    fixture_start_with(&fixture, &settings, SOURCE_FRIEND);
    harness_wait(&fixture.harness, 25 * SECOND);
    expect_end(&fixture, "noStart", RK_BLACK_WINS, "White did not make the first move in time");
    assert_int_equal(game_status_number(round_game(fixture.round)), 37);
}

static void bots_and_correspondence_have_no_deadline(void **state)
{
    (void)state;
    fixture_start(&fixture, "3 days");
    harness_wait(&fixture.harness, HOUR);
    expect_running(&fixture);
    fixture.black.role = ROLE_BOT;
    fixture_start(&fixture, "3+2");
    harness_wait(&fixture.harness, HOUR);
    expect_running(&fixture);
}

static void clocks_start_after_both_have_moved_once(void **state)
{
    (void)state;
    fixture_start(&fixture, "3+2");
    fixture_play(&fixture, "e4", 20 * SECOND);
    expect_left(&fixture, 3 * MINUTE, 3 * MINUTE);
    fixture_play(&fixture, "e5", 20 * SECOND);
    expect_left(&fixture, 3 * MINUTE,
                3 * MINUTE); // the first two plies cost no time and give no increment
    harness_wait(&fixture.harness, 20 * SECOND);
    expect_left(&fixture, 3 * MINUTE - 20 * SECOND, 3 * MINUTE);
    expect_done(fixture_move(&fixture, "Nf3"));
    expect_left(&fixture, 3 * MINUTE - 18 * SECOND, 3 * MINUTE);
}

// ---- aborting --------------------------------------------------------------------------------

static void a_player_can_abort_before_two_plies(void **state)
{
    (void)state;
    fixture_start(&fixture, "3+2");
    assert_true(round_can_abort(fixture.round));
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_ABORT));
    expect_end(&fixture, "aborted", RK_NOBODY_WINS, "Black aborted the game");
    fixture_start(&fixture, "3+2");
    fixture_play(&fixture, "e4", SECOND);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_ABORT));
    expect_end(&fixture, "aborted", RK_NOBODY_WINS, "White aborted the game");
}

static void no_abort_after_two_plies(void **state)
{
    (void)state;
    fixture_start(&fixture, "3+2");
    fixture_play(&fixture, "e4 e5", SECOND);
    assert_false(round_can_abort(fixture.round));
    expect_refused(fixture_do(&fixture, RK_WHITE, VERB_ABORT), REFUSED_NOT_NOW, "until both");
}

static void the_no_abort_rule_forbids_aborting(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("3+2");
    settings.rules = RULE_NO_ABORT;
    fixture_start_with(&fixture, &settings, SOURCE_FRIEND);
    assert_false(round_can_abort(fixture.round));
    expect_refused(fixture_do(&fixture, RK_WHITE, VERB_ABORT), REFUSED_NOT_NOW,
                   "cannot be aborted");
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_RESIGN));
    expect_end(&fixture, "resign", RK_BLACK_WINS, "White resigned");
}

static void both_players_together_can_abort_at_any_time(void **state)
{
    (void)state;
    struct game_settings settings = settings_for("3+2");
    fixture_start_with(&fixture, &settings, SOURCE_FRIEND);
    fixture_play(&fixture, "e4 e5 Nf3", SECOND);
    struct command command = fixture_command(&fixture, RK_BLACK, VERB_ABORT);
    command.agreed = true;
    expect_done(fixture_run(&fixture, &command));
    expect_end(&fixture, "aborted", RK_NOBODY_WINS, "both players asked for it");
    settings.rules = RULE_NO_ABORT;
    fixture_start_with(&fixture, &settings, SOURCE_FRIEND);
    command = fixture_command(&fixture, RK_BLACK, VERB_ABORT);
    command.agreed = true;
    expect_done(fixture_run(&fixture, &command));
    expect_end(&fixture, "aborted", RK_NOBODY_WINS, "both players asked for it");
}

static void resigning_before_two_plies_aborts(void **state)
{
    (void)state;
    fixture_start(&fixture, "3+2");
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_RESIGN));
    expect_end(&fixture, "aborted", RK_NOBODY_WINS, "White aborted");
}

// ---- idle games ------------------------------------------------------------------------------

static void keep_round(void *context, struct round *round, const char *why)
{
    (void)why;
    *(struct round **)context = round;
}

static void a_game_without_moves_is_deleted_after_three_days(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    struct round *round = fixture.round;
    fixture_start(&fixture, "-");
    strcpy(id, round_info(fixture.round)->id);
    harness_wait(&fixture.harness, 3 * DAY - HOUR);
    assert_non_null(rounds_find(fixture.harness.server, id));
    harness_wait(&fixture.harness, 2 * HOUR);
    assert_null(rounds_find(fixture.harness.server, id));
    rounds_open(fixture.harness.server, id, keep_round, &round);
    harness_settle(&fixture.harness);
    assert_null(round);
}

static void record_row(void *context, struct store_job *job, enum store_outcome outcome)
{
    *(bool *)context = outcome == STORE_DONE && store_next_row(job);
}

static bool is_stored(const char *id)
{
    bool found = false;
    struct store_job *job = store_job_create();
    store_call(job, STORE_GAME);
    store_bind_text(job, id);
    store_read(fixture.harness.server->store, job, record_row, &found);
    harness_settle(&fixture.harness);
    return found;
}

static void a_game_that_another_node_runs_by_now_is_not_deleted(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    fixture_start(&fixture, "-");
    strcpy(id, round_info(fixture.round)->id);
    harness_wait(&fixture.harness, 3 * DAY - HOUR);
    struct store_job *job = store_job_create();
    store_call(job, STORE_GIVE_SHARD);
    store_bind_integer(job, shard_of_game(id));
    store_bind_integer(job, shards_epoch(fixture.harness.server, shard_of_game(id)));
    store_bind_text(job, "other");
    assert_int_equal(fake_store_run(&fixture.harness.store, job), STORE_DONE);
    harness_wait(&fixture.harness, 2 * HOUR);
    assert_null(rounds_find(fixture.harness.server, id));
    assert_true(is_stored(id));
}

static void a_game_idle_for_three_weeks_is_lost_or_aborted(void **state)
{
    (void)state;
    fixture_start(&fixture, "-");
    fixture_play(&fixture, "e4 e5", SECOND);
    struct round *started = fixture.round;
    fixture_start(&fixture, "-");
    fixture_play(&fixture, "d4", SECOND);
    struct round *opened = fixture.round;
    struct fake_watcher one, two; // so that the games stay
    fake_watcher_join(&two, &fixture, RK_NO_SIDE, VIEW_WIRE, -1);
    fixture.round = started;
    fake_watcher_join(&one, &fixture, RK_NO_SIDE, VIEW_WIRE, -1);
    harness_wait(&fixture.harness, 21 * DAY - HOUR);
    expect_running(&fixture);
    harness_wait(&fixture.harness, 3 * HOUR);
    expect_end(&fixture, "timeout", RK_BLACK_WINS, "White did not move for three weeks");
    fixture.round = opened;
    expect_end(&fixture, "aborted", RK_NOBODY_WINS, "Black did not move for three weeks");
    fake_watcher_leave(&one, false);
    fake_watcher_leave(&two, false);
}

// ---- flags -----------------------------------------------------------------------------------

static void the_server_ends_a_game_when_a_flag_falls(void **state)
{
    (void)state;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    harness_wait(&fixture.harness, MINUTE - 1);
    expect_running(&fixture);
    harness_wait(&fixture.harness, 1);
    expect_end(&fixture, "outoftime", RK_BLACK_WINS, "Black wins: White's time ran out");
    assert_int_equal(last_event(&fixture)->action.kind, RK_ACT_FLAG);
}

static void calling_a_flag_too_early_is_refused(void **state)
{
    (void)state;
    fixture_start(&fixture, "1+0");
    expect_refused(fixture_do(&fixture, RK_BLACK, VERB_FLAG), REFUSED_NOT_NOW, "still time");
    fixture_play(&fixture, "e4 e5", SECOND);
    harness_skip(&fixture.harness, MINUTE - 1);
    expect_refused(fixture_do(&fixture, RK_BLACK, VERB_FLAG), REFUSED_NOT_NOW, "still time");
    expect_refused(fixture_do(&fixture, RK_WHITE, VERB_FLAG), REFUSED_NOT_NOW, "still time");
    expect_running(&fixture);
}

static void measure(rk_side side, int64_t round_trip)
{
    for (int i = 0; i < 40; i++)
        round_measure_lag(fixture.round, side, round_trip, LAG_UNKNOWN);
}

static void calling_the_opponents_flag_leaves_grace_for_lag(void **state)
{
    (void)state;
    struct recorded_reply result;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    measure(RK_WHITE, 100); // quota 240, so 720 in the bank
    harness_skip(&fixture.harness, MINUTE + 719);
    const struct command hint = fixture_command(&fixture, RK_BLACK, VERB_FLAG);
    fixture_send(&fixture, &hint, &result);
    expect_refused(result, REFUSED_NOT_NOW, "still time");
    const struct command own = fixture_command(&fixture, RK_WHITE, VERB_FLAG);
    expect_done(fixture_run(&fixture, &own));
    expect_end(&fixture, "outoftime", RK_BLACK_WINS, "White's time ran out");
    assert_int_equal(last_event(&fixture)->action.lag, 0);
}

static void the_servers_flag_leaves_grace_for_lag(void **state)
{
    (void)state;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    measure(RK_WHITE, 100);
    harness_wait(&fixture.harness, MINUTE + 719);
    expect_running(&fixture);
    harness_wait(&fixture.harness, 1);
    expect_end(&fixture, "outoftime", RK_BLACK_WINS, "");
    assert_int_equal(last_event(&fixture)->action.lag, 720);
}

static void the_grace_is_at_most_two_seconds(void **state)
{
    (void)state;
    fixture_start(&fixture, "10+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    round_measure_lag(fixture.round, RK_WHITE, 5000,
                      LAG_UNKNOWN); // quota 1000, so 3000 in the bank
    harness_wait(&fixture.harness, 10 * MINUTE + 1999);
    expect_running(&fixture);
    harness_wait(&fixture.harness, 1);
    expect_end(&fixture, "outoftime", RK_BLACK_WINS, "");
}

static void a_move_after_the_flag_is_refused_and_the_game_ends(void **state)
{
    (void)state;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    harness_skip(&fixture.harness, MINUTE); // the timer has not fired yet
    expect_refused(fixture_move(&fixture, "Nf3"), REFUSED_OVER, "run out");
    expect_end(&fixture, "outoftime", RK_BLACK_WINS, "White's time ran out");
    assert_int_equal(round_plies(fixture.round), 2);
}

static void a_move_at_the_last_moment_counts(void **state)
{
    (void)state;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    harness_skip(&fixture.harness, MINUTE - 1);
    expect_done(fixture_move(&fixture, "Nf3"));
    expect_left(&fixture, 1, MINUTE);
}

static void a_flag_is_a_draw_while_the_opponents_offer_stands(void **state)
{
    (void)state;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_OFFER_DRAW));
    harness_wait(&fixture.harness, MINUTE);
    expect_end(&fixture, "draw", RK_NOBODY_WINS,
               "White's time ran out while Black's draw offer stood");
}

static void ones_own_draw_offer_does_not_save_the_game(void **state)
{
    (void)state;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
    harness_wait(&fixture.harness, MINUTE);
    expect_end(&fixture, "outoftime", RK_BLACK_WINS, "");
}

static void a_flag_is_a_draw_if_the_opponent_cannot_mate(void **state)
{
    (void)state;
    fixture_start_from(&fixture, "1+0", "7k/8/8/8/8/8/P6P/K7 w - - 0 1");
    fixture_play(&fixture, "h4 Kg8", SECOND);
    harness_wait(&fixture.harness, MINUTE);
    expect_end(&fixture, "outoftime", RK_NOBODY_WINS,
               "Draw: White's time ran out, but Black cannot mate");
}

static void a_flag_falls_in_correspondence_too(void **state)
{
    (void)state;
    fixture_start(&fixture, "2 days");
    fixture_play(&fixture, "e4 e5", SECOND);
    struct fake_watcher watcher;
    fake_watcher_join(&watcher, &fixture, RK_NO_SIDE, VIEW_WIRE, -1);
    harness_wait(&fixture.harness, 2 * DAY - 1);
    expect_running(&fixture);
    harness_wait(&fixture.harness, 1);
    expect_end(&fixture, "outoftime", RK_BLACK_WINS, "");
    fake_watcher_leave(&watcher, false);
}

static void a_flag_falls_after_the_delay(void **state)
{
    (void)state;
    fixture_start(&fixture, "1d5");
    fixture_play(&fixture, "e4 e5", SECOND);
    harness_wait(&fixture.harness, MINUTE + 5 * SECOND - 1);
    expect_running(&fixture);
    harness_wait(&fixture.harness, 1);
    expect_end(&fixture, "outoftime", RK_BLACK_WINS, "");
}

static void a_game_that_is_too_long_is_drawn(void **state)
{
    (void)state;
    assert_int_equal(server_config_default().plies_max, 600);
    fixture.harness.server->config.draw_at_fifty = false;
    fixture.harness.server->config.plies_max = 20;
    fixture_start(&fixture, "30+0");
    fixture_play(&fixture, "e4 e5 Nf3 Nf6 Nc3 Nc6 Bb5 Bb4 d3 d6 a3 a6 h3 h6 b3 b6 g3 g6 Kf1",
                 SECOND);
    expect_running(&fixture);
    fixture_play(&fixture, "Kf8", SECOND);
    expect_end(&fixture, "draw", RK_NOBODY_WINS, "Draw: the game is too long");
    assert_int_equal(round_plies(fixture.round), 20);
}

// ---- giving time -----------------------------------------------------------------------------

static struct recorded_reply give(rk_side side, unsigned seconds)
{
    struct command command = fixture_command(&fixture, side, VERB_ADD_TIME);
    command.seconds = seconds;
    return fixture_run(&fixture, &command);
}

static void a_player_can_give_five_to_sixty_seconds(void **state)
{
    (void)state;
    fixture_start(&fixture, "3+0");
    expect_done(give(RK_WHITE, 0));
    expect_left(&fixture, 180 * SECOND, 195 * SECOND);
    expect_done(give(RK_WHITE, 1));
    expect_left(&fixture, 180 * SECOND, 200 * SECOND);
    expect_done(give(RK_BLACK, 1000));
    expect_left(&fixture, 240 * SECOND, 200 * SECOND);
    expect_done(give(RK_BLACK, 30));
    expect_left(&fixture, 270 * SECOND, 200 * SECOND);
}

static void no_time_can_be_given_above_two_hours(void **state)
{
    (void)state;
    fixture_start(&fixture, "119+0");
    expect_done(give(RK_WHITE, 59));
    expect_done(give(RK_WHITE, 5));
    expect_refused(give(RK_WHITE, 5), REFUSED_NOT_NOW, "two hours");
    expect_done(give(RK_BLACK, 5));
}

static void no_time_can_be_given_without_a_clock_or_with_no_give_time(void **state)
{
    (void)state;
    fixture_start(&fixture, "-");
    expect_refused(give(RK_WHITE, 15), REFUSED_NOT_NOW, "no clock");
    fixture_start(&fixture, "3 days");
    expect_refused(give(RK_WHITE, 15), REFUSED_NOT_NOW, "no clock");
    struct game_settings settings = settings_for("3+0");
    settings.rules = RULE_NO_GIVE_TIME;
    fixture_start_with(&fixture, &settings, SOURCE_FRIEND);
    expect_refused(give(RK_WHITE, 15), REFUSED_NOT_NOW, "no time can be given");
}

static void clocks_start_early_if_both_ask_for_it(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+0");
    struct command start = fixture_command(&fixture, RK_WHITE, VERB_START_CLOCK);
    expect_refused(fixture_run(&fixture, &start), REFUSED_FORBIDDEN, "both players");
    start.agreed = true;
    expect_done(fixture_run(&fixture, &start));
    harness_wait(&fixture.harness, 2 * SECOND);
    expect_left(&fixture, 298 * SECOND, 300 * SECOND);
    expect_refused(fixture_run(&fixture, &start), REFUSED_NOT_NOW, "already running");
}

static void given_time_postpones_the_flag(void **state)
{
    (void)state;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(give(RK_BLACK, 30));
    harness_wait(&fixture.harness, MINUTE + 30 * SECOND - 1);
    expect_running(&fixture);
    harness_wait(&fixture.harness, 1);
    expect_end(&fixture, "outoftime", RK_BLACK_WINS, "");
}

// ---- lag compensation ------------------------------------------------------------------------

static void the_lag_quota_grows_with_the_length_of_the_game(void **state)
{
    (void)state;
    const struct {
        const char *clock;
        int64_t quota;
    } rows[] = {{"15s+0", 210}, {"1+0", 390},      {"2+1", 790},  {"3+0", 870}, {"3+2", 1000},
                {"10+0", 1000}, {"180+180", 1000}, {"3 days", 0}, {"-", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct game_settings settings = settings_for(rows[i].clock);
        assert_int_equal(lag_max_quota(&settings), rows[i].quota);
    }
}

static void the_lag_bank_starts_with_three_quotas_and_holds_seven(void **state)
{
    (void)state;
    struct lag lag = lag_make(1000, 60000);
    assert_int_equal(lag_compensation(&lag, 5000), 0); // not measured yet
    assert_int_equal(lag_grace(&lag), 0);
    lag_measure(&lag, 60, LAG_UNKNOWN);
    assert_int_equal(lag_quota(&lag), 200); // the round trip and 140 ms
    assert_int_equal(lag.bank, 600);
    for (int i = 0; i < 20; i++)
        lag_spend(&lag, 0);
    assert_int_equal(lag.bank, 1400);
    lag_spend(&lag, 60);
    assert_int_equal(lag.bank, 1400);
    assert_int_equal(lag.granted, 60);
}

static void the_lag_quota_is_capped_by_the_game(void **state)
{
    (void)state;
    struct lag lag = lag_make(390, 60000);
    lag_measure(&lag, 3000, LAG_UNKNOWN);
    assert_int_equal(lag_quota(&lag), 390);
    assert_int_equal(lag.bank, 3 * 390);
    assert_int_equal(lag_compensation(&lag, 10000), 3 * 390);
    lag_spend(&lag, 3 * 390);
    assert_int_equal(lag_compensation(&lag, 10000), 390); // after that only what each move adds
    lag_spend(&lag, 390);
    assert_int_equal(lag_compensation(&lag, 10000), 390);
}

static void compensation_is_at_most_the_time_of_the_move(void **state)
{
    (void)state;
    struct lag lag = lag_make(1000, 60000);
    lag_measure(&lag, 300, LAG_UNKNOWN);
    assert_int_equal(lag_compensation(&lag, 10000), 300);
    assert_int_equal(lag_compensation(&lag, 120), 120);
    assert_int_equal(lag_compensation(&lag, 0), 0);
}

static void the_mean_lag_moves_a_tenth_of_the_way(void **state)
{
    (void)state;
    struct lag lag = lag_make(1000, 60000);
    lag_measure(&lag, 100, LAG_UNKNOWN);
    assert_int_equal(lag_trusted(&lag), 100);
    lag_measure(&lag, 200, LAG_UNKNOWN);
    assert_int_equal(lag_trusted(&lag), 110);
    lag_measure(&lag, 200, LAG_UNKNOWN);
    assert_int_equal(lag_trusted(&lag), 119);
    lag_measure(&lag, -5, LAG_UNKNOWN); // not a round trip
    assert_int_equal(lag_trusted(&lag), 119);
    lag_measure(&lag, 1000000, LAG_UNKNOWN); // ten seconds are the maximum
    assert_int_equal(lag_trusted(&lag), 1107);
}

static void held_back_pongs_count_up_to_the_kernels_round_trip(void **state)
{
    (void)state;
    struct lag lag = lag_make(870, 18000);
    for (int i = 0; i < 100; i++)
        lag_measure(&lag, 800, 2);
    assert_int_equal(lag_trusted(&lag), 32); // 2 ms and 30 ms for the answer
    assert_int_equal(lag_compensation(&lag, 800), 32);
    lag_measure(&lag, 20, 300); // a short ping counts as it is
    assert_true(lag_trusted(&lag) < 32);
}

/* Plays moves of this length until the game is over; returns the total compensation. */
static int64_t play_out(struct lag *lag, int moves, int64_t took)
{
    for (int i = 0; i < moves; i++)
        lag_spend(lag, lag_compensation(lag, took));
    return lag->granted;
}

static void the_total_per_game_is_a_tenth_of_its_length(void **state)
{
    (void)state;
    struct game_settings settings = {0};
    assert_int_equal(lag_max_total(&settings), 0);
    struct lag honest = lag_make(870, 18000), cheater = honest, proxied = honest;
    for (int i = 0; i < 40; i++) {
        lag_measure(&honest, 250, 240);
        lag_measure(&cheater, 800, 800); // delays every packet
        lag_measure(&proxied, 800, LAG_UNKNOWN);
    }
    assert_int_equal(play_out(&honest, 60, 2000), 60 * 250);
    assert_int_equal(play_out(&cheater, 500, 900), 18000);
    assert_int_equal(lag_compensation(&cheater, 900), 0);
    assert_int_equal(lag_grace(&cheater), 0);
    assert_int_equal(play_out(&proxied, 500, 900), 9000);
}

// ---- lag compensation in a game --------------------------------------------------------------

static void measured_lag_is_compensated_and_logged(void **state)
{
    (void)state;
    fixture_start(&fixture, "3+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    measure(RK_WHITE, 200);
    harness_wait(&fixture.harness, 10 * SECOND);
    expect_done(fixture_move(&fixture, "Nf3"));
    expect_left(&fixture, 170 * SECOND + 200, 180 * SECOND);
    assert_int_equal(last_event(&fixture)->action.lag, 200);
    assert_int_equal(last_event(&fixture)->left[RK_WHITE], 170 * SECOND + 200);
    assert_int_equal(round_lag_compensation(fixture.round, RK_WHITE), 200);
    assert_int_equal(round_lag_compensation(fixture.round, RK_BLACK), 0);
}

static void the_total_of_lag_compensation_survives_a_restart(void **state)
{
    (void)state;
    fixture_start(&fixture, "3+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    measure(RK_WHITE, 200);
    harness_wait(&fixture.harness, 10 * SECOND);
    expect_done(fixture_move(&fixture, "Nf3"));
    fixture_crash(&fixture, SECOND);
    assert_int_equal(round_lag_compensation(fixture.round, RK_WHITE), 200);
    assert_int_equal(round_lag_compensation(fixture.round, RK_BLACK), 0);
}

/* White holds back the pongs and thinks for 0.8 s a move at 3+0. */
static void a_cheater_gains_at_most_the_bound(void **state)
{
    (void)state;
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8", "Nc3", "Nc6", "Nb1", "Nb8"};
    fixture_start(&fixture, "3+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    for (int i = 0; i < 40; i++)
        round_measure_lag(fixture.round, RK_WHITE, 800, 1);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        harness_wait(&fixture.harness, 800);
        expect_done(fixture_move(&fixture, moves[i]));
    }
    assert_int_equal(round_lag_compensation(fixture.round, RK_WHITE), 4 * 31);
    expect_left(&fixture, 180 * SECOND - 4 * (800 - 31), 180 * SECOND - 4 * 800);
}

static void both_players_see_the_compensation_after_the_game(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    fixture_start(&fixture, "3+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    measure(RK_WHITE, 200);
    fake_watcher_join(&watcher, &fixture, RK_BLACK, VIEW_WIRE, 2);
    fixture_play(&fixture, "Nf3 Nc6 Bb5", SECOND);
    assert_false(fake_watcher_saw(&watcher, "white_lag"));
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_RESIGN));
    assert_true(fake_watcher_saw(&watcher, "\"white_lag\":400,\"black_lag\":0"));
    fake_watcher_clear(&watcher);
    watcher_send_snapshot(&watcher.watcher);
    assert_true(fake_watcher_saw(&watcher, "\"white_lag\":400,\"black_lag\":0"));
    fake_watcher_leave(&watcher, false);
}

static void an_unmeasured_player_gets_no_compensation(void **state)
{
    (void)state;
    fixture_start(&fixture, "3+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    harness_wait(&fixture.harness, 10 * SECOND);
    expect_done(fixture_move(&fixture, "Nf3"));
    expect_left(&fixture, 170 * SECOND, 180 * SECOND);
}

static void bots_get_no_compensation_and_no_grace(void **state)
{
    (void)state;
    fixture.white.role = ROLE_BOT;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    measure(RK_WHITE, 200);
    harness_wait(&fixture.harness, 10 * SECOND);
    expect_done(fixture_move(&fixture, "Nf3"));
    expect_left(&fixture, 50 * SECOND, 60 * SECOND);
    fixture_play(&fixture, "Nc6", SECOND);
    harness_wait(&fixture.harness, 50 * SECOND);
    expect_end(&fixture, "outoftime", RK_BLACK_WINS, "");
}

static void lag_can_save_a_move_that_came_just_too_late(void **state)
{
    (void)state;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    measure(RK_WHITE, 200);
    harness_skip(&fixture.harness, MINUTE + 150);
    expect_done(fixture_move(&fixture, "Nf3"));
    expect_left(&fixture, 50, MINUTE);
}

static void forged_lag_behind_a_proxy_is_bounded_by_the_total(void **state)
{
    (void)state;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    measure(RK_WHITE, 10000); // a client that delays its pongs
    int64_t granted = 0;
    for (int i = 0; i < 10; i++) {
        fixture_play(&fixture, i % 2 ? "Ng1" : "Nf3", 2 * SECOND);
        granted = round_lag_compensation(fixture.round, RK_WHITE);
        if (round_is_over(fixture.round))
            break;
        const char *replies[] = {"a6", "b6", "c6", "d6", "f6", "g6", "h6", "a5", "b5", "c5"};
        fixture_play(&fixture, replies[i], SECOND);
    }
    assert_int_equal(granted, 3 * SECOND); // a twentieth of a minute
}

static void a_failed_write_spends_no_lag(void **state)
{
    (void)state;
    fixture_start(&fixture, "3+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    measure(RK_WHITE, 200);
    harness_wait(&fixture.harness, 10 * SECOND);
    fixture.harness.store.writes_fail = true;
    expect_refused(fixture_move(&fixture, "Nf3"), REFUSED_STORE, "");
    assert_int_equal(round_lag_compensation(fixture.round, RK_WHITE), 0);
    fixture.harness.store.writes_fail = false;
    expect_done(fixture_move(&fixture, "Nf3"));
    assert_int_equal(round_lag_compensation(fixture.round, RK_WHITE), 200);
}

int main(void)
{
#define TEST(function) FIXTURE_TEST(function, &fixture)
    const struct CMUnitTest tests[] = {
        TEST(the_first_move_deadline_depends_on_the_speed),
        TEST(the_first_move_deadline_is_longer_in_chess960),
        TEST(blacks_deadline_starts_with_whites_move),
        TEST(the_deadline_is_in_the_messages),
        TEST(with_no_abort_a_missed_deadline_loses),
        TEST(bots_and_correspondence_have_no_deadline),
        TEST(clocks_start_after_both_have_moved_once),
        TEST(a_player_can_abort_before_two_plies),
        TEST(no_abort_after_two_plies),
        TEST(the_no_abort_rule_forbids_aborting),
        TEST(both_players_together_can_abort_at_any_time),
        TEST(resigning_before_two_plies_aborts),
        TEST(a_game_without_moves_is_deleted_after_three_days),
        TEST(a_game_that_another_node_runs_by_now_is_not_deleted),
        TEST(a_game_idle_for_three_weeks_is_lost_or_aborted),
        TEST(the_server_ends_a_game_when_a_flag_falls),
        TEST(calling_a_flag_too_early_is_refused),
        TEST(calling_the_opponents_flag_leaves_grace_for_lag),
        TEST(the_servers_flag_leaves_grace_for_lag),
        TEST(the_grace_is_at_most_two_seconds),
        TEST(a_move_after_the_flag_is_refused_and_the_game_ends),
        TEST(a_move_at_the_last_moment_counts),
        TEST(a_flag_is_a_draw_while_the_opponents_offer_stands),
        TEST(ones_own_draw_offer_does_not_save_the_game),
        TEST(a_flag_is_a_draw_if_the_opponent_cannot_mate),
        TEST(a_flag_falls_in_correspondence_too),
        TEST(a_flag_falls_after_the_delay),
        TEST(a_game_that_is_too_long_is_drawn),
        TEST(a_player_can_give_five_to_sixty_seconds),
        TEST(no_time_can_be_given_above_two_hours),
        TEST(no_time_can_be_given_without_a_clock_or_with_no_give_time),
        TEST(clocks_start_early_if_both_ask_for_it),
        TEST(given_time_postpones_the_flag),
        TEST(the_lag_quota_grows_with_the_length_of_the_game),
        TEST(the_lag_bank_starts_with_three_quotas_and_holds_seven),
        TEST(the_lag_quota_is_capped_by_the_game),
        TEST(compensation_is_at_most_the_time_of_the_move),
        TEST(the_mean_lag_moves_a_tenth_of_the_way),
        TEST(held_back_pongs_count_up_to_the_kernels_round_trip),
        TEST(the_total_per_game_is_a_tenth_of_its_length),
        TEST(a_cheater_gains_at_most_the_bound),
        TEST(measured_lag_is_compensated_and_logged),
        TEST(the_total_of_lag_compensation_survives_a_restart),
        TEST(both_players_see_the_compensation_after_the_game),
        TEST(an_unmeasured_player_gets_no_compensation),
        TEST(bots_get_no_compensation_and_no_grace),
        TEST(lag_can_save_a_move_that_came_just_too_late),
        TEST(forged_lag_behind_a_proxy_is_bounded_by_the_total),
        TEST(a_failed_write_spends_no_lag),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
