/* SPDX-License-Identifier: MIT */
/* The engine as a player. Whoever thinks for it here is the test. */
#include "rounds/engine_player.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "rounds/round_clock.h"
#include "support/fixture.h"

enum { SOON = 5 * SECOND };

static struct fixture fixture;

/* Answers the first request to the engine, and lets everything that follows happen. */
static void answer(const char *text, int score)
{
    assert_true(fixture.harness.searches_count > 0);
    const struct move_search *search = fixture.harness.searches[0];
    harness_answer_search(&fixture.harness, move(&search->positions[search->count - 1], text),
                          score);
    harness_wait(&fixture.harness, SOON);
}

static int set_up(void **state)
{
    fixture_open(*state);
    fixture.harness.holds_searches = true;
    fixture.black = identity_of_engine(3);
    return 0;
}

static void expect_plies(size_t plies)
{
    assert_int_equal(round_plies(fixture.round), plies);
}

static const struct event *last_but(size_t n)
{
    const struct journal *journal = round_journal(fixture.round);
    return &journal->events[journal->count - 1 - n];
}

/* A move of the person and the engine's answer. */
static void exchange_moves(const char *own, const char *answered, int score)
{
    expect_done(fixture_move(&fixture, own));
    answer(answered, score);
}

// ---- moving ----------------------------------------------------------------------------------

static void it_is_asked_for_its_move_and_makes_it(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    assert_int_equal(fixture.harness.searches_count, 0); // it is White's turn
    expect_done(fixture_move(&fixture, "g1f3"));
    assert_int_equal(fixture.harness.searches_count, 1);
    assert_int_equal(fixture.harness.searches[0]->level, 3);
    assert_int_equal(fixture.harness.searches[0]->count,
                     2); // a quiet move: the position before it counts
    answer("g8f6", 10);
    expect_plies(2);
    assert_string_equal(last_event(&fixture)->request, "b:engine-1");
    assert_int_equal(last_event(&fixture)->action.by, RK_BLACK);
    assert_int_equal(fixture.harness.searches_total, 1);
}

static void it_begins_where_it_has_white(void **state)
{
    (void)state;
    fixture.white = identity_of_engine(8);
    fixture.black = (struct identity){"bob", "Bob", ROLE_PLAYER};
    fixture_start(&fixture, "5+3");
    answer("e2e4", 0);
    expect_plies(1);
}

static void it_does_not_answer_in_no_time(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    expect_done(fixture_move(&fixture, "e2e4"));
    const int64_t asked_at = fixture.harness.server->now;
    answer("e7e5", 0);
    const int64_t took = last_event(&fixture)->at - asked_at;
    assert_in_range(took, 500, 3 * SECOND);
}

static void what_is_said_meanwhile_changes_nothing(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    expect_done(fixture_move(&fixture, "e2e4"));
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "Good luck!"));
    answer("e7e5", 0);
    expect_plies(2);
    assert_int_equal(fixture.harness.searches_total, 1);
}

static void its_flag_does_not_fall(void **state)
{
    (void)state;
    struct prng prng = {9};
    fixture_start(&fixture, "0.25+0");
    for (int i = 0; i < 200 && !round_is_over(fixture.round); i++) {
        rk_move moves[RK_MOVES_MAX];
        char text[RK_UCI_MAX];
        const rk_position *pos = rk_game_position(round_game(fixture.round));
        const size_t count = rk_moves_list(pos, moves);
        rk_uci_write(pos, moves[prng_below(&prng, (unsigned)count)], text);
        expect_done(fixture_move(&fixture, text));
        if (!fixture.harness.searches_count)
            continue; // that was the end
        const struct move_search *search = fixture.harness.searches[0];
        const int64_t most = search->max_ms;
        assert_true(most > 0);
        harness_wait(&fixture.harness, most); // it takes what it gets
        const rk_position *last = &search->positions[search->count - 1];
        const size_t own = rk_moves_list(last, moves);
        harness_answer_search(&fixture.harness, moves[prng_below(&prng, (unsigned)own)], 0);
        for (int wait = 0;
             wait < 100 &&
             rk_position_turn(rk_game_position(round_game(fixture.round))) == RK_BLACK &&
             !round_is_over(fixture.round);
             wait++)
            harness_wait(&fixture.harness, 10);
        assert_true(round_clock_left(fixture.round, RK_BLACK) > 0);
    }
    assert_true(round_plies(fixture.round) > 60);
}

// ---- answers that come too late --------------------------------------------------------------

static void an_answer_after_the_end_is_dropped(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_RESIGN));
    const int64_t version = round_version(fixture.round);
    answer("b8c6", 0);
    assert_int_equal(round_version(fixture.round), version);
    expect_end(&fixture, "resign", RK_BLACK_WINS, "White resigned");
}

static void an_answer_for_a_game_that_is_forgotten_is_dropped(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    expect_done(fixture_move(&fixture, "e2e4"));
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_ABORT));
    char id[GAME_ID_SIZE + 1];
    memcpy(id, round_info(fixture.round)->id, sizeof id);
    harness_wait(&fixture.harness, 10 * MINUTE);
    assert_null(rounds_find(fixture.harness.server, id));
    harness_answer_search(&fixture.harness,
                          move(&fixture.harness.searches[0]->positions[0], "e7e5"), 0);
}

static void a_move_that_is_held_back_is_not_played_after_the_end(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    harness_answer_search(&fixture.harness,
                          move(&fixture.harness.searches[0]->positions[1], "b8c6"), 0);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_RESIGN));
    harness_wait(&fixture.harness, SOON);
    expect_plies(3);
}

static void an_answer_for_an_older_position_is_dropped_and_it_is_asked_again(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    expect_done(fixture_move(&fixture, "e2e4"));
    expect_done(fixture_move(&fixture, "e7e5")); // in its name, by whoever also owns the game
    expect_done(fixture_move(&fixture, "g1f3"));
    answer("a7a6", 0);
    expect_plies(3);
    assert_int_equal(fixture.harness.searches_count, 1);
    answer("b8c6", 0);
    expect_plies(4);
}

// ---- restarts --------------------------------------------------------------------------------

static void after_a_crash_it_is_asked_again(void **state)
{
    (void)state;
    fixture_start(&fixture, "-");
    expect_done(fixture_move(&fixture, "e2e4"));
    fixture_lose_power(&fixture, HOUR);
    assert_int_equal(fixture.harness.searches_count, 2);
    assert_int_equal(fixture.harness.searches[0]->seed, fixture.harness.searches[1]->seed);
    harness_answer_search(&fixture.harness, RK_NO_MOVE, 0); // to a server that is no more
    answer("e7e5", 0);
    expect_plies(2);
}

static void after_a_crash_it_waits_for_who_has_to_answer(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    fixture_start(&fixture, "5+0");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    harness_wait(&fixture.harness, SECOND);
    fixture_lose_power(&fixture, HOUR);
    harness_answer_search(&fixture.harness, RK_NO_MOVE, 0);
    assert_int_equal(fixture.harness.searches_count, 0);
    fake_watcher_join(&watcher, &fixture, RK_WHITE, VIEW_STREAM, -1);
    harness_settle(&fixture.harness);
    answer("b8c6", 0);
    expect_plies(4);
    assert_in_range(round_clock_left(fixture.round, RK_BLACK), 4 * MINUTE, 5 * MINUTE);
    fake_watcher_leave(&watcher, false);
}

static void but_not_for_ever(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+0");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    fixture_restart(&fixture, MINUTE);
    harness_answer_search(&fixture.harness, RK_NO_MOVE, 0);
    harness_wait(&fixture.harness, 11 * SECOND);
    answer("b8c6", 0);
    expect_plies(4);
}

// ---- draws -----------------------------------------------------------------------------------

static const char late[] = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 40";

static void it_declines_a_draw_in_the_opening(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    exchange_moves("e2e4", "e7e5", -500);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
    expect_running(&fixture);
    assert_int_equal(last_event(&fixture)->action.kind, RK_ACT_DECLINE_DRAW);
}

static void later_it_agrees_unless_it_stands_better(void **state)
{
    (void)state;
    for (int score = 30; score >= 0; score -= 30) {
        fixture_start_from(&fixture, "5+3", late);
        exchange_moves("e2e4", "e7e5", score);
        expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
        if (score)
            assert_int_equal(last_event(&fixture)->action.kind, RK_ACT_DECLINE_DRAW);
    }
    expect_end(&fixture, "draw", RK_NOBODY_WINS, "agree");
}

static void an_offer_that_comes_with_a_move_is_answered_before_the_move(void **state)
{
    (void)state;
    fixture_start_from(&fixture, "5+3", late);
    exchange_moves("e2e4", "e7e5", 10);
    struct command command = fixture_command(&fixture, RK_WHITE, VERB_MOVE);
    strcpy(command.move, "e1e2");
    command.offers_draw = true;
    expect_done(fixture_run(&fixture, &command));
    assert_int_equal(last_event(&fixture)->action.kind, RK_ACT_DECLINE_DRAW);
    answer("e8e7", 10);
    expect_plies(4);
}

static void one_that_has_forgotten_how_it_stood_declines(void **state)
{
    (void)state;
    fixture_start_from(&fixture, "-", late);
    exchange_moves("e2e4", "e7e5", -10);
    fixture_lose_power(&fixture, MINUTE);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
    assert_int_equal(last_but(0)->action.kind, RK_ACT_DECLINE_DRAW);
}

// ---- when it cannot play ---------------------------------------------------------------------

static struct {
    int kept;
    FILE *file;
} standard_error;

static void listen_to_log(void)
{
    static const struct log log = {LOG_INFO};
    fixture.harness.server->log = &log;
    standard_error.kept = dup(STDERR_FILENO);
    standard_error.file = tmpfile();
    assert_non_null(standard_error.file);
    dup2(fileno(standard_error.file), STDERR_FILENO);
}

static void expect_logged(const char *words)
{
    char text[4096] = "";
    dup2(standard_error.kept, STDERR_FILENO);
    close(standard_error.kept);
    rewind(standard_error.file);
    text[fread(text, 1, sizeof text - 1, standard_error.file)] = '\0';
    fclose(standard_error.file);
    fixture.harness.server->log = NULL;
    if (!strstr(text, words))
        fail_msg("%s is not in the log: %s", words, text);
}

static void one_that_finds_no_move_resigns(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    listen_to_log();
    harness_answer_search(&fixture.harness, RK_NO_MOVE, 0);
    harness_settle(&fixture.harness);
    expect_logged("the engine resigns: it found no move");
    expect_end(&fixture, "resign", RK_WHITE_WINS, "Black resigned");
}

static void one_whose_move_is_illegal_resigns(void **state)
{
    (void)state;
    fixture_start(&fixture, "-");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    listen_to_log();
    harness_answer_search(&fixture.harness,
                          move(&fixture.harness.searches[0]->positions[0], "e8e6"), 0);
    harness_settle(&fixture.harness);
    expect_logged("its move is illegal");
    expect_end(&fixture, "resign", RK_WHITE_WINS, "Black resigned");
}

static void a_game_that_has_hardly_begun_is_aborted_instead(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    expect_done(fixture_move(&fixture, "e2e4"));
    harness_answer_search(&fixture.harness, RK_NO_MOVE, 0);
    harness_settle(&fixture.harness);
    expect_end(&fixture, "aborted", RK_NOBODY_WINS, "abort");
}

static void a_thought_that_never_comes_back_is_not_waited_for(void **state)
{
    (void)state;
    fixture_start(&fixture, "-");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    harness_wait(&fixture.harness, MINUTE);
    expect_end(&fixture, "resign", RK_WHITE_WINS, "Black resigned");
    answer("b8c6", 0);
    expect_plies(3);
}

static void one_that_has_given_up_does_not_come_back(void **state)
{
    (void)state;
    fixture_start(&fixture, "-");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    fixture.harness.store.writes_fail = true;
    harness_wait(&fixture.harness, MINUTE);
    expect_running(&fixture); // it could not be written that it resigns
    harness_answer_search(&fixture.harness,
                          move(&fixture.harness.searches[0]->positions[1], "b8c6"), 0);
    fixture.harness.store.writes_fail = false;
    harness_wait(&fixture.harness, SOON);
    expect_plies(3);
    expect_end(&fixture, "resign", RK_WHITE_WINS, "Black resigned");
}

static void a_host_with_too_much_to_do_is_asked_again(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    exchange_moves("e2e4", "e7e5", 0);
    fixture.harness.refuses_searches = true;
    expect_done(fixture_move(&fixture, "g1f3"));
    harness_wait(&fixture.harness, 2 * SECOND);
    fixture.harness.refuses_searches = false;
    harness_wait(&fixture.harness, SECOND);
    answer("b8c6", 0);
    expect_plies(4);
    assert_true(fixture.harness.searches_total > 3);
}

static void but_not_for_ever_either(void **state)
{
    (void)state;
    fixture_start(&fixture, "-");
    exchange_moves("e2e4", "e7e5", 0);
    fixture.harness.refuses_searches = true;
    expect_done(fixture_move(&fixture, "g1f3"));
    harness_wait(&fixture.harness, MINUTE);
    expect_end(&fixture, "resign", RK_WHITE_WINS, "Black resigned");
}

static void without_an_engine_its_games_end(void **state)
{
    (void)state;
    fixture_start(&fixture, "-");
    exchange_moves("e2e4", "e7e5", 0);
    fixture.harness.server->env.search_move = NULL; // the operator starts the server without one
    expect_done(fixture_move(&fixture, "g1f3"));
    expect_end(&fixture, "resign", RK_WHITE_WINS, "Black resigned");
}

static void what_the_disk_refuses_it_plays_again(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    fixture.harness.store.writes_fail = true;
    answer("b8c6", 0);
    expect_plies(3);
    fixture.harness.store.writes_fail = false;
    harness_wait(&fixture.harness, 3 * SECOND);
    answer("b8c6", 0);
    expect_plies(4);
}

static void a_resignation_the_disk_refuses_is_tried_again(void **state)
{
    (void)state;
    fixture_start(&fixture, "-");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    fixture.harness.store.writes_fail = true;
    harness_answer_search(&fixture.harness, RK_NO_MOVE, 0);
    harness_wait(&fixture.harness, SOON);
    expect_running(&fixture);
    fixture.harness.store.writes_fail = false;
    harness_wait(&fixture.harness, SOON);
    expect_end(&fixture, "resign", RK_WHITE_WINS, "Black resigned");
}

// ---- being there -----------------------------------------------------------------------------

static void it_is_always_there(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    fixture_start(&fixture, "30+0");
    fake_watcher_join(&watcher, &fixture, RK_WHITE, VIEW_STREAM, -1);
    assert_true(fake_watcher_saw(&watcher, "\"black\":{\"aiLevel\":3}"));
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    harness_wait(&fixture.harness, 20 * SECOND);
    assert_true(round_is_present(fixture.round, RK_BLACK));
    assert_false(fake_watcher_saw(&watcher, "opponentGone"));
    expect_refused(fixture_do(&fixture, RK_WHITE, VERB_CLAIM_VICTORY), REFUSED_NOT_NOW,
                   "is present");
    fake_watcher_leave(&watcher, false);
}

static void nobody_is_hurried_to_the_first_move(void **state)
{
    (void)state;
    fixture_start(&fixture, "1+0");
    harness_wait(&fixture.harness, HOUR);
    expect_running(&fixture);
}

static void the_snapshot_says_which_side_it_has(void **state)
{
    (void)state;
    struct fake_watcher watcher;
    fixture_start(&fixture, "5+3");
    fake_watcher_join(&watcher, &fixture, RK_WHITE, VIEW_WIRE, -1);
    assert_true(fake_watcher_saw(&watcher, "\"computer\":\"black\",\"level\":3"));
    assert_true(fake_watcher_saw(&watcher, "\"black\":\"Rookery level 3\""));
    fake_watcher_leave(&watcher, false);
}

#define ROW(function) \
    cmocka_unit_test_prestate_setup_teardown(function, set_up, fixture_tear_down, &fixture)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROW(it_is_asked_for_its_move_and_makes_it),
        ROW(it_begins_where_it_has_white),
        ROW(it_does_not_answer_in_no_time),
        ROW(what_is_said_meanwhile_changes_nothing),
        ROW(its_flag_does_not_fall),
        ROW(an_answer_after_the_end_is_dropped),
        ROW(an_answer_for_a_game_that_is_forgotten_is_dropped),
        ROW(a_move_that_is_held_back_is_not_played_after_the_end),
        ROW(an_answer_for_an_older_position_is_dropped_and_it_is_asked_again),
        ROW(after_a_crash_it_is_asked_again),
        ROW(after_a_crash_it_waits_for_who_has_to_answer),
        ROW(but_not_for_ever),
        ROW(it_declines_a_draw_in_the_opening),
        ROW(later_it_agrees_unless_it_stands_better),
        ROW(an_offer_that_comes_with_a_move_is_answered_before_the_move),
        ROW(one_that_has_forgotten_how_it_stood_declines),
        ROW(one_that_finds_no_move_resigns),
        ROW(one_whose_move_is_illegal_resigns),
        ROW(a_game_that_has_hardly_begun_is_aborted_instead),
        ROW(a_thought_that_never_comes_back_is_not_waited_for),
        ROW(one_that_has_given_up_does_not_come_back),
        ROW(a_host_with_too_much_to_do_is_asked_again),
        ROW(but_not_for_ever_either),
        ROW(without_an_engine_its_games_end),
        ROW(what_the_disk_refuses_it_plays_again),
        ROW(a_resignation_the_disk_refuses_is_tried_again),
        ROW(it_is_always_there),
        ROW(nobody_is_hurried_to_the_first_move),
        ROW(the_snapshot_says_which_side_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
