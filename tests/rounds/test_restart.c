/* SPDX-License-Identifier: MIT */
/* Crashes and restarts: acknowledged commands survive, others leave no trace, and the downtime is
 * charged to nobody. */
#include <stdio.h>
#include <string.h>

#include "cluster/shards.h"
#include "rounds/round_clock.h"
#include "support/fixture.h"

static struct fixture fixture;

static bool is_paused(void)
{
    return rk_game_status(round_game(fixture.round)) == RK_PAUSED;
}

static struct command move_by(rk_side side, const char *text)
{
    struct command command = fixture_command(&fixture, side, VERB_MOVE);
    snprintf(command.move, sizeof command.move, "%s", text);
    return command;
}

static void on_open(void *context, struct round *round, const char *why)
{
    assert_null(round);
    snprintf(context, 100, "%s", why);
}

// ---- what is on disk -------------------------------------------------------------------------

static void acknowledged_moves_survive_a_crash(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5 Nf3 Nc6", SECOND);
    fixture_lose_power(&fixture, HOUR);
    assert_non_null(fixture.round);
    assert_int_equal(round_plies(fixture.round), 4);
    assert_int_equal(rk_game_action(round_game(fixture.round), 3)->at,
                     fixture.harness.server->now - HOUR); // clocks too
}

/* Answers the jobs that wait for the store, but not those that the answers lead to. */
static void take_step(void)
{
    struct harness *harness = &fixture.harness;
    harness->store.paused = true;
    (void)server_advance(harness->server, harness->server->now);
    harness->store.paused = false;
    store_poll(&harness->store.store);
}

/* Starts the server again, a step at a time, until that is true. */
static void restart_until(bool (*is_reached)(const char *game), const char *game)
{
    struct harness *harness = &fixture.harness;
    harness_destroy(harness);
    harness->now += HOUR;
    harness->store.paused = true;
    harness_launch(harness);
    for (int i = 0; i < 100 && !is_reached(game); i++)
        take_step();
    assert_true(is_reached(game));
    fixture.round = NULL;
}

static bool is_owned(const char *game)
{
    return shards_epoch(fixture.harness.server, shard_of_game(game)) != 0;
}

static bool is_loaded(const char *game)
{
    return rounds_find(fixture.harness.server, game) != NULL;
}

static void keep_round(void *context, struct round *round, const char *why)
{
    (void)why;
    *(struct round **)context = round;
}

static void a_game_that_is_being_loaded_can_be_opened(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    snprintf(id, sizeof id, "%s", round_info(fixture.round)->id);
    restart_until(is_owned, id);
    assert_false(is_loaded(id));
    rounds_open(fixture.harness.server, id, keep_round, &fixture.round);
    harness_wait(&fixture.harness, SECOND);
    assert_non_null(fixture.round);
    assert_int_equal(round_plies(fixture.round), 2);
}

static void the_server_may_stop_while_somebody_waits_for_a_game_that_is_being_loaded(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    fixture_start(&fixture, "5+3");
    snprintf(id, sizeof id, "%s", round_info(fixture.round)->id);
    restart_until(is_owned, id);
    rounds_open(fixture.harness.server, id, keep_round, &fixture.round);
    take_step();
    harness_crash(&fixture.harness, SECOND);
    fixture.round = rounds_find(fixture.harness.server, id);
    assert_non_null(fixture.round);
}

static void the_downtime_is_not_shown_as_charged_before_the_pause_is_on_disk(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5 Nf3", SECOND);
    snprintf(id, sizeof id, "%s", round_info(fixture.round)->id);
    const int64_t before = round_clock_left(fixture.round, RK_BLACK);
    restart_until(is_loaded, id);
    fixture.round = rounds_find(fixture.harness.server, id);
    assert_false(is_paused());
    assert_in_range(round_clock_left(fixture.round, RK_BLACK), before - SECOND, before);
    harness_settle(&fixture.harness);
    assert_true(is_paused());
    assert_in_range(round_clock_left(fixture.round, RK_BLACK), before - SECOND, before);
}

static void unacknowledged_moves_leave_no_trace(void **state)
{
    (void)state;
    struct recorded_reply result;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    const struct command command = move_by(RK_WHITE, "g1f3");
    fixture_send(&fixture, &command, &result);
    fixture_lose_power(&fixture, SECOND);
    assert_int_equal(result.count, 0);
    assert_int_equal(round_plies(fixture.round), 2);
    expect_done(fixture_move(&fixture, "Nf3"));
}

static void a_written_but_unacknowledged_move_is_acknowledged_when_repeated(void **state)
{
    (void)state;
    struct recorded_reply result;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    struct command command = move_by(RK_WHITE, "g1f3");
    strcpy(command.request, "mine");
    command.version = 2;
    fixture_send(&fixture, &command, &result);
    fixture_crash(&fixture, SECOND); // written, but the process crashed before it noticed
    assert_int_equal(result.count, 0);
    assert_int_equal(round_plies(fixture.round), 3);
    const struct recorded_reply again = fixture_run(&fixture, &command);
    expect_done(again);
    assert_int_equal(again.reply.version, 3);
    assert_int_equal(round_plies(fixture.round), 3);
}

static void a_crash_after_every_ply_changes_nothing(void **state)
{
    (void)state;
    const char *moves[] = {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O", "Bg4"};
    fixture_start(&fixture, "5+0");
    for (size_t i = 0; i < 10; i++) {
        fixture_play(&fixture, moves[i], SECOND);
        (i % 2 ? fixture_lose_power : fixture_crash)(&fixture, MINUTE);
        assert_int_equal(round_plies(fixture.round), i + 1);
    }
    // One second per move, and at most one more since the last heartbeat.
    assert_in_range(round_clock_left(fixture.round, RK_WHITE), 295 * SECOND, 300 * SECOND);
    assert_in_range(round_clock_left(fixture.round, RK_BLACK), 295 * SECOND, 300 * SECOND);
}

// ---- time ------------------------------------------------------------------------------------

static void downtime_is_a_pause_from_the_last_heartbeat_on(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    harness_wait(&fixture.harness, 10 * SECOND + 300);
    const int64_t died = fixture.harness.server->now;
    fixture_lose_power(&fixture, HOUR);
    assert_true(is_paused());
    const struct event *pause = last_event(&fixture);
    assert_int_equal(pause->action.kind, RK_ACT_PAUSE);
    assert_in_range(died - pause->at, 0, SECOND);
    assert_in_range(round_clock_left(fixture.round, RK_WHITE), 289 * SECOND, 291 * SECOND);
    assert_int_equal(round_clock_left(fixture.round, RK_BLACK), 300 * SECOND);
}

static void a_paused_game_resumes_when_the_player_to_move_is_back(void **state)
{
    (void)state;
    struct fake_watcher white, black;
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    fixture_lose_power(&fixture, HOUR);
    const int64_t left = round_clock_left(fixture.round, RK_WHITE);
    fake_watcher_join(&black, &fixture, RK_BLACK, VIEW_WIRE, -1);
    harness_wait(&fixture.harness, 2 * SECOND);
    assert_true(is_paused()); // the opponent does not count
    fake_watcher_join(&white, &fixture, RK_WHITE, VIEW_WIRE, -1);
    assert_true(fake_watcher_saw(&white, "\"running\":false"));
    harness_settle(&fixture.harness);
    assert_false(is_paused());
    assert_true(fake_watcher_saw(&white, "\"what\":\"resume\""));
    assert_int_equal(round_clock_left(fixture.round, RK_WHITE), left);
    harness_wait(&fixture.harness, 3 * SECOND);
    assert_int_equal(round_clock_left(fixture.round, RK_WHITE), left - 3 * SECOND);
    fake_watcher_leave(&white, false);
    fake_watcher_leave(&black, false);
}

static void a_paused_game_resumes_after_the_grace_period(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    fixture_lose_power(&fixture, HOUR);
    harness_wait(&fixture.harness, 10 * SECOND - 1);
    assert_true(is_paused());
    harness_wait(&fixture.harness, 1);
    assert_false(is_paused());
    assert_int_equal(last_event(&fixture)->action.kind, RK_ACT_RESUME);
}

static void a_move_resumes_a_paused_game_in_one_job(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    fixture_lose_power(&fixture, HOUR);
    const int64_t left = round_clock_left(fixture.round, RK_WHITE);
    const size_t written = fixture.harness.store.write_jobs;
    struct command command = move_by(RK_WHITE, "g1f3");
    command.version = 2; // a pause does not make it stale
    const struct recorded_reply result = fixture_run(&fixture, &command);
    expect_done(result);
    assert_int_equal(result.reply.version, 5); // pause, resume, move
    assert_int_equal(fixture.harness.store.write_jobs, written + 1);
    assert_int_equal(round_clock_left(fixture.round, RK_WHITE), left);
}

static void an_illegal_move_does_not_resume_a_paused_game(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    fixture_lose_power(&fixture, HOUR);
    expect_refused(fixture_move(&fixture, "Ng4"), REFUSED_ILLEGAL, "");
    assert_true(is_paused());
    expect_refused(fixture_do(&fixture, RK_BLACK, VERB_OFFER_DRAW), REFUSED_NOT_NOW, "paused");
    assert_int_equal(round_version(fixture.round), 3);
}

static void a_planned_restart_charges_nobody(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    harness_wait(&fixture.harness, 10 * SECOND + 300);
    const int64_t left = round_clock_left(fixture.round, RK_WHITE);
    assert_int_equal(left, 289 * SECOND + 700);
    fixture_restart(&fixture, HOUR);
    assert_true(is_paused());
    assert_int_equal(round_version(fixture.round), 3); // one pause, not two
    assert_int_equal(round_clock_left(fixture.round, RK_WHITE), left);
    expect_done(fixture_move(&fixture, "Nf3"));
    expect_left(&fixture, left, 300 * SECOND);
}

static void commands_are_refused_while_the_server_stops(void **state)
{
    (void)state;
    struct recorded_reply first, second, late;
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    const struct command white = move_by(RK_WHITE, "g1f3"), black = move_by(RK_BLACK, "b8c6");
    fixture_send(&fixture, &white, &first);
    fixture_send(&fixture, &black, &second);
    server_stop(fixture.harness.server, fixture.harness.server->now);
    assert_false(rounds_stopped(fixture.harness.server));
    harness_settle(&fixture.harness);
    assert_true(rounds_stopped(fixture.harness.server));
    expect_done(first); // the store had it already
    expect_refused(second, REFUSED_STOPPING, "");
    fixture_send(&fixture, &black, &late);
    expect_refused(late, REFUSED_STOPPING, "");
    assert_true(is_paused());
    fixture_restart(&fixture, MINUTE);
    assert_int_equal(round_plies(fixture.round), 3);
    expect_done(fixture_move(&fixture, "Nc6"));
}

static void the_server_stops_even_if_the_disk_fails(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    fixture.harness.store.writes_fail = true;
    server_stop(fixture.harness.server, fixture.harness.server->now);
    harness_wait(&fixture.harness, 5 * SECOND);
    assert_true(rounds_stopped(fixture.harness.server));
}

static void no_game_starts_while_the_server_stops(void **state)
{
    (void)state;
    struct game_info info = {.players = {fixture.white, fixture.black},
                             .settings = settings_for("5+3")};
    server_make_id(fixture.harness.server, info.id);
    fixture.harness.server->stopping = true;
    char why[100] = "";
    rounds_start(fixture.harness.server, &info, on_open, why);
    assert_non_null(strstr(why, "restarting"));
    harness_settle(&fixture.harness);
    assert_null(rounds_find(fixture.harness.server, info.id));
}

static void first_move_deadlines_restart_after_a_crash(void **state)
{
    (void)state;
    fixture_start(&fixture, "3+2");
    harness_wait(&fixture.harness, 20 * SECOND);
    fixture_lose_power(&fixture, MINUTE);
    assert_false(is_paused()); // its clock did not run
    harness_wait(&fixture.harness, 25 * SECOND - 1);
    expect_running(&fixture);
    harness_wait(&fixture.harness, 1);
    expect_end(&fixture, "aborted", RK_NOBODY_WINS, "White did not");
}

static void flags_fall_after_a_restart(void **state)
{
    (void)state;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    harness_wait(&fixture.harness, 30 * SECOND);
    fixture_restart(&fixture, HOUR);
    harness_wait(&fixture.harness, 10 * SECOND + 30 * SECOND - 1);
    expect_running(&fixture);
    harness_wait(&fixture.harness, 1);
    expect_end(&fixture, "outoftime", RK_BLACK_WINS, "");
}

static void a_wall_clock_set_back_charges_nobody(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    harness_wait(&fixture.harness, 10 * SECOND);
    fixture_lose_power(&fixture, -DAY);
    assert_true(is_paused());
    const int64_t left = round_clock_left(fixture.round, RK_WHITE);
    assert_in_range(left, 289 * SECOND, 291 * SECOND);
    harness_wait(&fixture.harness, 5 * SECOND);
    expect_done(fixture_move(&fixture, "Nf3"));
    expect_left(&fixture, left, 300 * SECOND);
    fixture_lose_power(&fixture, 2 * DAY);
    expect_left(&fixture, left, round_clock_left(fixture.round, RK_BLACK));
    assert_in_range(round_clock_left(fixture.round, RK_BLACK), 299 * SECOND, 300 * SECOND);
}

static void offers_chat_and_finished_games_survive(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(fixture_chat(&fixture, RK_BLACK, ROOM_PLAYERS, "Good luck!"));
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_OFFER_DRAW));
    fixture_lose_power(&fixture, HOUR);
    assert_int_equal(rk_game_draw_offer(round_game(fixture.round)), RK_BLACK);
    assert_string_equal(round_journal(fixture.round)->events[2].text, "Good luck!");
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_ACCEPT_DRAW));
    expect_end(&fixture, "draw", RK_NOBODY_WINS, "agreement");
    fixture_lose_power(&fixture, HOUR);
    assert_null(fixture.round); // finished: it can only be opened
}

// ---- damaged logs and a failing store --------------------------------------------------------

static void write_entry(const char *game, int64_t part, int64_t seq, const void *bytes, size_t size)
{
    struct store_job *job = store_job_create();
    store_call(job, part ? STORE_BEGIN_PART : STORE_APPEND_EVENT);
    store_bind_text(job, game);
    store_bind_integer(job, part);
    store_bind_integer(job, seq);
    store_bind_bytes(job, bytes, size);
    store_bind_integer(job, shard_of_game(game));
    store_bind_integer(job, shards_epoch(fixture.harness.server, shard_of_game(game)));
    store_write(fixture.harness.server->store, job, NULL, NULL);
    harness_settle(&fixture.harness);
}

static void a_game_with_a_damaged_log_is_skipped(void **state)
{
    (void)state;
    char broken[3][GAME_ID_SIZE + 1], why[100] = "";
    for (int i = 0; i < 3; i++) {
        fixture_start(&fixture, "5+0");
        fixture_play(&fixture, "e4 e5", SECOND);
        strcpy(broken[i], round_info(fixture.round)->id);
    }
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "d4", SECOND);
    write_entry(broken[0], 0, 3, "\xff\xff\xff", 3); // not an event
    write_entry(broken[1], 1, 4, "", 0);             // a gap
    struct event event = {.kind = EVENT_ACTION, .at = 5, .action = {.kind = RK_ACT_MOVE}};
    struct buffer bytes = {0};
    event_encode(&event, &bytes);
    write_entry(broken[2], 0, 3, bytes.bytes, bytes.size); // an illegal move
    buffer_fini(&bytes);
    fixture_crash(&fixture, MINUTE);
    assert_non_null(fixture.round);
    expect_done(fixture_move(&fixture, "d5"));
    for (int i = 0; i < 3; i++) {
        assert_null(rounds_find(fixture.harness.server, broken[i]));
        rounds_open(fixture.harness.server, broken[i], on_open, why);
        harness_settle(&fixture.harness);
        assert_string_equal(why, "this game cannot be read");
    }
}

static void recovery_retries_when_the_store_fails(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    strcpy(id, round_info(fixture.round)->id);
    harness_destroy(&fixture.harness);
    fixture.harness.store.reads_fail = true;
    harness_launch(&fixture.harness);
    harness_wait(&fixture.harness, 10 * SECOND);
    assert_false(rounds_ready(fixture.harness.server));
    harness_destroy(&fixture.harness); // destroyed while it waits to retry
    harness_launch(&fixture.harness);
    fixture.harness.store.reads_fail = false;
    harness_wait(&fixture.harness, SECOND);
    assert_true(rounds_ready(fixture.harness.server));
    fixture.round = rounds_find(fixture.harness.server, id);
    assert_non_null(fixture.round);
    expect_done(fixture_move(&fixture, "Nf3"));
}

static void all_games_are_paused_before_the_server_is_ready(void **state)
{
    (void)state;
    enum { GAMES = 50 };
    static char ids[GAMES][GAME_ID_SIZE + 1];
    for (int i = 0; i < GAMES; i++) {
        fixture_start(&fixture, "5+0");
        fixture_play(&fixture, "e4 e5", 0);
        strcpy(ids[i], round_info(fixture.round)->id);
    }
    fixture_lose_power(&fixture, HOUR);
    for (int i = 0; i < GAMES; i++) {
        fixture.round = rounds_find(fixture.harness.server, ids[i]);
        assert_non_null(fixture.round);
        assert_true(is_paused());
    }
}

int main(void)
{
#define TEST(function) FIXTURE_TEST(function, &fixture)
    const struct CMUnitTest tests[] = {
        TEST(acknowledged_moves_survive_a_crash),
        TEST(a_game_that_is_being_loaded_can_be_opened),
        TEST(the_server_may_stop_while_somebody_waits_for_a_game_that_is_being_loaded),
        TEST(the_downtime_is_not_shown_as_charged_before_the_pause_is_on_disk),
        TEST(unacknowledged_moves_leave_no_trace),
        TEST(a_written_but_unacknowledged_move_is_acknowledged_when_repeated),
        TEST(a_crash_after_every_ply_changes_nothing),
        TEST(downtime_is_a_pause_from_the_last_heartbeat_on),
        TEST(a_paused_game_resumes_when_the_player_to_move_is_back),
        TEST(a_paused_game_resumes_after_the_grace_period),
        TEST(a_move_resumes_a_paused_game_in_one_job),
        TEST(an_illegal_move_does_not_resume_a_paused_game),
        TEST(a_planned_restart_charges_nobody),
        TEST(commands_are_refused_while_the_server_stops),
        TEST(the_server_stops_even_if_the_disk_fails),
        TEST(no_game_starts_while_the_server_stops),
        TEST(first_move_deadlines_restart_after_a_crash),
        TEST(flags_fall_after_a_restart),
        TEST(a_wall_clock_set_back_charges_nobody),
        TEST(offers_chat_and_finished_games_survive),
        TEST(a_game_with_a_damaged_log_is_skipped),
        TEST(recovery_retries_when_the_store_fails),
        TEST(all_games_are_paused_before_the_server_is_ready),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
