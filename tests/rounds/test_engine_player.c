/* SPDX-License-Identifier: MIT */
/* The engine as a player. The test makes up the results of its searches. */
#include "rounds/engine_player.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "rounds/round_clock.h"
#include "support/fixture.h"

enum { SOON = 5 * SECOND };

static struct fixture fixture;

/* Answers the first request to the engine, and lets everything that follows happen. */
static void finish_search(const char *text, int score)
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
    fixture.black = identity_make_engine(3);
    return 0;
}

static void expect_plies(size_t plies)
{
    assert_int_equal(round_plies(fixture.round), plies);
}

static const struct event *event_from_end(size_t n)
{
    const struct journal *journal = round_journal(fixture.round);
    return &journal->events[journal->count - 1 - n];
}

/* A move of the person and the engine's answer. */
static void exchange_moves(const char *own, const char *answered, int score)
{
    expect_done(fixture_move(&fixture, own));
    finish_search(answered, score);
}

// ---- moving ----------------------------------------------------------------------------------

static void the_engine_moves_on_its_turn(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    assert_int_equal(fixture.harness.searches_count, 0); // it is White's turn
    expect_done(fixture_move(&fixture, "g1f3"));
    assert_int_equal(fixture.harness.searches_count, 1);
    assert_int_equal(fixture.harness.searches[0]->level, 3);
    assert_int_equal(fixture.harness.searches[0]->count,
                     2); // a quiet move: the position before it counts
    finish_search("g8f6", 10);
    expect_plies(2);
    assert_string_equal(last_event(&fixture)->request, "b:engine-1");
    assert_int_equal(last_event(&fixture)->action.by, RK_BLACK);
    assert_int_equal(fixture.harness.searches_total, 1);
}

static void the_engine_starts_with_white(void **state)
{
    (void)state;
    fixture.white = identity_make_engine(8);
    fixture.black = (struct identity){"bob", "Bob", ROLE_PLAYER};
    fixture_start(&fixture, "5+3");
    finish_search("e2e4", 0);
    expect_plies(1);
}

static void the_engine_delays_its_move(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    expect_done(fixture_move(&fixture, "e2e4"));
    const int64_t asked_at = fixture.harness.server->now;
    finish_search("e7e5", 0);
    const int64_t took = last_event(&fixture)->at - asked_at;
    assert_in_range(took, 500, 3 * SECOND);
}

static void chat_does_not_disturb_a_search(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    expect_done(fixture_move(&fixture, "e2e4"));
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "Good luck!"));
    finish_search("e7e5", 0);
    expect_plies(2);
    assert_int_equal(fixture.harness.searches_total, 1);
}

static void the_engines_flag_does_not_fall(void **state)
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
            continue; // the last search
        const struct move_search *search = fixture.harness.searches[0];
        const int64_t max = search->max_ms;
        assert_true(max > 0);
        harness_wait(&fixture.harness, max); // it uses the result
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

// ---- late results ----------------------------------------------------------------------------

static void a_search_result_after_the_end_is_ignored(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_RESIGN));
    const int64_t version = round_version(fixture.round);
    finish_search("b8c6", 0);
    assert_int_equal(round_version(fixture.round), version);
    expect_end(&fixture, "resign", RK_BLACK_WINS, "White resigned");
}

static void a_search_result_for_a_dropped_game_is_ignored(void **state)
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

static void a_delayed_move_is_not_played_after_the_end(void **state)
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

static void an_outdated_search_result_is_ignored_and_repeated(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    expect_done(fixture_move(&fixture, "e2e4"));
    expect_done(fixture_move(&fixture, "e7e5")); // a move in its name, as if by another server
    expect_done(fixture_move(&fixture, "g1f3"));
    finish_search("a7a6", 0);
    expect_plies(3);
    assert_int_equal(fixture.harness.searches_count, 1);
    finish_search("b8c6", 0);
    expect_plies(4);
}

// ---- restarts --------------------------------------------------------------------------------

static void a_search_is_repeated_after_a_crash(void **state)
{
    (void)state;
    fixture_start(&fixture, "-");
    expect_done(fixture_move(&fixture, "e2e4"));
    fixture_lose_power(&fixture, HOUR);
    assert_int_equal(fixture.harness.searches_count, 2);
    assert_int_equal(fixture.harness.searches[0]->seed, fixture.harness.searches[1]->seed);
    harness_answer_search(&fixture.harness, RK_NO_MOVE, 0); // for the server that crashed
    finish_search("e7e5", 0);
    expect_plies(2);
}

static void after_a_crash_the_engine_waits_for_its_opponent(void **state)
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
    finish_search("b8c6", 0);
    expect_plies(4);
    assert_in_range(round_clock_left(fixture.round, RK_BLACK), 4 * MINUTE, 5 * MINUTE);
    fake_watcher_leave(&watcher, false);
}

static void after_a_crash_the_engine_waits_no_longer_than_the_grace(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+0");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    fixture_restart(&fixture, MINUTE);
    harness_answer_search(&fixture.harness, RK_NO_MOVE, 0);
    harness_wait(&fixture.harness, 11 * SECOND);
    finish_search("b8c6", 0);
    expect_plies(4);
}

// ---- draws -----------------------------------------------------------------------------------

static const char late[] = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 40";

static void the_engine_declines_a_draw_in_the_opening(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    exchange_moves("e2e4", "e7e5", -500);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
    expect_running(&fixture);
    assert_int_equal(last_event(&fixture)->action.kind, RK_ACT_DECLINE_DRAW);
}

static void the_engine_accepts_a_late_draw_unless_it_is_better(void **state)
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

static void the_engine_answers_a_draw_offer_before_it_moves(void **state)
{
    (void)state;
    fixture_start_from(&fixture, "5+3", late);
    exchange_moves("e2e4", "e7e5", 10);
    struct command command = fixture_command(&fixture, RK_WHITE, VERB_MOVE);
    strcpy(command.move, "e1e2");
    command.offers_draw = true;
    expect_done(fixture_run(&fixture, &command));
    assert_int_equal(last_event(&fixture)->action.kind, RK_ACT_DECLINE_DRAW);
    finish_search("e8e7", 10);
    expect_plies(4);
}

static void an_engine_without_a_score_declines_a_draw(void **state)
{
    (void)state;
    fixture_start_from(&fixture, "-", late);
    exchange_moves("e2e4", "e7e5", -10);
    fixture_lose_power(&fixture, MINUTE);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
    assert_int_equal(event_from_end(0)->action.kind, RK_ACT_DECLINE_DRAW);
}

// ---- when it cannot play ---------------------------------------------------------------------

static struct {
    int saved;
    FILE *file;
} standard_error;

static void capture_log(void)
{
    static const struct log log = {.level = LOG_INFO};
    fixture.harness.server->log = &log;
    standard_error.saved = dup(STDERR_FILENO);
    standard_error.file = tmpfile();
    assert_non_null(standard_error.file);
    dup2(fileno(standard_error.file), STDERR_FILENO);
}

static void expect_logged(const char *words)
{
    char text[4096] = "";
    dup2(standard_error.saved, STDERR_FILENO);
    close(standard_error.saved);
    rewind(standard_error.file);
    text[fread(text, 1, sizeof text - 1, standard_error.file)] = '\0';
    fclose(standard_error.file);
    fixture.harness.server->log = NULL;
    if (!strstr(text, words))
        fail_msg("%s is not in the log: %s", words, text);
}

static void an_engine_that_finds_no_move_resigns(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    capture_log();
    harness_answer_search(&fixture.harness, RK_NO_MOVE, 0);
    harness_settle(&fixture.harness);
    expect_logged("the engine resigns: it found no move");
    expect_end(&fixture, "resign", RK_WHITE_WINS, "Black resigned");
}

static void an_engine_whose_move_is_illegal_resigns(void **state)
{
    (void)state;
    fixture_start(&fixture, "-");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    capture_log();
    harness_answer_search(&fixture.harness,
                          move(&fixture.harness.searches[0]->positions[0], "e8e6"), 0);
    harness_settle(&fixture.harness);
    expect_logged("its move is illegal");
    expect_end(&fixture, "resign", RK_WHITE_WINS, "Black resigned");
}

static void an_engine_that_resigns_before_two_plies_aborts(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    expect_done(fixture_move(&fixture, "e2e4"));
    harness_answer_search(&fixture.harness, RK_NO_MOVE, 0);
    harness_settle(&fixture.harness);
    expect_end(&fixture, "aborted", RK_NOBODY_WINS, "abort");
}

static void the_engine_resigns_if_its_search_never_returns(void **state)
{
    (void)state;
    fixture_start(&fixture, "-");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    harness_wait(&fixture.harness, MINUTE);
    expect_end(&fixture, "resign", RK_WHITE_WINS, "Black resigned");
    finish_search("b8c6", 0);
    expect_plies(3);
}

static void a_late_search_result_does_not_undo_a_resignation(void **state)
{
    (void)state;
    fixture_start(&fixture, "-");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    fixture.harness.store.writes_fail = true;
    harness_wait(&fixture.harness, MINUTE);
    expect_running(&fixture); // the resignation could not be written
    harness_answer_search(&fixture.harness,
                          move(&fixture.harness.searches[0]->positions[1], "b8c6"), 0);
    fixture.harness.store.writes_fail = false;
    harness_wait(&fixture.harness, SOON);
    expect_plies(3);
    expect_end(&fixture, "resign", RK_WHITE_WINS, "Black resigned");
}

static void a_search_is_retried_when_the_server_is_busy(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    exchange_moves("e2e4", "e7e5", 0);
    fixture.harness.refuses_searches = true;
    expect_done(fixture_move(&fixture, "g1f3"));
    harness_wait(&fixture.harness, 2 * SECOND);
    fixture.harness.refuses_searches = false;
    harness_wait(&fixture.harness, SECOND);
    finish_search("b8c6", 0);
    expect_plies(4);
    assert_true(fixture.harness.searches_total > 3);
}

static void a_search_that_nobody_has_done_is_retried(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    fixture.harness.searches[0]->is_refused = true; // all workers are busy or gone
    harness_answer_search(&fixture.harness, RK_NO_MOVE, 0);
    harness_wait(&fixture.harness, SECOND);
    finish_search("b8c6", 0);
    expect_plies(4);
}

static void the_engine_resigns_after_too_many_retries(void **state)
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

static void the_engine_repeats_a_move_that_could_not_be_written(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    exchange_moves("e2e4", "e7e5", 0);
    expect_done(fixture_move(&fixture, "g1f3"));
    fixture.harness.store.writes_fail = true;
    finish_search("b8c6", 0);
    expect_plies(3);
    fixture.harness.store.writes_fail = false;
    harness_wait(&fixture.harness, 3 * SECOND);
    finish_search("b8c6", 0);
    expect_plies(4);
}

static void the_engine_repeats_a_resignation_that_could_not_be_written(void **state)
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

// ---- presence and messages -------------------------------------------------------------------

static void the_engine_is_always_present(void **state)
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

static void no_first_move_deadline_against_the_engine(void **state)
{
    (void)state;
    fixture_start(&fixture, "1+0");
    harness_wait(&fixture.harness, HOUR);
    expect_running(&fixture);
}

static void the_snapshot_says_which_side_the_engine_plays(void **state)
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
        ROW(the_engine_moves_on_its_turn),
        ROW(the_engine_starts_with_white),
        ROW(the_engine_delays_its_move),
        ROW(chat_does_not_disturb_a_search),
        ROW(the_engines_flag_does_not_fall),
        ROW(a_search_result_after_the_end_is_ignored),
        ROW(a_search_result_for_a_dropped_game_is_ignored),
        ROW(a_delayed_move_is_not_played_after_the_end),
        ROW(an_outdated_search_result_is_ignored_and_repeated),
        ROW(a_search_is_repeated_after_a_crash),
        ROW(after_a_crash_the_engine_waits_for_its_opponent),
        ROW(after_a_crash_the_engine_waits_no_longer_than_the_grace),
        ROW(the_engine_declines_a_draw_in_the_opening),
        ROW(the_engine_accepts_a_late_draw_unless_it_is_better),
        ROW(the_engine_answers_a_draw_offer_before_it_moves),
        ROW(an_engine_without_a_score_declines_a_draw),
        ROW(an_engine_that_finds_no_move_resigns),
        ROW(an_engine_whose_move_is_illegal_resigns),
        ROW(an_engine_that_resigns_before_two_plies_aborts),
        ROW(the_engine_resigns_if_its_search_never_returns),
        ROW(a_late_search_result_does_not_undo_a_resignation),
        ROW(a_search_is_retried_when_the_server_is_busy),
        ROW(a_search_that_nobody_has_done_is_retried),
        ROW(the_engine_resigns_after_too_many_retries),
        ROW(without_an_engine_its_games_end),
        ROW(the_engine_repeats_a_move_that_could_not_be_written),
        ROW(the_engine_repeats_a_resignation_that_could_not_be_written),
        ROW(the_engine_is_always_present),
        ROW(no_first_move_deadline_against_the_engine),
        ROW(the_snapshot_says_which_side_the_engine_plays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
