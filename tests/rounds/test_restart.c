/* SPDX-License-Identifier: MIT */
/* Crashes and restarts: what was acknowledged is there, what was not is not, and the
 * time between is charged to nobody. */
#include <stdio.h>
#include <string.h>

#include "support/stage.h"

static struct stage stage;

static bool is_paused(void)
{
    return rk_game_status(round_game(stage.round)) == RK_PAUSED;
}

static struct command move_by(unsigned side, const char *text)
{
    struct command command = stage_command(&stage, side, VERB_MOVE);
    snprintf(command.move, sizeof command.move, "%s", text);
    return command;
}

static void note_open(void *context, struct round *round, const char *why)
{
    assert_null(round);
    snprintf(context, 100, "%s", why);
}

// ---- what is on disk -------------------------------------------------------------------------

static void what_was_acknowledged_is_there_after_a_crash(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+3");
    stage_play(&stage, "e4 e5 Nf3 Nc6", SECOND);
    stage_crash(&stage, true, HOUR);
    assert_non_null(stage.round);
    assert_int_equal(round_plies(stage.round), 4);
    assert_int_equal(rk_game_action(round_game(stage.round), 3)->at,
                     stage.server.now - HOUR); // times too
}

static void what_was_not_acknowledged_is_as_if_it_had_never_been(void **state)
{
    (void)state;
    struct outcome outcome;
    stage_clock_game(&stage, "5+3");
    stage_play(&stage, "e4 e5", SECOND);
    const struct command command = move_by(RK_WHITE, "g1f3");
    stage_send(&stage, &command, &outcome);
    stage_crash(&stage, true, SECOND);
    assert_int_equal(outcome.count, 0);
    assert_int_equal(round_plies(stage.round), 2);
    expect_done(stage_move(&stage, "Nf3"));
}

static void a_move_that_was_written_but_not_acknowledged_is_answered_when_sent_again(void **state)
{
    (void)state;
    struct outcome outcome;
    stage_clock_game(&stage, "5+3");
    stage_play(&stage, "e4 e5", SECOND);
    struct command command = move_by(RK_WHITE, "g1f3");
    strcpy(command.request, "mine");
    command.version = 2;
    stage_send(&stage, &command, &outcome);
    stage_crash(&stage, false, SECOND); // the disk was done, the process was not
    assert_int_equal(outcome.count, 0);
    assert_int_equal(round_plies(stage.round), 3);
    const struct outcome again = stage_ask(&stage, &command);
    expect_done(again);
    assert_int_equal(again.reply.version, 3);
    assert_int_equal(round_plies(stage.round), 3);
}

static void a_crash_after_every_ply_changes_nothing(void **state)
{
    (void)state;
    const char *moves[] = {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O", "Bg4"};
    stage_clock_game(&stage, "5+0");
    for (size_t i = 0; i < 10; i++) {
        stage_play(&stage, moves[i], SECOND);
        stage_crash(&stage, i % 2, MINUTE);
        assert_int_equal(round_plies(stage.round), i + 1);
    }
    // A second a move, and at most one more that the heartbeat does not know of.
    assert_in_range(round_left(stage.round, RK_WHITE), 295 * SECOND, 300 * SECOND);
    assert_in_range(round_left(stage.round, RK_BLACK), 295 * SECOND, 300 * SECOND);
}

// ---- time ------------------------------------------------------------------------------------

static void down_time_is_a_pause_from_the_last_heartbeat_on(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+0");
    stage_play(&stage, "e4 e5", SECOND);
    stage_wait(&stage, 10 * SECOND + 300);
    const int64_t died = stage.server.now;
    stage_crash(&stage, true, HOUR);
    assert_true(is_paused());
    const struct event *pause = last_event(&stage);
    assert_int_equal(pause->action.kind, RK_ACT_PAUSE);
    assert_in_range(died - pause->at, 0, SECOND);
    assert_in_range(round_left(stage.round, RK_WHITE), 289 * SECOND, 291 * SECOND);
    assert_int_equal(round_left(stage.round, RK_BLACK), 300 * SECOND);
}

static void a_paused_game_goes_on_when_the_player_to_move_is_back(void **state)
{
    (void)state;
    struct viewer white, black;
    stage_clock_game(&stage, "5+0");
    stage_play(&stage, "e4 e5", SECOND);
    stage_crash(&stage, true, HOUR);
    const int64_t left = round_left(stage.round, RK_WHITE);
    viewer_begin(&black, &stage, RK_BLACK, VIEW_WIRE, -1);
    stage_wait(&stage, 2 * SECOND);
    assert_true(is_paused()); // the other one does not count
    viewer_begin(&white, &stage, RK_WHITE, VIEW_WIRE, -1);
    assert_true(viewer_saw(&white, "\"running\":false"));
    stage_settle(&stage);
    assert_false(is_paused());
    assert_true(viewer_saw(&white, "\"what\":\"resume\""));
    assert_int_equal(round_left(stage.round, RK_WHITE), left);
    stage_wait(&stage, 3 * SECOND);
    assert_int_equal(round_left(stage.round, RK_WHITE), left - 3 * SECOND);
    viewer_end(&white, false);
    viewer_end(&black, false);
}

static void a_paused_game_goes_on_after_the_grace(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+0");
    stage_play(&stage, "e4 e5", SECOND);
    stage_crash(&stage, true, HOUR);
    stage_wait(&stage, 10 * SECOND - 1);
    assert_true(is_paused());
    stage_wait(&stage, 1);
    assert_false(is_paused());
    assert_int_equal(last_event(&stage)->action.kind, RK_ACT_RESUME);
}

static void a_move_wakes_a_paused_game_in_one_job(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+0");
    stage_play(&stage, "e4 e5", SECOND);
    stage_crash(&stage, true, HOUR);
    const int64_t left = round_left(stage.round, RK_WHITE);
    const size_t written = stage.disk.written;
    struct command command = move_by(RK_WHITE, "g1f3");
    command.version = 2; // a pause does not make it stale
    const struct outcome outcome = stage_ask(&stage, &command);
    expect_done(outcome);
    assert_int_equal(outcome.reply.version, 5); // pause, resume, move
    assert_int_equal(stage.disk.written, written + 1);
    assert_int_equal(round_left(stage.round, RK_WHITE), left);
}

static void a_bad_move_does_not_wake_a_paused_game(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+0");
    stage_play(&stage, "e4 e5", SECOND);
    stage_crash(&stage, true, HOUR);
    expect_refused(stage_move(&stage, "Ng4"), REFUSED_ILLEGAL, "");
    assert_true(is_paused());
    expect_refused(stage_do(&stage, RK_BLACK, VERB_OFFER_DRAW), REFUSED_NOT_NOW, "paused");
    assert_int_equal(round_version(stage.round), 3);
}

static void a_restart_that_is_planned_costs_nobody_anything(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+0");
    stage_play(&stage, "e4 e5", SECOND);
    stage_wait(&stage, 10 * SECOND + 300);
    const int64_t left = round_left(stage.round, RK_WHITE);
    assert_int_equal(left, 289 * SECOND + 700);
    stage_restart(&stage, HOUR);
    assert_true(is_paused());
    assert_int_equal(round_version(stage.round), 3); // one pause, not two
    assert_int_equal(round_left(stage.round, RK_WHITE), left);
    expect_done(stage_move(&stage, "Nf3"));
    expect_left(&stage, left, 300 * SECOND);
}

static void commands_are_refused_while_the_server_stops(void **state)
{
    (void)state;
    struct outcome first, second, late;
    stage_clock_game(&stage, "5+0");
    stage_play(&stage, "e4 e5", SECOND);
    const struct command white = move_by(RK_WHITE, "g1f3"), black = move_by(RK_BLACK, "b8c6");
    stage_send(&stage, &white, &first);
    stage_send(&stage, &black, &second);
    stage.server.stopping = true;
    rounds_stop(&stage.server);
    assert_false(rounds_stopped(&stage.server));
    stage_settle(&stage);
    assert_true(rounds_stopped(&stage.server));
    expect_done(first); // it had been handed to the disk
    expect_refused(second, REFUSED_STOPPING, "");
    stage_send(&stage, &black, &late);
    expect_refused(late, REFUSED_STOPPING, "");
    assert_true(is_paused());
    stage_restart(&stage, MINUTE);
    assert_int_equal(round_plies(stage.round), 3);
    expect_done(stage_move(&stage, "Nc6"));
}

static void a_stop_while_the_disk_fails_comes_to_an_end(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+0");
    stage_play(&stage, "e4 e5", SECOND);
    stage.disk.outcome = STORE_FAILED;
    stage.server.stopping = true;
    rounds_stop(&stage.server);
    stage_wait(&stage, 5 * SECOND);
    assert_true(rounds_stopped(&stage.server));
}

static void no_new_game_begins_while_the_server_stops(void **state)
{
    (void)state;
    struct game_info info = {.players = {stage.white, stage.black}, .settings = stage_terms("5+3")};
    server_make_id(&stage.server, info.id);
    stage.server.stopping = true;
    char why[100] = "";
    round_start(&stage.server, &info, note_open, why);
    assert_non_null(strstr(why, "restarting"));
    stage_settle(&stage);
    assert_null(round_find(&stage.server, info.id));
}

static void first_move_deadlines_begin_anew(void **state)
{
    (void)state;
    stage_clock_game(&stage, "3+2");
    stage_wait(&stage, 20 * SECOND);
    stage_crash(&stage, true, MINUTE);
    assert_false(is_paused()); // its clock did not run
    stage_wait(&stage, 25 * SECOND - 1);
    expect_running(&stage);
    stage_wait(&stage, 1);
    expect_end(&stage, "aborted", RK_NOBODY_WINS, "White did not");
}

static void the_flag_falls_after_a_restart_too(void **state)
{
    (void)state;
    stage_clock_game(&stage, "1+0");
    stage_play(&stage, "e4 e5", SECOND);
    stage_wait(&stage, 30 * SECOND);
    stage_restart(&stage, HOUR);
    stage_wait(&stage, 10 * SECOND + 30 * SECOND - 1);
    expect_running(&stage);
    stage_wait(&stage, 1);
    expect_end(&stage, "outoftime", RK_BLACK_WINS, "");
}

static void a_wall_clock_that_went_back_charges_nobody(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+0");
    stage_play(&stage, "e4 e5", SECOND);
    stage_wait(&stage, 10 * SECOND);
    stage_crash(&stage, true, -DAY);
    assert_true(is_paused());
    const int64_t left = round_left(stage.round, RK_WHITE);
    assert_in_range(left, 289 * SECOND, 291 * SECOND);
    stage_wait(&stage, 5 * SECOND);
    expect_done(stage_move(&stage, "Nf3"));
    expect_left(&stage, left, 300 * SECOND);
    stage_crash(&stage, true, 2 * DAY);
    expect_left(&stage, left, round_left(stage.round, RK_BLACK));
    assert_in_range(round_left(stage.round, RK_BLACK), 299 * SECOND, 300 * SECOND);
}

static void offers_chat_and_finished_games_survive(void **state)
{
    (void)state;
    stage_clock_game(&stage, "5+0");
    stage_play(&stage, "e4 e5", SECOND);
    expect_done(stage_say(&stage, RK_BLACK, ROOM_PLAYERS, "Good luck!"));
    expect_done(stage_do(&stage, RK_BLACK, VERB_OFFER_DRAW));
    stage_crash(&stage, true, HOUR);
    assert_int_equal(rk_game_draw_offer(round_game(stage.round)), RK_BLACK);
    assert_string_equal(round_journal(stage.round)->events[2].text, "Good luck!");
    expect_done(stage_do(&stage, RK_WHITE, VERB_ACCEPT_DRAW));
    expect_end(&stage, "draw", RK_NOBODY_WINS, "agreement");
    stage_crash(&stage, true, HOUR);
    assert_null(stage.round); // over: only to be opened
}

// ---- logs that cannot be ---------------------------------------------------------------------

static void write_entry(const char *game, int64_t part, int64_t seq, const void *bytes, size_t size)
{
    struct store_job *job = store_job_create();
    store_call(job, part ? STORE_BEGIN_PART : STORE_APPEND);
    store_bind_text(job, game);
    store_bind_integer(job, part);
    store_bind_integer(job, seq);
    store_bind_bytes(job, bytes, size);
    store_bind_integer(job, 1);
    store_write(stage.server.store, job, NULL, NULL);
    stage_settle(&stage);
}

static void a_damaged_log_is_left_out_and_the_others_go_on(void **state)
{
    (void)state;
    char broken[3][GAME_ID_SIZE + 1], why[100] = "";
    for (int i = 0; i < 3; i++) {
        stage_clock_game(&stage, "5+0");
        stage_play(&stage, "e4 e5", SECOND);
        strcpy(broken[i], round_info(stage.round)->id);
    }
    stage_clock_game(&stage, "5+0");
    stage_play(&stage, "d4", SECOND);
    write_entry(broken[0], 0, 3, "\xff\xff\xff", 3); // no event
    write_entry(broken[1], 1, 4, "", 0);             // a gap
    struct event event = {.kind = EVENT_ACTION, .at = 5, .action = {.kind = RK_ACT_MOVE}};
    struct buffer bytes = {0};
    event_encode(&event, &bytes);
    write_entry(broken[2], 0, 3, bytes.bytes, bytes.size); // a move that cannot be
    buffer_fini(&bytes);
    stage_crash(&stage, false, MINUTE);
    assert_non_null(stage.round);
    expect_done(stage_move(&stage, "d5"));
    for (int i = 0; i < 3; i++) {
        assert_null(round_find(&stage.server, broken[i]));
        round_open(&stage.server, broken[i], note_open, why);
        stage_settle(&stage);
        assert_string_equal(why, "this game cannot be read");
    }
}

static void a_store_that_cannot_be_read_is_asked_again(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    stage_clock_game(&stage, "5+0");
    stage_play(&stage, "e4 e5", SECOND);
    strcpy(id, round_info(stage.round)->id);
    stage_destroy(&stage);
    stage.disk.unreadable = true;
    stage_create(&stage);
    stage_wait(&stage, 10 * SECOND);
    assert_false(rounds_ready(&stage.server));
    stage_destroy(&stage); // ended while it waits to ask again
    stage_create(&stage);
    stage.disk.unreadable = false;
    stage_wait(&stage, SECOND);
    assert_true(rounds_ready(&stage.server));
    stage.round = round_find(&stage.server, id);
    assert_non_null(stage.round);
    expect_done(stage_move(&stage, "Nf3"));
}

static void many_games_are_loaded_and_all_are_paused_before_it_is_ready(void **state)
{
    (void)state;
    enum { GAMES = 50 };
    static char ids[GAMES][GAME_ID_SIZE + 1];
    for (int i = 0; i < GAMES; i++) {
        stage_clock_game(&stage, "5+0");
        stage_play(&stage, "e4 e5", 0);
        strcpy(ids[i], round_info(stage.round)->id);
    }
    stage_crash(&stage, true, HOUR);
    for (int i = 0; i < GAMES; i++) {
        stage.round = round_find(&stage.server, ids[i]);
        assert_non_null(stage.round);
        assert_true(is_paused());
    }
}

int main(void)
{
#define TEST(function) STAGE_TEST(function, &stage)
    const struct CMUnitTest tests[] = {
        TEST(what_was_acknowledged_is_there_after_a_crash),
        TEST(what_was_not_acknowledged_is_as_if_it_had_never_been),
        TEST(a_move_that_was_written_but_not_acknowledged_is_answered_when_sent_again),
        TEST(a_crash_after_every_ply_changes_nothing),
        TEST(down_time_is_a_pause_from_the_last_heartbeat_on),
        TEST(a_paused_game_goes_on_when_the_player_to_move_is_back),
        TEST(a_paused_game_goes_on_after_the_grace),
        TEST(a_move_wakes_a_paused_game_in_one_job),
        TEST(a_bad_move_does_not_wake_a_paused_game),
        TEST(a_restart_that_is_planned_costs_nobody_anything),
        TEST(commands_are_refused_while_the_server_stops),
        TEST(a_stop_while_the_disk_fails_comes_to_an_end),
        TEST(no_new_game_begins_while_the_server_stops),
        TEST(first_move_deadlines_begin_anew),
        TEST(the_flag_falls_after_a_restart_too),
        TEST(a_wall_clock_that_went_back_charges_nobody),
        TEST(offers_chat_and_finished_games_survive),
        TEST(a_damaged_log_is_left_out_and_the_others_go_on),
        TEST(a_store_that_cannot_be_read_is_asked_again),
        TEST(many_games_are_loaded_and_all_are_paused_before_it_is_ready),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
